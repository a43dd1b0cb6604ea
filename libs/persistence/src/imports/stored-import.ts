import type { ImportSummary } from '@portal/contracts/imports';
import { problemCodeSchema } from '@portal/contracts/problem';
import type { Stamp } from '@portal/contracts/stamp';
import { epoch } from '../stamp-sql.js';
import { sql } from '../sql.js';

/**
 * An import in the format of the API, with its uploader. Its revision increases with each change of
 * this import.
 */
export interface StoredImport extends Stamp {
  readonly uploaderId: number;
  /** The projects that it changes, as far as they are known; all of them if it waits for a confirmation. */
  readonly projects: readonly number[];
  readonly summary: ImportSummary;
}

/** The time at which the file of an import is removed; null without a file. */
export const fileKeptUntil = sql`
CASE WHEN has_file THEN finished_at + make_interval(days => file_days) END`;

const SMALL_FILE_BYTES = 1024 * 1024;

/** The import that undoes this one and is not undone itself. */
export const undoneBy = sql`(
SELECT undo.id FROM core.task_import AS undo
WHERE undo.undoes = task_import.id AND NOT undo.dry_run AND undo.state NOT IN ('failed', 'cancelled')
  AND NOT EXISTS (
    SELECT FROM core.task_import AS redo
    WHERE redo.undoes = undo.id AND NOT redo.dry_run AND redo.state = 'completed')
ORDER BY undo.created_at DESC
LIMIT 1)`;

/**
 * The unfinished imports with their place in the order of turns: each user's first comes before the
 * second of any; of one turn the older one, with a minute's start for small files and dry runs. One
 * that was moved among all is before or behind the others, the last moved outermost; before them it
 * has taken the first turn of its uploader. Those moved among the uploader's own exchange only the
 * turns of that user, so nobody else waits longer.
 */
export const unfinishedInTurn = sql`
SELECT id, state, uploaded_by, is_small,
  row_number() OVER (ORDER BY queue_order, turn, turn_due_at, uploaded_by, id) AS place
FROM (
  SELECT *, nth_value(due_at, turn) OVER (
    PARTITION BY queue_order > 0, uploaded_by ORDER BY state = 'running' DESC, due_at, id
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS turn_due_at
  FROM (
    SELECT *, (row_number() OVER (
      PARTITION BY queue_order > 0, uploaded_by
      ORDER BY state = 'running' DESC, queue_order, own_order, due_at, id))::int4 AS turn
    FROM (
      SELECT id, state, uploaded_by, is_small,
        created_at + CASE WHEN is_small OR dry_run THEN '0' ELSE '1 minute' END::interval AS due_at,
        CASE WHEN moved_among = 'all' AND state = 'queued' THEN move ELSE 0 END AS queue_order,
        CASE WHEN moved_among = 'own' THEN move ELSE 0 END AS own_order
      FROM core.task_import,
        LATERAL (SELECT bytes_total <= ${SMALL_FILE_BYTES} AS is_small,
          extract(epoch FROM moved_at) * CASE moved_to WHEN 'first' THEN -1 ELSE 1 END AS move) AS told
      WHERE state IN ('queued', 'running')) AS waiting) AS numbered) AS due`;

/** The place of an import that waits for a worker, or until others have merged; null otherwise. */
export const queuePlace = sql`
CASE
  WHEN state = 'queued' THEN (
    SELECT place FROM (
      SELECT id, row_number() OVER (ORDER BY place) AS place
      FROM (${unfinishedInTurn}) AS unfinished WHERE state = 'queued') AS queue
    WHERE queue.id = task_import.id)
  WHEN state = 'running' AND merge_asked_at IS NOT NULL THEN (
    SELECT count(*) FROM core.task_import AS other
    WHERE other.state = 'running' AND other.projects && task_import.projects
      AND (other.merge_asked_at, other.id) <= (task_import.merge_asked_at, task_import.id))
END`;

/** Since when an import has waited; null if it does not wait. */
export const waitingSince = sql`
CASE state WHEN 'queued' THEN coalesce(confirmed_at, task_import.created_at)
  WHEN 'running' THEN merge_asked_at WHEN 'unconfirmed' THEN asked_at END`;

/** A count of a completed import; null for any other. */
export const imported = (column: string): string =>
  sql`CASE state WHEN 'completed' THEN ${column} END`;

/** Of an unconfirmed import a count that it would have; null for any other. */
export const wouldImport = (column: string): string =>
  sql`CASE state WHEN 'unconfirmed' THEN ${column} END`;

/** Whether it is above the limits of a project, so that an import of the file waits for a confirmation. */
export const needsConfirmation = sql`coalesce(shares @> '[{"is_above": true}]', false)`;

