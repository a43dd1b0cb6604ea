import { createHash } from 'node:crypto';
import pg from 'pg';
import Result from 'pg/lib/result.js';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { pgTypesForAnswers } from './pg-types.js';
import { type Described, PreparedRun } from './prepared-run.js';
import type { Queryable } from './queryable.js';

/** Each of them takes some 50 KB of every connection that has run it. */
const MAX_PREPARED = 200;

interface Query {
  readonly text: string;
  readonly values: unknown[];
}

interface Named extends Query {
  readonly name: string;
}

/**
 * Reads that come again and again: each connection parses their statements once, and plans them
 * once where a plan without the values is found to be as good, which is most of what a small read
 * costs. Not for statements whose right plan depends on the values.
 */
export class PreparedReads implements Queryable {
  private readonly names = new Map<string, string>();
  private readonly described = new WeakMap<pg.PoolClient, Map<string, Described>>();

  constructor(private readonly pool: pg.Pool) {}

  /** On the connections that TypeORM has. */
  static of({ driver }: DataSource): PreparedReads {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('The data source has no pool of PostgreSQL');
    return new PreparedReads(pool);
  }

  async query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    const name = this.nameOf(text);
    if (name === undefined) return (await runByDriver<T>(this.pool, { text, values })).rows;
    const client = await this.pool.connect();
    try {
      const rows = await this.run<T>(client, { name, text, values });
      client.release();
      return rows;
    } catch (error) {
      // As the pool does: whatever is wrong with its connection, or a statement there, ends with it.
      client.release(true);
      // As the driver does: from who asked on, not from the socket by which the answer came.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private async run<T>(client: pg.PoolClient, query: Named): Promise<T[]> {
    const described = this.describedTo(client);
    const statement = described.get(query.name);
    if (statement) {
      return new Promise((resolve, reject) => {
        const settled = (error: Error | null, rows: T[]): void => {
          if (error) reject(error);
          else resolve(rows);
        };
        client.query(new PreparedRun(statement, query.values, settled));
      });
    }
    const { rows, fields } = await runByDriver<T>(client, query);
    const columns = new Result(undefined, pgTypesForAnswers);
    columns.addFields(fields);
    described.set(query.name, { name: query.name, columns });
    return rows;
  }

  private describedTo(client: pg.PoolClient): Map<string, Described> {
    const known = this.described.get(client);
    if (known) return known;
    const described = new Map<string, Described>();
    this.described.set(client, described);
    // Whoever waits for a connection is told of its end; nobody else has to hear of it.
    client.on('error', () => undefined);
    return described;
  }

  /** Undefined once there are too many: lists have as many statements as they have filters. */
  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_PREPARED) return known;
    const name = createHash('sha256').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}

function runByDriver<T>(
  db: pg.Pool | pg.PoolClient,
  query: Query,
): Promise<pg.QueryResult<T & pg.QueryResultRow>> {
  return db.query<T & pg.QueryResultRow>({ ...query, types: pgTypesForAnswers });
}
