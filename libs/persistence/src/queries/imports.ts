import type { ImportError, ImportSummary } from '@portal/contracts/imports';
import { problemCodeSchema } from '@portal/contracts/problem';
import type { Caller } from '@portal/domain/caller';
import { type Instant, isoOf } from '../pg-types.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { importSeen } from '../visibility/imports.js';
import { BoundValues } from '../visibility/row-sql.js';

/** An import as clients see it, with whose it is and how often it has changed. */
export interface StoredImport {
  readonly uploaderId: number;
  /** Grows with each change of this import. */
  readonly revision: number;
  readonly summary: ImportSummary;
}

/** One import by its id, or undefined when there is none. */
export async function readImport(
  db: Queryable,
  importId: string,
): Promise<StoredImport | undefined> {
  const rows = await db.query<ImportRow>(sql`${selectImport} WHERE task_import.id = $1`, [
    importId,
  ]);
  return rows.map(presentImport)[0];
}

/** One page of the imports that the caller sees, newest first, with the number of all of them. */
export async function readImports(
  db: Queryable,
  { caller, page, size }: { caller: Caller; page: number; size: number },
): Promise<{ items: ImportSummary[]; total: number }> {
  const bound = new BoundValues();
  const isSeen = importSeen(caller, bound);
  const limit = bound.values.length + 1;
  const [[counted], rows] = await Promise.all([
    db.query<{ total: number }>(
      sql`SELECT count(*) AS total FROM core.task_import WHERE ${isSeen}`,
      bound.values,
    ),
    db.query<ImportRow>(
      sql`${selectImport}
      WHERE ${isSeen}
      ORDER BY task_import.created_at DESC, task_import.id
      LIMIT $${limit} OFFSET $${limit + 1}`,
      [...bound.values, size, (page - 1) * size],
    ),
  ]);
  return { items: rows.map((row) => presentImport(row).summary), total: counted?.total ?? 0 };
}

/** Stored errors and warnings of an import in the order of the file, from `position` on. */
export function readImportErrors(
  db: Queryable,
  importId: string,
  { from, limit }: { from: number; limit: number },
): Promise<readonly (ImportError & { position: number })[]> {
  return db.query(
    sql`SELECT position, row_number AS row, field, severity, reason
    FROM core.task_import_error
    WHERE import_id = $1 AND position >= $2
    ORDER BY position
    LIMIT $3`,
    [importId, from, limit],
  );
}

/** Imports that run, or ended a short while ago: what somebody may be following. */
export async function readFollowedImportIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT id FROM core.task_import
    WHERE state IN ('queued', 'running') OR finished_at > now() - interval '10 minutes'`);
  return rows.map(({ id }) => id);
}

interface ImportRow extends Omit<
  ImportSummary,
  'created_at' | 'started_at' | 'finished_at' | 'tasks_imported' | 'failure'
> {
  readonly uploader_id: number;
  readonly progress_revision: number;
  readonly inserted: number | null;
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly delivery_batches: number | null;
  readonly failure_code: string | null;
  readonly failure_detail: string | null;
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  readonly finished_at: Instant | null;
}

const selectImport = sql`
  SELECT task_import.id AS import_id, state AS status, phase, file_name, sha256,
    app_user.email AS uploaded_by, dry_run, on_error, bytes_total, bytes_done, rows_total,
    rows_done, error_count, warning_count, inserted, updated, unchanged, delivery_batches,
    failure_code, failure_detail, task_import.created_at, started_at, finished_at,
    app_user.id AS uploader_id, progress_revision
  FROM core.task_import
  JOIN core.app_user ON app_user.id = task_import.uploaded_by`;

function presentImport(row: ImportRow): StoredImport {
  const { uploader_id, progress_revision, inserted, updated, unchanged, delivery_batches } = row;
  const { failure_code, failure_detail, created_at, started_at, finished_at, ...plain } = row;
  return {
    uploaderId: uploader_id,
    revision: progress_revision,
    summary: {
      import_id: plain.import_id,
      status: plain.status,
      phase: plain.phase,
      file_name: plain.file_name,
      sha256: plain.sha256,
      uploaded_by: plain.uploaded_by,
      dry_run: plain.dry_run,
      on_error: plain.on_error,
      bytes_total: plain.bytes_total,
      bytes_done: plain.bytes_done,
      rows_total: plain.rows_total,
      rows_done: plain.rows_done,
      error_count: plain.error_count,
      warning_count: plain.warning_count,
      tasks_imported:
        inserted === null || updated === null || unchanged === null || delivery_batches === null
          ? null
          : { insert: inserted, update: updated, unchanged, delivery_batches },
      failure:
        failure_code === null
          ? null
          : {
              code: problemCodeSchema.catch('internal').parse(failure_code),
              detail: failure_detail ?? '',
            },
      created_at: isoOf(created_at),
      started_at: started_at && isoOf(started_at),
      finished_at: finished_at && isoOf(finished_at),
    },
  };
}
