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
 * Connections of one address that have not said whose they are, for each that one user may have:
 * after a restart everybody behind one address connects again at once.
 */
const ANONYMOUS_FACTOR = 10;

/** How many may connect to this server, by client address and by user. See docs/adr/0007. */
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

  /** Counts a connection whose user is not known yet; ends it when there are too many. */
  count(connection: OpenedConnection): void {
    const ip = clientKey(clientIp(connection.request, this.trust));
    this.ips.set(connection, ip);
    if (!this.anonymous.add(ip, connection)) connection.close(true);
  }

  /**
   * Whoever `identify` finds behind the connection, where they may have one more.
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

  /** The same of a connection that has its place already. */
  identified<T>(connection: Connection, identify: () => Promise<T>): Promise<T> {
    return this.handshakes.attempt(this.ipOf(connection), identify);
  }

  private ipOf(connection: Connection): string {
    return this.ips.get(connection) ?? '';
  }
}
