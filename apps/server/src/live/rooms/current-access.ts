import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { seesAllImports } from '@portal/domain/uploads';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { readStamp } from '@portal/persistence/dashboards/live-state';
import type { RoomsNow } from '@portal/persistence/dashboards/rooms';
import { SingleFlight } from '@portal/platform/single-flight';
import type { Logger } from 'pino';
import { Authenticator } from '../../identity/authenticator.js';
import type { Seen } from '@portal/persistence/users/callers';
import { LOGGER } from '@portal/platform/tokens';
import { CallerDirectory } from '../../identity/caller-directory.js';
import type { CallerSession } from '../../identity/caller-session.js';
import { Reads } from '../../db/pools.js';
import { ChangeFeed, type ChangeListener } from '../feed/change-feed.js';
import type { LiveServer, LiveSocket } from '../live-server.js';
import { IMPORTS_ROOM, type Room, roomName, watchedRooms } from './room.js';
import { lossOf, RoomAccess, type RoomLoss } from './room-access.js';

/** Delay before access that could not be read is read again. */
const RETRY_MS = 1_000;

const MOVED = { code: 'moved', detail: 'The pod has another name or project now' } as const;
const NOT_FOUND = {
  code: 'not-found',
  detail: 'There is no such project or pod, or you may not see it',
} as const;

/**
 * Keeps each connection within the current access of its user: its caller, its rooms, and whether it
 * may stay open.
 */
@Injectable()
export class CurrentAccess implements ChangeListener {
  private server: LiveServer | null = null;
  private readonly checks = new SingleFlight<void>();
  /** When changes of access were last looked for. */
  private seen: Seen | null = null;

  constructor(
    private readonly directory: CallerDirectory,
    private readonly authenticator: Authenticator,
    private readonly rooms: RoomAccess,
    private readonly reads: Reads,
    feed: ChangeFeed,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    feed.listen(this);
  }

  serve(server: LiveServer): void {
    this.server = server;
  }

  accessChanged(): void {
    void this.bringUpToDate();
  }

  changesMissed(): void {
    void this.bringUpToDate();
  }

  /**
   * Resolves when the access of every connection is that of a time after the call. A state that was
   * read before the call may then be sent: all changes of access that it includes are applied, also
   * those that the feed has not announced yet.
   * @throws if access cannot be read
   */
  upToDate(): Promise<void> {
    return this.checks.get('', () => this.check());
  }

  /** The same, tried again until it succeeds. */
  async bringUpToDate(): Promise<void> {
    try {
      await this.upToDate();
    } catch (error) {
      if (!isDatabaseAway(error)) {
        this.logger.warn({ err: error }, 'the access of connections could not be read');
      }
      setTimeout(() => void this.bringUpToDate(), RETRY_MS).unref();
    }
  }

  /** Tells the client that its permissions have changed. */
  async announce(socket: LiveSocket): Promise<void> {
    const stamp = await readStamp(this.reads, ALL_PROJECTS_ID);
    socket.emit('permissions-changed', { project_id: ALL_PROJECTS_ID, ...stamp });
  }

  private async check(): Promise<void> {
    if (this.sockets().length === 0) return;
    const { isUnchanged, seen } = await this.directory.findChange(this.seen);
    this.seen = seen;
    const sockets = this.sockets();
    if (!isUnchanged) for (const { data } of sockets) data.session.isStale = true;
    await this.renew(sockets.filter(({ data }) => data.session.isStale));
  }

  /** Reads the access of the connections together and applies it to each. */
  private async renew(sockets: readonly LiveSocket[]): Promise<void> {
    if (sockets.length === 0) return;
    const held = sockets.map(watchedRooms);
    try {
      const [callers, now] = await Promise.all([
        this.authenticator.renewAll(sockets.map(({ data }) => data.session.startRead())),
        this.rooms.readNow(held.flat()),
      ]);
      await Promise.all(
        sockets.map((socket, at) => this.apply(socket, callers[at] ?? null, held[at] ?? [], now)),
      );
    } catch (error) {
      for (const { data } of sockets) data.session.isStale = true;
      throw error;
    }
  }

  /**
   * Everything that is lost is gone before the client is told about any of it.
   * @param caller null if the credential is no longer valid
   * @param held the rooms that were read; `Subscriptions` has those read that are joined meanwhile
   */
  private async apply(
    socket: LiveSocket,
    caller: CallerSession | null,
    held: readonly Room[],
    now: RoomsNow,
  ): Promise<void> {
    if (!socket.connected) return;
    if (caller === null) return void socket.disconnect(true);
    const { session } = socket.data;
    const before = session.caller;
    session.caller = caller;
    followImports(socket);
    const lost = held.flatMap((room) => {
      const loss = socket.rooms.has(roomName(room)) ? lossOf(caller, room, now) : null;
      return loss ? [{ room, loss }] : [];
    });
    for (const { room } of lost) void socket.leave(roomName(room));
    for (const { room, loss } of lost) await this.announceLoss(socket, room, loss);
    if (lost.length > 0 || !isSameAccess(before, caller)) await this.announce(socket);
  }

  private async announceLoss(
    socket: LiveSocket,
    { projectId, pod }: Room,
    { movedTo }: RoomLoss,
  ): Promise<void> {
    const stamp = await readStamp(this.reads, projectId);
    socket.emit('room-closed', {
      project_id: projectId,
      ...stamp,
      pod_name: pod?.name ?? null,
      ...(movedTo ? MOVED : NOT_FOUND),
      moved_to: movedTo && { project_id: movedTo.projectId, pod_name: movedTo.podName },
    });
  }

  private sockets(): LiveSocket[] {
    return [...(this.server?.of('/').sockets.values() ?? [])];
  }
}

/** Lets a caller who sees all imports receive them. */
export function followImports(socket: LiveSocket): void {
  if (seesAllImports(socket.data.session.caller)) void socket.join(IMPORTS_ROOM);
  else void socket.leave(IMPORTS_ROOM);
}

function isSameAccess(a: CallerSession, b: CallerSession): boolean {
  return a.email === b.email && isSameGrants(a.grants, b.grants);
}

/** Both come from the database, whose order of projects and permissions is one. */
export function isSameGrants(a: CallerSession['grants'], b: CallerSession['grants']): boolean {
  return isDeepStrictEqual(a, b);
}
