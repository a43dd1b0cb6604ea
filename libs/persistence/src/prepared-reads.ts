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
  private readonly statements = new Map<string, pg.QueryConfig>();

  constructor(private readonly pool: pg.Pool) {}

  /** On the connections that TypeORM has. */
  static of({ driver }: DataSource): PreparedReads {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('The data source has no pool of PostgreSQL');
    return new PreparedReads(pool);
  }

  async query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    const { rows } = await this.pool.query<T & pg.QueryResultRow>(this.statementOf(text), values);
    return rows;
  }

  /** Without a name once there are too many: lists have as many statements as they have filters. */
  private statementOf(text: string): pg.QueryConfig {
    const known = this.statements.get(text);
    if (known) return known;
    if (this.statements.size >= MAX_PREPARED) return statementOf(text);
    const statement = statementOf(text, `read-${++named}`);
    this.statements.set(text, statement);
    return statement;
  }
}

/** Names are of a connection, which two of these may share. */
let named = 0;

/** The driver copies for each query what is the statement's own, which shows in short lists. */
function statementOf(text: string, name?: string): pg.QueryConfig {
  class Statement {
    get text() {
      return text;
    }
    get name() {
      return name;
    }
    get types() {
      return pgTypesForAnswers;
    }
  }
  return new Statement();
}
