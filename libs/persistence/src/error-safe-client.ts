import pg from 'pg';

/**
 * A client with an error listener from the start. If PostgreSQL closes a connection while it opens, no
 * listener of the pool is attached yet and the process would crash.
 */
export class ErrorSafeClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
