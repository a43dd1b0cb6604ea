import type { Queryable } from '@portal/persistence/queryable';
import type pg from 'pg';
import { z } from 'zod';
import type { Row } from './row.js';
import type { Statement } from './row-sql.js';
import { limitStatements, TimedReads } from './timed-reads.js';

const COUNT_MS = 2_000;
export const ROWS_PER_FETCH = 500;

const pidSchema = z.tuple([z.object({ pid: z.number() })]);

/** One connection that reads one statement in pieces, from one snapshot. */
export class ExportSession {
  /** For the total, before `declare`; has its own time limit. */
  readonly counting: Queryable;
  private readonly cancel: () => void;

  private constructor(
    private readonly client: pg.PoolClient,
    private readonly signal: AbortSignal,
    cancel: () => Promise<unknown>,
  ) {
    this.counting = new TimedReads(client, COUNT_MS);
    // If it fails, the statement ends at its time limit.
    this.cancel = () => void cancel().catch(() => undefined);
    signal.addEventListener('abort', this.cancel, { once: true });
  }

  /**
   * @param others another connection, which cancels the running statement
   * @param signal cancels it
   */
  static async open(pool: pg.Pool, others: Queryable, signal: AbortSignal): Promise<ExportSession> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      const [{ pid }] = pidSchema.parse(rows);
      return new ExportSession(client, signal, () =>
        others.query('SELECT pg_cancel_backend($1)', [pid]),
      );
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** @param fetchMs time limit of each `fetch` */
  async declare({ text, values }: Statement, fetchMs: number): Promise<void> {
    await limitStatements(this.client, fetchMs);
    await this.client.query('BEGIN READ ONLY');
    await this.client.query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, values);
  }

  /** The next rows; fewer than ROWS_PER_FETCH are the last ones. */
  async fetch(): Promise<readonly Row[]> {
    this.signal.throwIfAborted();
    const { rows } = await this.client.query<Row>(`FETCH ${ROWS_PER_FETCH} FROM export`);
    return rows;
  }

  /** Ends the transaction. A connection that was cancelled is closed: the cancel may come late. */
  async end(): Promise<void> {
    this.signal.removeEventListener('abort', this.cancel);
    const isSound = !this.signal.aborted && (await this.rollBack());
    this.client.release(!isSound);
  }

  private async rollBack(): Promise<boolean> {
    return this.client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
  }
}
