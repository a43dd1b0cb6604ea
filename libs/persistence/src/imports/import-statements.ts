import { KEPT_FILE_HOURS, MAX_KEPT_FILES } from '@portal/contracts/constants';
import { epoch } from '../queries/scope-sql.js';
import { sql } from '../sql.js';

/** Serializes the transactions that add imports of one user, until their end. */
export const lockUploader = sql`SELECT FROM core.app_user WHERE id = $1 FOR NO KEY UPDATE`;

export const countUnfinished = sql`
SELECT count(*)::integer AS unfinished FROM core.task_import
WHERE state IN ('queued', 'running') AND uploaded_by = $1
`;

export const insert = sql`
INSERT INTO core.task_import
  (id, uploaded_by, file_name, store_key, sha256, dry_run, on_error, bytes_total)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
`;

/** The unfinished import of the same content by the same user with the same options. */
export const findSame = sql`
SELECT id FROM core.task_import
WHERE state IN ('queued', 'running') AND cancel_requested_at IS NULL
  AND uploaded_by = $1 AND sha256 = $2 AND dry_run = $3 AND on_error = $4
ORDER BY created_at
LIMIT 1
`;

/**
 * Takes the file from the ended import that has it, and queues an import of it. Concurrent calls and
 * the removal of the file wait for each other at the row that has the file.
 */
export const runAgain = sql`
WITH source AS (
  UPDATE core.task_import SET has_file = false
  WHERE has_file AND state NOT IN ('queued', 'running')
    AND finished_at > now() - interval '${KEPT_FILE_HOURS} hours'
    AND store_key = (SELECT store_key FROM core.task_import WHERE id = $2)
  RETURNING file_name, store_key, sha256, bytes_total)
INSERT INTO core.task_import
  (id, uploaded_by, file_name, store_key, sha256, dry_run, on_error, bytes_total)
SELECT $1, $3, file_name, store_key, sha256, $4, $5, bytes_total FROM source
RETURNING id
`;

export const keysWithoutImport = sql`
SELECT store_key FROM unnest($1::text[]) AS stored (store_key)
WHERE NOT EXISTS (
  SELECT FROM core.task_import WHERE has_file AND task_import.store_key = stored.store_key)
`;

/**
 * Locks the files that are no longer kept: of imports that ended too long ago, or of which
 * their user has too many newer ones.
 */
export const giveUpFiles = sql`
UPDATE core.task_import SET has_file = false
WHERE id IN (
  SELECT id FROM core.task_import
  WHERE has_file AND state NOT IN ('queued', 'running') AND (
    finished_at <= now() - interval '${KEPT_FILE_HOURS} hours'
    OR id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY uploaded_by ORDER BY finished_at DESC, id) AS place
        FROM core.task_import
        WHERE has_file AND state NOT IN ('queued', 'running')) AS ended
      WHERE place > ${MAX_KEPT_FILES}))
  FOR UPDATE SKIP LOCKED)
RETURNING store_key
`;

export const claim = sql`
UPDATE core.task_import
SET state = 'running',
  phase = 'reading',
  started_at = coalesce(started_at, clock_timestamp()),
  bytes_done = 0,
  rows_total = NULL,
  rows_done = 0,
  error_count = 0,
  warning_count = 0,
  merge_asked_at = NULL
WHERE id = $1 AND state IN ('queued', 'running')
RETURNING id, uploaded_by AS "uploadedBy", store_key AS "storeKey", dry_run AS "dryRun",
  on_error = 'skip' AS "keepValidRows", bytes_total AS "bytesTotal",
  cancel_requested_at IS NOT NULL AS "cancelRequested"
`;

export const writeProgress = sql`
UPDATE core.task_import
SET phase = $2, bytes_done = $3, rows_total = $4, rows_done = $5,
  error_count = $6, warning_count = $7,
  merge_asked_at = CASE WHEN $8 THEN coalesce(merge_asked_at, clock_timestamp()) END
WHERE id = $1 AND state = 'running'
RETURNING cancel_requested_at IS NOT NULL AS cancel_requested
`;

export const insertIssues = sql`
INSERT INTO core.task_import_error (import_id, position, row_number, field, severity, reason)
SELECT $1::uuid, position, row_number, field, severity, reason
FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
  WITH ORDINALITY AS note (row_number, field, severity, reason, position)
`;

export const finish = sql`
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
  issue_fields = $14,
  merge_asked_at = NULL,
  finished_at = clock_timestamp()
WHERE id = $1 AND state = 'running'
RETURNING id
`;

export const stampLastImport = sql`
INSERT INTO core.meta (key, value, updated_at)
VALUES ($1, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), now())
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
`;

