import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { pgTypesForAnswers } from './pg-types.js';
import type { Queryable } from './queryable.js';

/** Each prepared statement takes some 50 KB of every connection that has run it. */
const MOST_STATEMENTS = 200;

/**
 * Reads that come again and again: each connection parses their statements once, by the name that
 * the driver sends along, and plans them once where a plan without the values is as good. Not for
 * statements whose right plan depends on the values.
 */
export class PreparedReads implements Queryable {
  private readonly names = new LRUCache<string, string>({ max: MOST_STATEMENTS });
  private readonly askedOnce = new LRUCache<string, true>({ max: MOST_STATEMENTS });

  constructor(private readonly pool: pg.Pool) {}

  /** On the connections that TypeORM has. */
  static of({ driver }: DataSource): PreparedReads {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('The data source has no pool of PostgreSQL');
    return new PreparedReads(pool);
  }

  async query<T>(text: string, values: unknown[] = []): Promise<readonly T[]> {
    const { rows } = await this.pool.query<T & pg.QueryResultRow>({
      name: this.nameOf(text),
      text,
      values,
      types: pgTypesForAnswers,
    });
    return rows;
  }

  /**
   * Undefined for a text that has not been asked before: hundreds of pages and filters, each asked
   * once, push no other statement out. What is pushed out stays prepared until its connection is
   * replaced, which the pool does after some thousand uses (data-source.ts).
   */
  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (!this.askedOnce.delete(text)) {
      this.askedOnce.set(text, true);
      return undefined;
    }
    const name = createHash('sha256').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}
