import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { Authenticator } from '../../identity/authenticator.js';
import type { CallerSession } from '../../identity/caller-session.js';
import { clientIp, clientKey, trustProxyOf } from '../../http/origin/client-ip.js';
import { ProblemException } from '../../problems/problem.js';
import { FailedHandshakes } from './failed-handshakes.js';
import { type Connection, ConnectionLimit } from './connection-limit.js';

type OpenedConnection = Connection & {
  readonly request: IncomingMessage;
  close(discard: boolean): void;
};

/**
 * Unauthenticated connections of one IP address, as a multiple of the limit per user: after a
 * restart all users behind one IP address reconnect together.
 */
const ANONYMOUS_FACTOR = 10;

/** Limits the connections to this server by client IP address and by user. See docs/adr/0007. */
@Injectable()
export class ConnectionAdmission {
  private readonly trust;
  private readonly handshakes;
  private readonly users;
  private readonly anonymous;
  private readonly ips = new WeakMap<Connection, string>();

  constructor(
    private readonly authenticator: Authenticator,
    @Inject(CONFIG) config: Config,
  ) {
    this.trust = trustProxyOf(config);
    this.handshakes = new FailedHandshakes(config.failedHandshakeLimit);
    this.users = new ConnectionLimit<number>(config.socketLimit);
    this.anonymous = new ConnectionLimit<string>(ANONYMOUS_FACTOR * config.socketLimit);
  }

  /** The IP address of the client of a handshake. */
  addressOf(request: IncomingMessage): string {
    return clientIp(request, this.trust);
  }

  /** Counts a connection before authentication; closes it if there are too many. */
  count(connection: OpenedConnection): void {
    const ip = clientKey(this.addressOf(connection.request));
    this.ips.set(connection, ip);
    if (!this.anonymous.add(ip, connection)) connection.close(true);
  }

  /**
   * The caller of the token, if one more connection is allowed.
   * @throws {ProblemException} `too-many-connections`; or as `identified`
   */
  async admit(connection: Connection, token: string): Promise<CallerSession> {
    const caller = await this.identified(connection, token);
    if (!this.users.add(caller.userId, connection)) {
      throw new ProblemException(
        'too-many-connections',
        'You have too many open connections; close one and try again',
      );
    }
    this.anonymous.release(this.ipOf(connection), connection);
    return caller;
  }

  /**
   * The same for a connection that already counts for its user. Only a token that has to be looked up
   * can be refused because others failed.
   * @throws {ProblemException} `token-expired`, `unauthenticated` or `too-many-requests`
   */
  async identified(connection: Connection, token: string): Promise<CallerSession> {
    const identify = (): Promise<CallerSession> => this.authenticator.authenticate(token);
    if (await this.authenticator.isGenuine(token)) return identify();
    return this.handshakes.attempt(this.ipOf(connection), async () => {
      if (token === '') throw new ProblemException('unauthenticated', 'A token is required');
      return identify();
    });
  }

  private ipOf(connection: Connection): string {
    return this.ips.get(connection) ?? '';
  }
}
