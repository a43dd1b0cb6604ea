import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface TableSize {
  /** With its schema. */
  readonly table: string;
  /** With its indexes and the values that are stored beside it. */
  readonly bytes: number;
  /** As PostgreSQL estimates them: nothing is counted. */
  readonly rows: number;
}

export interface StoredFiles {
  readonly files: number;
  readonly bytes: number;
}

/** The tables of the portal, the largest first. Reads sizes of files, and no table. */
export function readTableSizes(db: Queryable): Promise<readonly TableSize[]> {
  return db.query(sql`
    SELECT nspname || '.' || relname AS table, pg_total_relation_size(pg_class.oid) AS bytes,
      greatest(reltuples, 0)::bigint AS rows
    FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'r' AND nspname IN ('core', 'agg', 'sign_in', 'reporting', 'queue')
    ORDER BY bytes DESC, 1`);
}

/** The size of the whole database on disk, in bytes. */
export async function readDatabaseSize(db: Queryable): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    sql`SELECT pg_database_size(current_database()) AS bytes`,
  );
  return row?.bytes ?? 0;
}

/** The files that imports have in the upload store. Reads the index of kept files only. */
export async function readStoredFiles(db: Queryable): Promise<StoredFiles> {
  const [row] = await db.query<StoredFiles>(sql`
    SELECT count(*)::int4 AS files, coalesce(sum(bytes_total), 0)::bigint AS bytes
    FROM core.task_import WHERE has_file`);
  return row ?? { files: 0, bytes: 0 };
}
