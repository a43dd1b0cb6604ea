import pg from 'pg';

/**
 * A connection whose end is told by what is asked on it, and to its pool: one that PostgreSQL ends in
 * the very moment of opening it is between those who listen, and would take the process along.
 */
export class ErrorSafeClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
