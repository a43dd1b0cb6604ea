import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import Result from 'pg/lib/result.js';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { KnownAnswers } from './known-answers.js';
import { pgTypesForAnswers } from './pg-types.js';
import { type Prepared, PreparedRun } from './prepared-run.js';
import type { Queryable } from './queryable.js';

/** Each of them takes some 50 KB of every connection that has run it. */
const MAX_PREPARED = 200;

interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Reads that come again and again: each connection parses their statements once, and plans them
 * once where a plan without the values is found to be as good, which is most of what a small read
 * costs. Not for statements whose right plan depends on the values.
 */
export class PreparedReads implements Queryable {
  private readonly statements = new Map<string, Prepared>();
  private readonly answers = new KnownAnswers();
  /** The columns of what a connection has prepared. */
  private readonly described = new WeakMap<pg.PoolClient, Map<Prepared, Result>>();

  constructor(private readonly pool: pg.Pool) {}

  /** On the connections that TypeORM has. */
  static of({ driver }: DataSource): PreparedReads {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('The data source has no pool of PostgreSQL');
    return new PreparedReads(pool);
  }

  /** Rows that may be given again: not to be changed by who asks for them. */
  async query<T>(text: string, values: unknown[] = []): Promise<readonly T[]> {
    const statement = this.prepared(text);
    if (!statement) return (await runByDriver<T>(this.pool, { text, values })).rows;
    const client = await this.pool.connect();
    try {
      const rows = await this.run<T>(client, statement, { text, values });
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

  private async run<T>(
    client: pg.PoolClient,
    statement: Prepared,
    { text, values }: Query,
  ): Promise<readonly T[]> {
    const described = this.describedTo(client);
    const columns = described.get(statement);
    if (columns) {
      return new Promise((resolve, reject) => {
        const settled = (error: Error | null, rows: readonly T[]): void => {
          if (error) reject(error);
          else resolve(rows);
        };
        client.query(new PreparedRun(statement, columns, values, this.answers, settled));
      });
    }
    const { rows, fields } = await runByDriver<T>(client, { name: statement.name, text, values });
    described.set(statement, columnsOf(statement, fields));
    return rows;
  }

  private describedTo(client: pg.PoolClient): Map<Prepared, Result> {
    const known = this.described.get(client);
    if (known) return known;
    const described = new Map<Prepared, Result>();
    this.described.set(client, described);
    return described;
  }

  /** Undefined once there are too many: lists have as many statements as they have filters. */
  private prepared(text: string): Prepared | undefined {
    const known = this.statements.get(text);
    if (known || this.statements.size >= MAX_PREPARED) return known;
    const statement = { name: createHash('sha256').update(text).digest('base64url') };
    this.statements.set(text, statement);
    return statement;
  }
}

/** The same for all connections, unless its table has changed. */
function columnsOf(statement: Prepared, fields: readonly pg.FieldDef[]): Result {
  if (statement.columns && isDeepStrictEqual(statement.columns.fields, fields)) {
    return statement.columns;
  }
  const columns = new Result(undefined, pgTypesForAnswers);
  columns.addFields(fields);
  statement.columns = columns;
  return columns;
}

function runByDriver<T>(
  db: pg.Pool | pg.PoolClient,
  query: Query,
): Promise<pg.QueryResult<T & pg.QueryResultRow>> {
  return db.query<T & pg.QueryResultRow>({ ...query, types: pgTypesForAnswers });
}
