import { Inject, Injectable } from '@nestjs/common';
import { authenticateSchema } from '@portal/contracts/live';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { AccessTokens } from '../../identity/access-token.js';
import { ProblemException } from '../../problems/problem.js';
import { CurrentAccess, followImports, isSameGrants } from '../rooms/current-access.js';
import { userRoom } from '../rooms/room.js';
import { ConnectionAdmission } from './connection-admission.js';
import type { LiveSocket } from '../live-server.js';
import { LiveSession } from './live-session.js';

/** The handshake of a connection and the tokens that it sends later. */
@Injectable()
export class Connections {
  constructor(
    private readonly admission: ConnectionAdmission,
    private readonly accessTokens: AccessTokens,
    private readonly access: CurrentAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The handshake: authenticates the token in `auth.token`.
   * @throws {ProblemException} `token-expired`, `unauthenticated`, `too-many-requests` or
   *   `too-many-connections`
   */
  async admit(socket: LiveSocket): Promise<void> {
    const { token = '' } = authenticateSchema.safeParse(socket.handshake.auth).data ?? {};
    const caller = await this.admission.admit(socket.conn, token);
    socket.data.session = new LiveSession(socket, caller, token);
  }

  /** Starts the session of an admitted socket. */
  begin(socket: LiveSocket): void {
    const { session } = socket.data;
    void socket.join(userRoom(session.caller.userId));
    followImports(socket);
    session.begin();
    void this.access.bringUpToDate();
    this.reportOldClaims(socket).catch((error: unknown) => {
      if (isDatabaseAway(error)) return;
      this.logger.warn({ err: error }, 'the claims of a connection could not be compared');
    });
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
    session.replaceCredential(caller, token);
    await this.access.upToDate();
  }

  /**
   * Notifies a client that was not connected when its permissions changed: the claims of its token,
   * which decide what the client shows, are older than the change.
   */
  private async reportOldClaims(socket: LiveSocket): Promise<void> {
    const { caller, token } = socket.data.session;
    if (caller.via !== 'session') return;
    const claims = await this.accessTokens.verify(token);
    if (!isSameGrants(claims.projects_auth, caller.grants)) await this.access.announce(socket);
  }
}
