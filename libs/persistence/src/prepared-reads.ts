import { createHash } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { pgTypesForAnswers } from './pg-types.js';
import type { Queryable } from './queryable.js';

/** Each of them takes some 50 KB of every connection that has run it. */
const MAX_PREPARED = 200;

/**
 * Reads that come again and again: each connection parses their statements once, and plans them
 * once where a plan without the values is found to be as good, which is most of what a small read
 * costs. Not for statements whose right plan depends on the values.
 */
export class PreparedReads implements Queryable {
  private readonly names = new Map<string, string>();

  constructor(private readonly pool: pg.Pool) {}

  /** On the connections that TypeORM has. */
  static of({ driver }: DataSource): PreparedReads {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('The data source has no pool of PostgreSQL');
    return new PreparedReads(pool);
  }

  async query<T>(text: string, values?: unknown[]): Promise<T[]> {
    const name = this.nameOf(text);
    const { rows } = await this.pool.query<T & pg.QueryResultRow>({
      text,
      types: pgTypesForAnswers,
      ...(values && { values }),
      ...(name !== undefined && { name }),
    });
    return rows;
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