/** The email of the user who said yes. */
export const confirmedBy = sql`(
SELECT email FROM core.app_user AS confirmer WHERE confirmer.id = task_import.confirmed_by)`;

const columns = sql`
task_import.id AS import_id, state AS status, phase, file_name, sha256,
  app_user.email AS uploaded_by, dry_run, on_error, format, columns, empty, format_name, format_version, bytes_total, bytes_done, rows_total,
  rows_done, error_count, warning_count, inserted, updated, unchanged, delivery_batches,
  failure_code, failure_detail, task_import.created_at, started_at, finished_at,
  ${fileKeptUntil} AS file_kept_until, ${queuePlace} AS queue_place,
  on_older, older_count, on_conflict, conflict_count, undo_until, undoes, ${undoneBy} AS undone_by,
  removed AS removed_count, kept AS kept_count,
  ${waitingSince} AS waiting_since, moved_to, moved_among, shares,
  ${needsConfirmation} AS needs_confirmation, confirmed_at, ${confirmedBy} AS confirmed_by,
  filled_projects, projects,
  app_user.id AS uploader_id, ${epoch} AS epoch, progress_revision AS revision`;

export const fromImports = sql`
FROM core.task_import JOIN core.app_user ON app_user.id = task_import.uploaded_by`;

export const selectImport = sql`SELECT ${columns} ${fromImports}`;

/** With the value that sorts them as exact text. */
export const selectSorted = (sort: string): string =>
  sql`SELECT ${columns}, (${sort})::text AS sort_text ${fromImports}`;

/** A row of `selectImport`. */
export interface ImportRow
  extends Omit<ImportSummary, 'tasks_imported' | 'would_import' | 'failure' | 'moved'>, Stamp {
  readonly uploader_id: number;
  readonly projects: readonly number[];
  readonly inserted: number | null;
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly delivery_batches: number | null;
  readonly failure_code: string | null;
  readonly failure_detail: string | null;
  readonly moved_to: 'first' | 'last' | null;
  readonly moved_among: 'all' | 'own' | null;
}

export function presentImport(row: ImportRow): StoredImport {
  const { uploader_id, projects, epoch, revision, inserted, updated, unchanged, delivery_batches } =
    row;
  const { failure_code, failure_detail, moved_to, moved_among, ...plain } = row;
  const counts =
    inserted === null || updated === null || unchanged === null || delivery_batches === null
      ? null
      : { insert: inserted, update: updated, unchanged, delivery_batches };
  return {
    uploaderId: uploader_id,
    projects,
    epoch,
    revision,
    summary: {
      import_id: plain.import_id,
      status: plain.status,
      phase: plain.phase,
      file_name: plain.file_name,
      sha256: plain.sha256,
      uploaded_by: plain.uploaded_by,
      dry_run: plain.dry_run,
      on_error: plain.on_error,
      format: plain.format,
      columns: plain.columns,
      empty: plain.empty,
      format_name: plain.format_name,
      format_version: plain.format_version,
      bytes_total: plain.bytes_total,
      bytes_done: plain.bytes_done,
      rows_total: plain.rows_total,
      rows_done: plain.rows_done,
      error_count: plain.error_count,
      warning_count: plain.warning_count,
      tasks_imported: plain.status === 'completed' ? counts : null,
      failure:
        failure_code === null
          ? null
          : {
              code: problemCodeSchema.catch('internal').parse(failure_code),
              detail: failure_detail ?? '',
            },
      created_at: plain.created_at,
      started_at: plain.started_at,
      finished_at: plain.finished_at,
      file_kept_until: plain.file_kept_until,
      queue_place: plain.queue_place,
      on_older: plain.on_older,
      older_count: plain.older_count,
      on_conflict: plain.on_conflict,
      conflict_count: plain.conflict_count,
      undo_until: plain.undo_until,
      undoes: plain.undoes,
      undone_by: plain.undone_by,
      removed_count: plain.removed_count,
      kept_count: plain.kept_count,
      waiting_since: plain.waiting_since,
      moved: moved_to && moved_among && { to: moved_to, among: moved_among },
      shares: plain.shares,
      would_import: plain.status === 'unconfirmed' ? counts : null,
      needs_confirmation: plain.needs_confirmation,
      confirmed_at: plain.confirmed_at,
      confirmed_by: plain.confirmed_by,
      filled_projects: plain.filled_projects,
    },
  };
}

/** What an import would have done that waited for a confirmation. */
export const forgetResult = sql`
inserted = NULL, updated = NULL, unchanged = NULL, delivery_batches = NULL, older_count = 0, conflict_count = 0,
sample = NULL, asked_at = NULL`;
