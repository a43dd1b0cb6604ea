import type pg from 'pg';
import { isDatabaseAway, meaningOf } from './database-errors.js';
import { createPool, type PoolSettings } from './pool.js';
import { PreparedStatements } from './prepared-statements.js';
import type { Queryable } from './queryable.js';
import { runStatement } from './statements.js';
import { TimedStatements } from './timed-statements.js';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

interface CursorOptions {
  /** Rows of a piece. */
  readonly size: number;
  /** Time limit of each piece. The time that the caller takes between two of them does not count. */
  readonly ms: number;
  /** Cancels the running statement. */
  readonly signal: AbortSignal;
  /** Cancels on another connection: all of this pool may be in use. */
  readonly canceller: Queryable;
}

/** Runs SQL on the connections of one pool. */
export class Db implements Queryable {
  /** For frequent statements whose best plan does not depend on the values. */
  readonly prepared: Queryable;
  private readonly pool: pg.Pool;

  constructor(private readonly settings: PoolSettings) {
    this.pool = createPool(settings);
    const reads = new PreparedStatements(this.pool);
    this.prepared = { query: (text, values) => this.reported(reads.query(text, values)) };
  }

  static open(settings: PoolSettings): Db {
    return new Db(settings);
  }

  query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
    return this.reported(rowsOf<T>(this.pool, text, values));
  }

  /**
   * Runs `work` in a transaction. If it throws, everything rolls back.
   * @param begin a BEGIN with its options
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, begin?: string): Promise<T> {
    return this.connected((client) => transactionOn(client, work, begin));
  }

  /**
   * Statements that may take `ms` together.
   * @throws an error that means `out of time`
   */
  within<T>(ms: number, read: (db: Queryable) => Promise<T>): Promise<T> {
    return this.connected(async (client) => {
      try {
        return await read(new TimedStatements(client, ms));
      } finally {
        // Fails only if the connection is lost; the pool then replaces it.
        await client.query('RESET statement_timeout').catch(() => undefined);
      }
    });
  }

  /**
   * The rows of a SELECT in pieces, from one snapshot, as fast as the caller takes them. With the
   * cursor of SQL, since that of the protocol counts the waits for the caller as time of the statement.
   */
  async *cursor<T>(statement: Statement, options: CursorOptions): AsyncGenerator<readonly T[]> {
    const { size, ms, signal, canceller } = options;
    const client = await this.reported(this.pool.connect());
    let cancel = (): void => undefined;
    try {
      const [backend] = await rowsOf<{ pid: number }>(client, 'SELECT pg_backend_pid() AS pid');
      cancel = () =>
        // If it fails, the statement ends at its time limit.
        void canceller.query('SELECT pg_cancel_backend($1)', [backend?.pid]).catch(() => undefined);
      signal.addEventListener('abort', cancel, { once: true });
      await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${Math.ceil(ms)}`);
      await client.query(`DECLARE piece NO SCROLL CURSOR FOR ${statement.text}`, statement.values);
      for (let isLast = false; !isLast;) {
        signal.throwIfAborted();
        const rows = await rowsOf<T>(client, `FETCH ${size} FROM piece`);
        isLast = rows.length < size;
        yield rows;
      }
    } finally {
      signal.removeEventListener('abort', cancel);
      const isSound = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
      // A cancel may come late and meet the next statement of the connection.
      client.release(signal.aborted || !isSound);
    }
  }

  /** The connections of the pool. */
  get connections(): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
    return this.pool;
  }

  /** Waits for the running statements and closes the connections. */
  end(): Promise<void> {
    return this.pool.end();
  }

  private connected<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      const client = await this.pool.connect();
      try {
        return await work(client);
      } finally {
        // A lost connection is not used again.
        client.release();
      }
    };
    return this.reported(run());
  }

  /** Reports whether the database was away, and names the connections in the error. */
  private async reported<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      this.settings.onWorks?.();
      return result;
    } catch (error) {
      if (isDatabaseAway(error) && error instanceof Error) {
        Object.assign(error, { database: this.settings.applicationName });
        if (meaningOf(error) !== 'no free connection') this.settings.onAway?.(error);
      }
      throw error;
    }
  }
}

/** Runs SQL in the open transaction of one connection. */
export class Transaction implements Queryable {
  constructor(private readonly client: pg.ClientBase) {}

  query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
    return rowsOf<T>(this.client, text, values);
  }

  /**
   * If `work` throws, its changes alone roll back.
   * @param end `roll back` only tries the changes
   */
  async savepoint<T>(work: () => Promise<T>, end: 'keep' | 'roll back' = 'keep'): Promise<T> {
    await this.client.query('SAVEPOINT part');
    try {
      const result = await work();
      if (end === 'roll back') await this.client.query('ROLLBACK TO SAVEPOINT part');
      return result;
    } catch (error) {
      await this.client.query('ROLLBACK TO SAVEPOINT part');
      throw error;
    } finally {
      await this.client.query('RELEASE SAVEPOINT part');
    }
  }
}

/** `Db.transaction` on a connection of the caller. */
export async function transactionOn<T>(
  client: pg.ClientBase,
  work: (tx: Transaction) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  await rowsOf(client, begin);
  try {
    const result = await work(new Transaction(client));
    await rowsOf(client, 'COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function rowsOf<T>(
  client: pg.Pool | pg.ClientBase,
  text: string,
  values?: unknown[],
): Promise<readonly T[]> {
  return runStatement<T>(client, { text, ...(values && { values }) });
}
