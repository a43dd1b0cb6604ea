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

/** Before permissions that could not be read are read again. */
const RECHECK_PAUSE_MS = 1_000;

/** Keeps each connection to what its user may see at this moment. */
@Injectable()
export class LiveSessions {
  private server: LiveServer | null = null;
  /** How many changes of anybody's access were heard of. */
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
   * The handshake: proves the token in `auth.token`.
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

  /** A socket that was admitted is connected from here on. */
  begin(socket: LiveSocket): void {
    const { session } = socket.data;
    void socket.join(userRoom(session.caller.userId));
    if (session.caller.sessionId !== null) void socket.join(sessionRoom(session.caller.sessionId));
    this.followImports(socket);
    session.follow();
    // A change since the handshake was announced to the rooms above before the socket was in them.
    if (session.changesBefore !== this.changesHeard) void this.recheck([socket]);
  }

  end(socket: LiveSocket): void {
    socket.data.session.end();
  }

  /**
   * Goes on with a fresh token of the same user.
   * @throws {ProblemException} when it is not accepted; the connection keeps the one it has
   */
  async replaceToken(socket: LiveSocket, token: string): Promise<void> {
    const { session } = socket.data;
    const caller = await this.admission.identified(socket.conn, () =>
      this.authenticator.authenticate(token),
    );
    if (caller.userId !== session.caller.userId) {
      throw new ProblemException('forbidden', 'The token is another user’s');
    }
    if (session.caller.sessionId !== null) void socket.leave(sessionRoom(session.caller.sessionId));
    if (caller.sessionId !== null) void socket.join(sessionRoom(caller.sessionId));
    const before = session.caller;
    session.replace(caller, token);
    if (isSameAccess(before, caller)) return;
    await this.leaveLostRooms(socket);
    await this.announce(socket);
  }

  /** Somebody's permissions or sessions changed. */
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

  /** Brings the caller's permissions up to date, and what hangs on them. */
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

  /** Whether any was lost. */
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

  /** A sign-in that ended is ended on every server, also where the news of it was lost. */
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
