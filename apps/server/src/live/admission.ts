import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { clientIp, clientKey, trustProxyOf } from '../transport/client-ip.js';
import { ProblemException } from '../problems/problem.js';
import { CONFIG } from '../platform.tokens.js';
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
export class Admission {
  private readonly trust;
  private readonly handshakes;
  private readonly users;
  private readonly anonymous;
  private readonly ips = new WeakMap<Connection, string>();

  constructor(@Inject(CONFIG) config: Config) {
    this.trust = trustProxyOf(config);
    this.handshakes = new FailedHandshakes(config.failedHandshakeLimit);
    this.users = new ConnectionLimit<number>(config.socketLimit);
    this.anonymous = new ConnectionLimit<string>(ANONYMOUS_FACTOR * config.socketLimit);
  }

  /** Counts a connection before authentication; closes it if there are too many. */
  count(connection: OpenedConnection): void {
    const ip = clientKey(clientIp(connection.request, this.trust));
    this.ips.set(connection, ip);
    if (!this.anonymous.add(ip, connection)) connection.close(true);
  }

  /**
   * The caller that `identify` returns, if one more connection is allowed.
   * @throws {ProblemException} `too-many-requests`, `too-many-connections`; or as `identify`
   */
  async admit<T extends { readonly userId: number }>(
    connection: Connection,
    identify: () => Promise<T>,
  ): Promise<T> {
    const caller = await this.identified(connection, identify);
    if (!this.users.add(caller.userId, connection)) {
      throw new ProblemException(
        'too-many-connections',
        'You have too many open connections; close one and try again',
      );
    }
    this.anonymous.release(this.ipOf(connection), connection);
    return caller;
  }

  /** The same for a connection that already counts for its user. */
  identified<T>(connection: Connection, identify: () => Promise<T>): Promise<T> {
    return this.handshakes.attempt(this.ipOf(connection), identify);
  }

  private ipOf(connection: Connection): string {
    return this.ips.get(connection) ?? '';
  }
}
