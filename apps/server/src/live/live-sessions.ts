import { Inject, Injectable } from '@nestjs/common';
import { authenticateSchema } from '@portal/contracts/live';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { seesAllImports } from '@portal/domain/uploads';
import { readStamp } from '@portal/persistence/queries/live-state';
import type { Logger } from 'pino';
import { AccessTokens } from '../auth/access-token.js';
import type { CallerSession } from '../auth/caller-session.js';
import { Reads } from '../db/pools.js';
import { ProblemException } from '../problems/problem.js';
import { LOGGER } from '../platform.tokens.js';
import { type AccessRead, AccessReader, isSameAccess, isSameGrants } from './access-reader.js';
import { AccessWatch } from './access-watch.js';
import { Admission } from './admission.js';
import type { LiveServer, LiveSocket } from './live-server.js';
import { LiveSession } from './live-session.js';
import { IMPORTS_ROOM, type Room, roomName, sessionRoom, userRoom, watchedRooms } from './room.js';
import { lossOf, type RoomLoss } from './room-access.js';
import { SingleFlight } from './single-flight.js';

/** Delay before permissions that could not be read are read again. */
const RECHECK_PAUSE_MS = 1_000;

const MOVED = { code: 'moved', detail: 'The pod has another name or project now' } as const;
const NOT_FOUND = {
  code: 'not-found',
  detail: 'There is no such project or pod, or you may not see it',
} as const;

/** Keeps the rooms of each connection within the current permissions of its user. */
@Injectable()
export class LiveSessions {
  private server: LiveServer | null = null;
  private readonly checks = new SingleFlight<void>();

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly admission: Admission,
    private readonly watch: AccessWatch,
    private readonly access: AccessReader,
    private readonly reads: Reads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  serve(server: LiveServer): void {
    this.server = server;
  }

  /**
   * The handshake: authenticates the token in `auth.token`.
   * @throws {ProblemException} `token-expired`, `unauthenticated`, `too-many-requests` or
   *   `too-many-connections`
   */
  async admit(socket: LiveSocket): Promise<void> {
    const { token = '' } = authenticateSchema.safeParse(socket.handshake.auth).data ?? {};
    const count = this.watch.known;
    const caller = await this.admission.admit(socket.conn, token);
    socket.data.session = new LiveSession(socket, caller, token, count);
  }

