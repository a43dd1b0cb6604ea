import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Queryable } from './queryable.js';
import { runStatement } from './statements.js';

/** Each prepared statement takes about 50 KB in every connection that has run it. */
const MOST_STATEMENTS = 200;

/**
 * Frequent reads as prepared statements. Each connection parses a statement once, and plans it once
 * if a generic plan is as good. Not for statements whose best plan depends on the values.
 */
export class PreparedStatements implements Queryable {
  private readonly names = new LRUCache<string, string>({ max: MOST_STATEMENTS });
  private readonly askedOnce = new LRUCache<string, true>({ max: MOST_STATEMENTS });

  constructor(private readonly pool: pg.Pool) {}

  async query<T>(text: string, values: unknown[] = []): Promise<readonly T[]> {
    const name = this.nameOf(text);
    return runStatement<T>(this.pool, { ...(name !== undefined && { name }), text, values });
  }

  /**
   * The name of the prepared statement; undefined for the first use of a text, so that hundreds of
   * pages and filters that are read once evict no other statement. An evicted statement stays
   * prepared until the pool replaces its connection (`MAX_USES` in data-source.ts).
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
