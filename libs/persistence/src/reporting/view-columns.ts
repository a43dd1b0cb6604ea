import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

interface ViewColumn {
  readonly view: string;
  readonly name: string;
  readonly type: string;
}

/** The columns of the reporting views, in order. */
export function readViewColumns(db: Queryable): Promise<readonly ViewColumn[]> {
  return db.query(sql`
    SELECT class.relname AS view, attname AS name, format_type(atttypid, NULL) AS type
    FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
    WHERE class.relnamespace = 'reporting'::regnamespace AND class.relkind = 'v' AND attnum > 0
    ORDER BY class.relname, attnum`);
}
