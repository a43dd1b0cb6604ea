import type { Db } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { RECORDED_KEYS } from '@portal/persistence/schema/audit';

/** Not undone, or changed by requests themselves. */
const LEFT_OUT = ['api_token', 'task_import'];
const TABLES = [...RECORDED_KEYS.keys()].filter((table) => !LEFT_OUT.includes(table));

/** Every row of every table that an undo restores, as JSON. */
export async function recordedRows(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.query<{ row: string }>(
      sql`SELECT (to_jsonb(stored) - 'changed_in')::text AS row FROM core.${table} AS stored
        WHERE to_jsonb(stored) ->> 'undone_at' IS NULL ORDER BY 1`,
    );
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** The newest group of the audit; 0 if there is none. */
export async function newestGroup(db: Db): Promise<number> {
  const [row] = await db.query<{ newest: number }>(
    'SELECT coalesce(max(group_id), 0)::bigint AS newest FROM core.audit',
  );
  return row?.newest ?? 0;
}
