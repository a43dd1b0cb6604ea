import type { ListedTable } from '@portal/contracts/entities';
import {
  LIVE_PATH,
  roomClosedSchema,
  subscribeAckSchema,
  unsubscribeAckSchema,
  type ClientToServerEvents,
  recordsChangedSchema,
  type RoomClosed,
  type ServerToClientEvents,
  type Subscribe,
} from '@portal/contracts/live';
import { unreadSchema } from '@portal/contracts/notifications';
import { type ProblemCode, problemCodeSchema } from '@portal/contracts/problem';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { logError, logWarning } from '../lib/log';
import { type AnyState, parseState, statesOfRoom, TOPICS } from './pushed-states';
import type { RoomAnswer } from './room-status';
import type { Rooms } from './rooms';
import { browserNow } from '../lib/use-now';

const ACK_TIMEOUT_MS = 10_000;
const RETRY_MS = 2_000;
const LAPSE_CHECK_MS = 1_000;
/** If the server refuses a token that was refreshed this recently, the next refresh waits. */
const RENEWAL_SPACING_MS = 30_000;
/** Delay before the next attempt when the server has too many connections. */
const CROWDED_RETRY_MS = 15_000;
const CROWDED: readonly ProblemCode[] = ['too-many-connections', 'too-many-requests'];
/** Refusals that a retry does not change. */
const FINAL_REFUSALS: readonly ProblemCode[] = ['not-found', 'forbidden', 'invalid-input'];

export interface ConnectionHost {
  /** Origin of the server; empty for the origin of the page. */
  url: string;
  rooms: Rooms;
  token(): string | undefined;
  /** Resolves with a new token in place of `spent`; undefined if there is none. */
  refresh(spent: string): Promise<string | undefined>;
  connected(): void;
  /** Called when the connection is lost, and each second until it is restored. */
  lost(): void;
  take(entry: AnyState): void;
  /** The server accepted or refused the subscription to a room. */
  answered(room: Subscribe, answer: RoomAnswer): void;
  /** No component uses the room any more. */
  left(room: Subscribe): void;
  permissionsChanged(): void;
  /** The server has removed the connection from a room. */
  closed(room: RoomClosed): void;
  /** ListedTable that lists show may have changed. */
  tableChanged(records: ListedTable): void;
  /** The user was told of something, or has read it. */
  notificationsChanged(unread: number): void;
}

export interface LiveConnection {
  /** Retries immediately, without the backoff. */
  retry(): void;
  /** The browser had stopped the page: connects anew, even if the socket looks alive. */
  renew(): void;
  /** The browser is offline: gives the transport up without waiting for a timeout, and reconnects. */
  drop(): void;
  /** Sends the current token of the session to the server. */
  authenticate(): void;
  /** Subscribes to every wanted room again. */
  resubscribe(): void;
  close(): void;
}

type PortalSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Opens the only socket of the tab and keeps it connected, authenticated and subscribed. */
export function openConnection(host: ConnectionHost): LiveConnection {
  const socket: PortalSocket = io(host.url, {
    path: LIVE_PATH,
    // WebSocket first: long polling needs sticky sessions and is a fallback.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    auth: (send) => send({ token: host.token() ?? '' }),
  });
  let closed = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let lapse: ReturnType<typeof setInterval> | undefined;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function down(): void {
    if (closed) return;
    host.lost();
    lapse ??= setInterval(() => host.lost(), LAPSE_CHECK_MS);
  }

  function up(): void {
    clearInterval(lapse);
    lapse = undefined;
    host.connected();
    resubscribe();
  }

  function later(work: () => void, pauseMs = RETRY_MS): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!closed) work();
    }, pauseMs);
    timers.add(timer);
  }

  /** The connection does not respond: reconnect. */
  function restart(): void {
    if (closed) return;
    socket.disconnect();
    socket.connect();
  }

  /** The server refused or closed the connection, most likely because of its token. */
  async function renew(): Promise<void> {
    const spent = host.token();
    if (spent === undefined) return;
    const fresh = await host.refresh(spent);
    if (closed || host.token() === undefined) return;
    const soonAgain = browserNow() - renewedAt < RENEWAL_SPACING_MS;
    renewedAt = browserNow();
    if (fresh === undefined) later(() => void renew());
    else if (soonAgain) later(() => socket.connect());
    else socket.connect();
  }

  async function subscribe(room: Subscribe): Promise<void> {
    const by = socket.id;
    const answer = await acknowledged(() =>
      socket.timeout(ACK_TIMEOUT_MS).emitWithAck('subscribe', room),
    );
    if (closed || socket.id !== by || !host.rooms.isWanted(room)) return;
    const ack = subscribeAckSchema.safeParse(answer);
    if (!ack.success) return restart();
    if (!ack.data.ok) return refused(room, ack.data.code, ack.data.detail);
    for (const entry of statesOfRoom(ack.data.state)) host.take(entry);
    host.answered(room, { ok: true });
  }

  function refused(room: Subscribe, code: ProblemCode, detail: string): void {
    host.answered(room, { ok: false, detail });
    logWarning(`Live updates of project ${room.project_id} were refused: ${detail}`);
    if (FINAL_REFUSALS.includes(code)) return;
    later(() => {
      if (socket.connected && host.rooms.isWanted(room)) void subscribe(room);
    });
  }

  function resubscribe(): void {
    for (const room of host.rooms.wanted()) void subscribe(room);
  }

  async function authenticate(): Promise<void> {
    const token = host.token();
    if (!socket.connected || token === undefined) return;
    const by = socket.id;
    const answer = await acknowledged(() =>
      socket.timeout(ACK_TIMEOUT_MS).emitWithAck('authenticate', { token }),
    );
    if (closed || socket.id !== by) return;
    const ack = unsubscribeAckSchema.safeParse(answer);
    if (!ack.success || !ack.data.ok) restart();
  }

  socket.on('connect', up);
  socket.on('disconnect', (reason) => {
    down();
    if (reason === 'io server disconnect') void renew();
  });
  socket.on('connect_error', (error) => {
    down();
    // The server refused this socket; Socket.IO does not reconnect it.
    if (socket.active) return;
    if (isCrowded(error)) later(() => socket.connect(), CROWDED_RETRY_MS);
    else void renew();
  });
  socket.on('refresh-token', () => {
    const spent = host.token();
    if (spent !== undefined) void host.refresh(spent);
  });
  socket.on('permissions-changed', () => host.permissionsChanged());
  socket.on('room-closed', (payload: unknown) => {
    const room = roomClosedSchema.safeParse(payload);
    if (room.success) host.closed(room.data);
    else logError("A 'room-closed' event does not follow the contract and was dropped");
  });
  socket.on('records-changed', (payload: unknown) => {
    const changed = recordsChangedSchema.safeParse(payload);
    if (changed.success) host.tableChanged(changed.data.records);
  });
  socket.on('notifications-changed', (payload: unknown) => {
    const told = unreadSchema.safeParse(payload);
    if (told.success) host.notificationsChanged(told.data.unread);
  });
  listenToStates(socket, host);

  host.rooms.listen((change, room) => {
    if (change === 'unwanted') host.left(room);
    if (!socket.connected) return;
    if (change === 'wanted') void subscribe(room);
    else void acknowledged(() => socket.timeout(ACK_TIMEOUT_MS).emitWithAck('unsubscribe', room));
  });
  down();

  return {
    retry() {
      if (!socket.connected) restart();
    },
    renew: restart,
    drop() {
      if (socket.connected) socket.io.engine.close();
    },
    authenticate: () => void authenticate(),
    resubscribe,
    close() {
      closed = true;
      clearInterval(lapse);
      for (const timer of timers) clearTimeout(timer);
      host.rooms.listen(undefined);
      socket.disconnect();
    },
  };
}

const refusalSchema = z.object({ data: z.object({ code: problemCodeSchema }) });

/** Whether the server refused because of a limit and not because of the token. */
function isCrowded(error: Error): boolean {
  const refusal = refusalSchema.safeParse(error);
  return refusal.success && CROWDED.includes(refusal.data.data.code);
}

function listenToStates(socket: PortalSocket, host: ConnectionHost): void {
  for (const topic of TOPICS) {
    socket.on(topic, (payload: unknown) => {
      const entry = parseState(topic, payload);
      if (entry) host.take(entry);
      else logError(`A '${topic}' state does not follow the contract and was dropped`);
    });
  }
}

/** The acknowledgement; undefined after a timeout. */
async function acknowledged(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