export const cancel = sql`
UPDATE core.task_import SET
  cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
  phase = CASE state WHEN 'queued' THEN 'done' ELSE phase END,
  finished_at = CASE state WHEN 'queued' THEN clock_timestamp() ELSE finished_at END,
  state = CASE state WHEN 'queued' THEN 'cancelled' ELSE state END
WHERE id = $1 AND state IN ('queued', 'running')
RETURNING id
`;

/** The time at which the file of an import is removed; null without a file. */
export const fileKeptUntil = sql`
CASE WHEN has_file THEN finished_at + interval '${KEPT_FILE_HOURS} hours' END`;

const SMALL_FILE_BYTES = 1024 * 1024;

/** The unfinished imports, in the order of their turns by `turn, due_at, id`. */
const unfinished = sql`
SELECT *, row_number() OVER (
  PARTITION BY uploaded_by ORDER BY state = 'running' DESC, due_at, id) AS turn
FROM (
  SELECT id, state, uploaded_by, is_small,
    created_at + CASE WHEN is_small OR dry_run THEN '0' ELSE '1 minute' END::interval AS due_at
  FROM core.task_import, LATERAL (SELECT bytes_total <= ${SMALL_FILE_BYTES} AS is_small) AS size
  WHERE state IN ('queued', 'running')) AS waiting`;

export const inTurn = sql`
SELECT id, state, is_small AS "isSmall" FROM (${unfinished}) AS numbered ORDER BY turn, due_at, id
`;

/** The place of an import that waits for a worker, or until others have merged; null otherwise. */
export const queuePlace = sql`
CASE
  WHEN state = 'queued' THEN (
    SELECT place FROM (
      SELECT id, row_number() OVER (ORDER BY turn, due_at, id) AS place
      FROM (${unfinished}) AS numbered WHERE state = 'queued') AS queue
    WHERE queue.id = task_import.id)
  WHEN state = 'running' AND merge_asked_at IS NOT NULL THEN (
    SELECT count(*) FROM core.task_import AS other
    WHERE other.state = 'running'
      AND (other.merge_asked_at, other.id) <= (task_import.merge_asked_at, task_import.id))
END`;

const selectImport = sql`
SELECT task_import.id AS import_id, state AS status, phase, file_name, sha256,
  app_user.email AS uploaded_by, dry_run, on_error, bytes_total, bytes_done, rows_total,
  rows_done, error_count, warning_count, inserted, updated, unchanged, delivery_batches,
  failure_code, failure_detail, task_import.created_at, started_at, finished_at,
  ${fileKeptUntil} AS file_kept_until, ${queuePlace} AS queue_place,
  app_user.id AS uploader_id, ${epoch} AS epoch, progress_revision AS revision
FROM core.task_import
JOIN core.app_user ON app_user.id = task_import.uploaded_by
`;

export const find = sql`${selectImport} WHERE task_import.id = $1`;

/** @param condition on the rows; `limit` and `offset` are placeholders */
export const page = (
  condition: string,
  order: string,
  limit: string,
  offset: string,
): string => sql`
${selectImport}
WHERE ${condition}
ORDER BY ${order}
LIMIT ${limit} OFFSET ${offset}
`;

export const count = (condition: string): string => sql`
SELECT count(*) AS total
FROM core.task_import
JOIN core.app_user ON app_user.id = task_import.uploaded_by
WHERE ${condition}
`;

export const issues = sql`
SELECT position, row_number AS row, field, severity, reason
FROM core.task_import_error
WHERE import_id = $1 AND position >= $2 AND ($4::text IS NULL OR field = $4)
ORDER BY position
LIMIT $3
`;

/** Imports of version 0.1.0 have no counts: of those the stored errors and warnings count. */
export const issueFields = sql`
SELECT field, count FROM core.task_import, LATERAL (
  SELECT key AS field, value::bigint AS count FROM jsonb_each_text(issue_fields)
  UNION ALL
  SELECT field, count(*) FROM core.task_import_error
  WHERE import_id = task_import.id AND issue_fields IS NULL
  GROUP BY field) AS counted
WHERE id = $1
ORDER BY count DESC, field
`;

export const recentIds = sql`
SELECT id FROM core.task_import
WHERE state IN ('queued', 'running') OR finished_at > now() - interval '10 minutes'
`;

export const load = sql`
SELECT
  count(*) FILTER (WHERE state = 'queued')::int4 AS queued,
  count(*) FILTER (WHERE state = 'running')::int4 AS running,
  coalesce(sum(rows_read), 0)::float8 AS rows,
  coalesce(
    sum(rows_read / greatest(extract(epoch FROM clock_timestamp() - started_at), 0.001))
      FILTER (WHERE state = 'running' AND started_at IS NOT NULL),
    0)::float8 AS "rowsPerSecond"
FROM (
  SELECT state, started_at,
    -- Merging counts the rows from the beginning, when all of them have been read.
    CASE WHEN phase = 'merging' THEN greatest(rows_total, rows_done) ELSE rows_done END
      AS rows_read
  FROM core.task_import) AS progress
`;
