import { createServer, type Server as HttpServer } from 'node:http';
import {
  LIVE_PATH,
  type ClientToServerEvents,
  type RoomState,
  roomStateSchema,
  type ServerToClientEvents,
  type Subscribe,
  type SubscribeAck,
} from '@portal/contracts/live';
import type { ProblemCode } from '@portal/contracts/problem';
import { Server, type Socket } from 'socket.io';
import { sampleOf } from './sample';

/** The epoch of all states and stubbed responses. */
const EPOCH = '';

type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents>;

/** A real Socket.IO server with the contract's events, which records the requests. */
export class LiveServer {
  readonly tokens: string[] = [];
  readonly heard: { event: string; request: unknown }[] = [];
  /** The acknowledgement of the next subscriptions. */
  subscribeAck: (room: Subscribe) => SubscribeAck | Promise<SubscribeAck> = (room) => ({
    ok: true,
    epoch: EPOCH,
    revision: 1,
    state: roomState(room.project_id, 1),
  });
  /** Whether a token may connect. */
  admits: (token: string) => boolean = () => true;
  /** The code of the refusal. */
  refusal: ProblemCode = 'unauthenticated';
  #port = 0;
  #io: Server | undefined;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Open connections, oldest first. */
  readonly sockets: LiveSocket[] = [];

  /** Sends every connection a payload that may not match the contract. */
  emitAnything(event: string, payload: unknown): void {
    this.#io?.emit(event, payload);
  }

  /** Attaches to an existing HTTP server. */
  attach(http: HttpServer): void {
    const io = new Server(http, { path: LIVE_PATH });
    io.use((socket, next) => {
      const token = String(socket.handshake.auth['token']);
      this.tokens.push(token);
      const refused = Object.assign(new Error('Refused'), { data: { code: this.refusal } });
      next(this.admits(token) ? undefined : refused);
    });
    io.on('connection', (socket: LiveSocket) => this.#serve(socket));
    this.#io = io;
  }

  /** Starts, or restarts on the same port. */
  async start(): Promise<void> {
    const http = createServer();
    this.attach(http);
    await new Promise<void>((resolve) => http.listen(this.#port, '127.0.0.1', resolve));
    const address = http.address();
    if (address !== null && typeof address !== 'string') this.#port = address.port;
  }

  async stop(): Promise<void> {
    await this.#io?.close();
    this.#io = undefined;
  }

  /** Payloads received for one event so far. */
  payloadsOf(event: string): unknown[] {
    return this.heard.filter((entry) => entry.event === event).map(({ request }) => request);
  }

  #serve(socket: LiveSocket): void {
    this.sockets.push(socket);
    socket.on('disconnect', () => this.sockets.splice(this.sockets.indexOf(socket), 1));
    socket.on('subscribe', async (request, ack) => {
      this.heard.push({ event: 'subscribe', request });
      ack(await this.subscribeAck(request));
    });
    socket.on('unsubscribe', (request, ack) => {
      this.heard.push({ event: 'unsubscribe', request });
      ack({ ok: true });
    });
    socket.on('authenticate', (request, ack) => {
      this.heard.push({ event: 'authenticate', request });
      ack({ ok: true });
    });
  }
}

export function dashboardState(projectId: number, revision: number, tasks = revision) {
  return {
    project_id: projectId,
    epoch: EPOCH,
    revision,
    totals: {
      total_tasks: tasks,
      completed_tasks: 0,
      rework_tasks: 0,
      reviewed_tasks: 0,
      total_reviews: 0,
      total_batches: 1,
    },
  };
}

/** Of each state in a room the smallest, and of some a better one. */
const NO_STATE = sampleOf(roomStateSchema);

export function roomState(projectId: number, revision: number): RoomState {
  const of = { project_id: projectId, epoch: EPOCH, revision };
  const states = Object.entries(NO_STATE).map(([name, state]): [string, unknown] => [
    name,
    state && { ...state, ...of },
  ]);
  return roomStateSchema.parse({
    ...Object.fromEntries(states),
    sync_time: { ...of, value: '2026-01-05T10:00:00Z' },
    dashboard: dashboardState(projectId, revision),
    review_counters: { ...of, pod_name: null, pending: 3, done: 2 },
  });
}