  /** Starts the session of an admitted socket. */
  begin(socket: LiveSocket): void {
    const { session } = socket.data;
    void socket.join(userRoom(session.caller.userId));
    if (session.caller.sessionId !== null) void socket.join(sessionRoom(session.caller.sessionId));
    this.followImports(socket);
    session.follow();
    // A change during the handshake was announced before the socket joined these rooms.
    this.upToDate().catch((error: unknown) => this.recheckLater([socket], error));
    this.reportOldClaims(socket).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'the claims of a connection could not be compared'),
    );
  }

  end(socket: LiveSocket): void {
    socket.data.session.end();
  }

  /**
   * Continues with a new token of the same user.
   * @throws {ProblemException} if it is not accepted; the connection keeps its current token
   */
  async replaceToken(socket: LiveSocket, token: string): Promise<void> {
    const { session } = socket.data;
    const caller = await this.admission.identified(socket.conn, token);
    if (caller.userId !== session.caller.userId) {
      throw new ProblemException('forbidden', 'The token belongs to another user');
    }
    if (session.caller.sessionId !== null) void socket.leave(sessionRoom(session.caller.sessionId));
    if (caller.sessionId !== null) void socket.join(sessionRoom(caller.sessionId));
    const before = session.caller;
    session.replace(caller, token);
    if (isSameAccess(before, caller)) return;
    await this.renew(socket, before);
  }

  /** The permissions or sessions of a user changed. */
  async accessChanged(userId: number): Promise<void> {
    const ids = this.server?.of('/').adapter.rooms.get(userRoom(userId)) ?? new Set();
    await this.recheckOrRetry(this.sockets().filter(({ id }) => ids.has(id)));
  }

  async recheckAll(): Promise<void> {
    await this.recheckOrRetry(this.sockets());
  }

  /**
   * Resolves when the access of every connection is that of a time after the call. A state that was
   * read before the call may then be sent: all changes of access that it includes are applied.
   * @throws if access cannot be read
   */
  upToDate(): Promise<void> {
    return this.checks.get('all', async () => {
      const count = await this.watch.current();
      await this.recheck(this.sockets().filter(({ data }) => data.session.accessCount < count));
    });
  }

  /** The same for one connection, within a task of its session. */
  async bringUpToDate(socket: LiveSocket): Promise<void> {
    const count = await this.watch.current();
    if (socket.data.session.accessCount < count) await this.renew(socket);
  }

  private async recheckOrRetry(sockets: readonly LiveSocket[]): Promise<void> {
    try {
      await this.recheck(sockets);
    } catch (error) {
      this.recheckLater(sockets, error);
    }
  }

  private recheckLater(sockets: readonly LiveSocket[], error: unknown): void {
    this.logger.warn({ err: error }, 'the access of connections could not be read');
    const again = () => this.recheckOrRetry(sockets.filter(({ connected }) => connected));
    setTimeout(() => void again(), RECHECK_PAUSE_MS).unref();
  }

  /** Reads the access of the connections together and applies it to each. */
  private async recheck(sockets: readonly LiveSocket[]): Promise<void> {
    if (sockets.length === 0) return;
    const read = await this.access.read(sockets);
    await Promise.all(
      sockets.map((socket) => socket.data.session.tasks.run(() => this.apply(socket, read))),
    );
  }

  private async renew(socket: LiveSocket, before?: CallerSession): Promise<void> {
    await this.apply(socket, await this.access.read([socket]), before);
  }

  /**
   * Continues with the access that was read, unless a newer read is applied already.
   * @param before the caller as the client knows it
   */
  private async apply(
    socket: LiveSocket,
    read: AccessRead,
    before = socket.data.session.caller,
  ): Promise<void> {
    const { session } = socket.data;
    if (!socket.connected || read.number < session.accessRead) return;
    const found = read.of.get(socket.id);
    // The credential was replaced during the read.
    if (found?.token !== session.token) return this.renew(socket, before);
    if (found.caller === null) return this.disconnect(socket);
    session.take(found.caller, read);
    this.followImports(socket);
    const hasLost = await this.leaveLostRooms(socket, read);
    if (hasLost || !isSameAccess(before, found.caller)) await this.announce(socket);
  }

  /**
   * Leaves all lost rooms before it tells the client about any. A room that was joined during the
   * read is not judged: `Subscriptions` reads its access after joining.
   */
  private async leaveLostRooms(socket: LiveSocket, read: AccessRead): Promise<boolean> {
    const { caller } = socket.data.session;
    const lost = watchedRooms(socket).flatMap((room) => {
      const loss = read.roomNames.has(roomName(room)) ? lossOf(caller, room, read.rooms) : null;
      return loss ? [{ room, loss }] : [];
    });
    for (const { room } of lost) void socket.leave(roomName(room));
    for (const { room, loss } of lost) await this.announceLoss(socket, room, loss);
    return lost.length > 0;
  }

  private followImports(socket: LiveSocket): void {
    const { caller } = socket.data.session;
    if (seesAllImports(caller)) void socket.join(IMPORTS_ROOM);
    else void socket.leave(IMPORTS_ROOM);
  }

  /**
   * Notifies a client that was not connected when its permissions changed: the claims of its token,
   * which decide what the client shows, are older than the change.
   */
  private async reportOldClaims(socket: LiveSocket): Promise<void> {
    const { caller, token } = socket.data.session;
    if (caller.via !== 'session') return;
    const claims = await this.accessTokens.verify(token);
    if (!isSameGrants(claims.projects_auth, caller.grants)) await this.announce(socket);
  }

  private async announce(socket: LiveSocket): Promise<void> {
    const stamp = await readStamp(this.reads, ALL_PROJECTS_ID);
    socket.emit('permissions-changed', { project_id: ALL_PROJECTS_ID, ...stamp });
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

  /**
   * Closes the connections of an ended session on every server, also on those that missed the
   * notification.
   */
  private disconnect(socket: LiveSocket): void {
    const { sessionId } = socket.data.session.caller;
    socket.disconnect(true);
    if (sessionId !== null) this.server?.in(sessionRoom(sessionId)).disconnectSockets(true);
  }

  private sockets(): LiveSocket[] {
    return [...(this.server?.of('/').sockets.values() ?? [])];
  }
}
