import { Inject, Injectable } from '@nestjs/common';
import { authenticateSchema } from '@portal/contracts/live';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { seesAllImports } from '@portal/domain/uploads';
import { readRevision } from '@portal/persistence/queries/live-state';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Authenticator } from '../auth/authenticator.js';
import type { CallerSession } from '../auth/caller-session.js';
import { ProblemException } from '../problems/problem.js';
import { LOGGER } from '../platform.tokens.js';
import { Admission } from './admission.js';
import type { LiveServer, LiveSocket } from './live-server.js';
import { LiveSession } from './live-session.js';
import { IMPORTS_ROOM, parseRoom, sessionRoom, userRoom } from './room.js';
import { RoomAccess } from './room-access.js';

/** Delay before permissions that could not be read are read again. */
const RECHECK_PAUSE_MS = 1_000;

/** Keeps the rooms of each connection within the current permissions of its user. */
@Injectable()
export class LiveSessions {
  private server: LiveServer | null = null;
  /** Number of access changes of any user. */
  private changesHeard = 0;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly admission: Admission,
    private readonly access: RoomAccess,
    private readonly dataSource: DataSource,
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
    const changesBefore = this.changesHeard;
    const caller = await this.admission.admit(socket.conn, async () => {
      if (token === '') throw new ProblemException('unauthenticated', 'A token is required');
      return this.authenticator.authenticate(token);
    });
    socket.data.session = new LiveSession(socket, caller, token, changesBefore);
  }

  /** Starts the session of an admitted socket. */
  begin(socket: LiveSocket): void {
    const { session } = socket.data;
    void socket.join(userRoom(session.caller.userId));
    if (session.caller.sessionId !== null) void socket.join(sessionRoom(session.caller.sessionId));
    this.followImports(socket);
    session.follow();
    // A change during the handshake was announced before the socket joined these rooms.
    if (session.changesBefore !== this.changesHeard) void this.recheck([socket]);
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
    const caller = await this.admission.identified(socket.conn, () =>
      this.authenticator.authenticate(token),
    );
    if (caller.userId !== session.caller.userId) {
      throw new ProblemException('forbidden', 'The token belongs to another user');
    }
    if (session.caller.sessionId !== null) void socket.leave(sessionRoom(session.caller.sessionId));
    if (caller.sessionId !== null) void socket.join(sessionRoom(caller.sessionId));
    const before = session.caller;
    session.replace(caller, token);
    if (isSameAccess(before, caller)) return;
    await this.leaveLostRooms(socket);
    await this.announce(socket);
  }

  /** The permissions or sessions of a user changed. */
  async accessChanged(userId: number): Promise<void> {
    this.changesHeard++;
    const ids = this.server?.of('/').adapter.rooms.get(userRoom(userId)) ?? new Set();
    await this.recheck(this.sockets().filter(({ id }) => ids.has(id)));
  }

  async recheckAll(): Promise<void> {
    this.changesHeard++;
    await this.recheck(this.sockets());
  }

  private async recheck(sockets: readonly LiveSocket[]): Promise<void> {
    for (const socket of sockets) {
      await socket.data.session.tasks.run(async () => {
        try {
          await this.refresh(socket);
        } catch (error) {
          if (error instanceof ProblemException) this.disconnect(socket);
          else this.recheckLater(socket, error);
        }
      });
    }
  }

  private recheckLater(socket: LiveSocket, error: unknown): void {
    this.logger.warn({ err: error }, 'the access of a connection could not be read');
    const again = (): unknown => socket.connected && this.recheck([socket]);
    setTimeout(again, RECHECK_PAUSE_MS).unref();
  }

  /** Reads the permissions of the caller again and updates the rooms. */
  private async refresh(socket: LiveSocket): Promise<void> {
    const { session } = socket.data;
    const before = session.caller;
    session.caller = await this.renew(session);
    const hasLost = await this.leaveLostRooms(socket);
    if (hasLost || !isSameAccess(before, session.caller)) await this.announce(socket);
  }

  private renew({ caller, token }: LiveSession): Promise<CallerSession> {
    return caller.via === 'api-token'
      ? this.authenticator.authenticate(token)
      : this.authenticator.renew(caller);
  }

  /** Returns whether the socket left a room. */
  private async leaveLostRooms(socket: LiveSocket): Promise<boolean> {
    const { caller } = socket.data.session;
    if (!socket.connected) return false;
    this.followImports(socket);
    let hasLost = false;
    for (const name of [...socket.rooms]) {
      const room = parseRoom(name);
      if (!room || (await this.access.mayWatch(caller, room))) continue;
      void socket.leave(name);
      hasLost = true;
    }
    return hasLost;
  }

  private followImports(socket: LiveSocket): void {
    const { caller } = socket.data.session;
    if (seesAllImports(caller)) void socket.join(IMPORTS_ROOM);
    else void socket.leave(IMPORTS_ROOM);
  }

  private async announce(socket: LiveSocket): Promise<void> {
    const revision = await readRevision(this.dataSource, ALL_PROJECTS_ID);
    socket.emit('permissions-changed', { project_id: ALL_PROJECTS_ID, revision });
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

function isSameAccess(a: CallerSession, b: CallerSession): boolean {
  return a.email === b.email && JSON.stringify(a.grants) === JSON.stringify(b.grants);
}
