import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';

/** Names of PostgreSQL's types. Each is queried once and cached. */
export class ColumnTypes {
  private readonly known = new Map<number, string>();

  constructor(private readonly db: Queryable) {}

  /** 'integer', 'timestamp with time zone', … in the order of the given type OIDs. */
  async namesOf(types: readonly number[]): Promise<string[]> {
    const unknown = types.filter((type) => !this.known.has(type));
    if (unknown.length > 0) {
      const rows = await this.db.query<{ type: number; name: string }>(typeNames, [unknown]);
      for (const { type, name } of rows) this.known.set(type, name);
    }
    return types.map((type) => this.known.get(type) ?? 'unknown');
  }
}

const typeNames = sql`
SELECT type::integer AS type, format_type(type, NULL) AS name FROM unnest($1::oid[]) AS type`;
