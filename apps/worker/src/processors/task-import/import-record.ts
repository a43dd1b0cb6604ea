import type { ImportCounts, ImportError } from '@portal/contracts/imports';
import type { ProblemCode } from '@portal/contracts/problem';
import { sql } from '@portal/persistence/sql';
import type { ClientBase, Pool } from 'pg';

/** What a run needs to know of its import. */
export interface ImportRecord {
  readonly id: string;
  readonly uploadedBy: number;
  readonly storeKey: string;
  readonly dryRun: boolean;
  readonly keepValidRows: boolean;
  readonly bytesTotal: number;
  readonly cancelRequested: boolean;
}

/** How far a run is; `rowsDone` counts rows read, and then rows merged. */
export interface ImportProgress {
  readonly phase: 'loading' | 'reading' | 'merging' | 'committing';
  readonly bytesDone: number;
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly errors: number;
  readonly warnings: number;
}

export interface ImportResult {
  readonly counts: ImportCounts | null;
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly bytesDone: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: readonly ImportError[];
}

export type FinalState =
  | { readonly state: 'completed' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly code: ProblemCode; readonly detail: string };

/** Marks the import as running, from the beginning; undefined when it has ended or is unknown. */
export async function claimImport(pool: Pool, importId: string): Promise<ImportRecord | undefined> {
  const claimed = await pool.query<ImportRecord>(claim, [importId]);
  return claimed.rows[0];
}

/** Where the file of an import is kept; undefined when there is no such import. */
export async function readStoreKey(pool: Pool, importId: string): Promise<string | undefined> {
  const found = await pool.query<{ store_key: string }>(
    sql`SELECT store_key FROM core.task_import WHERE id = $1`,
    [importId],
  );
  return found.rows[0]?.store_key;
}

/** Writes progress; tells whether somebody asked to cancel. */
export async function writeProgress(
  pool: Pool,
  importId: string,
  progress: ImportProgress,
): Promise<boolean> {
  const written = await pool.query<{ cancel_requested: boolean }>(update, [
    importId,
    progress.phase,
    progress.bytesDone,
    progress.rowsTotal,
    progress.rowsDone,
    progress.errors,
    progress.warnings,
  ]);
  return written.rows[0]?.cancel_requested ?? false;
}

/** Writes how the import ended, in the transaction of `db`; an import ends once. */
export async function endImport(
  db: ClientBase,
  importId: string,
  end: FinalState,
  result: ImportResult,
): Promise<void> {
  const failure = end.state === 'failed' ? end : undefined;
  const { notes } = result;
  await db.query(insertNotes, [
    importId,
    notes.map((note) => note.row),
    notes.map((note) => note.field),
    notes.map((note) => note.severity),
    notes.map((note) => note.reason),
  ]);
  const ended = await db.query(finish, [
    importId,
    end.state,
    result.bytesDone,
    result.rowsTotal,
    result.rowsDone,
    result.errors,
    result.warnings,
    result.counts?.insert,
    result.counts?.update,
    result.counts?.unchanged,
    result.counts?.delivery_batches,
    failure?.code,
    failure?.detail,
  ]);
  if (ended.rowCount !== 1) throw new Error(`import ${importId} has ended already`);
}

const claim = sql`
UPDATE core.task_import
SET state = 'running',
  phase = 'reading',
  started_at = coalesce(started_at, clock_timestamp()),
  bytes_done = 0,
  rows_total = NULL,
  rows_done = 0,
  error_count = 0,
  warning_count = 0
WHERE id = $1 AND state IN ('queued', 'running')
RETURNING id, uploaded_by AS "uploadedBy", store_key AS "storeKey", dry_run AS "dryRun",
  on_error = 'skip' AS "keepValidRows", bytes_total AS "bytesTotal",
  cancel_requested_at IS NOT NULL AS "cancelRequested"
`;

const update = sql`
UPDATE core.task_import
SET phase = $2, bytes_done = $3, rows_total = $4, rows_done = $5,
  error_count = $6, warning_count = $7
WHERE id = $1 AND state = 'running'
RETURNING cancel_requested_at IS NOT NULL AS cancel_requested
`;

const finish = sql`
UPDATE core.task_import
SET state = $2,
  phase = 'done',
  bytes_done = $3,
  rows_total = $4,
  rows_done = $5,
  error_count = $6,
  warning_count = $7,
  inserted = $8,
  updated = $9,
  unchanged = $10,
  delivery_batches = $11,
  failure_code = $12,
  failure_detail = $13,
  finished_at = clock_timestamp()
WHERE id = $1 AND state = 'running'
`;

const insertNotes = sql`
INSERT INTO core.task_import_error (import_id, position, row_number, field, severity, reason)
SELECT $1::uuid, position, row_number, field, severity, reason
FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
  WITH ORDINALITY AS note (row_number, field, severity, reason, position)
`;
