import { REVIEW_COLUMNS, TASK_COLUMNS, valueNames } from '@portal/persistence/schema/task-columns';
import { sql } from '@portal/persistence/sql';

/**
 * The statements of one chunk: the tasks with keys in ($1, $2]. $3 lists the projects that the uploader
 * may change, null for all.
 *
 * Each statement visits rows in proportion to the chunk, whatever the planner's statistics say. So the
 * planner has no choice: a stored row is found by its key in a subquery that OFFSET 0 separates, or as
 * the conflict of an INSERT. `planForLookups` disables other plans.
 */
const COLUMNS = valueNames(TASK_COLUMNS);
const REVIEW_VALUES = valueNames(REVIEW_COLUMNS);

const differs = (stored: string, values: string, columns: readonly string[]): string =>
  `(${of(stored, columns)}) IS DISTINCT FROM (${of(values, columns)})`;
const sameReview =
  '(review.turing_task_id, review.turing_review_id) = (staged.turing_task_id, staged.turing_review_id)';
const mayChange = '($3::int[] IS NULL OR task.project_id = ANY ($3))';

/** The tasks to write: new ones, and those that differ from the stored task. */
export const changeTable = sql`
CREATE TEMPORARY TABLE merge_change (
  turing_task_id  bigint PRIMARY KEY,
  is_new          boolean NOT NULL,
  reviews_differ  boolean NOT NULL
) ON COMMIT DROP
`;

/** For the rest of the transaction, joins look up each row of one side in an index of the other. */
export const planForLookups = sql`
SET LOCAL enable_seqscan = off;
SET LOCAL enable_bitmapscan = off;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = off;
`;

/** The last key of the chunk of a table after key $1, and its number of rows, at most $2. */
export const nextChunk = (table: 'stage_task' | 'merge_change'): string => sql`
SELECT max(turing_task_id) AS last, count(*) AS rows
FROM (
  SELECT turing_task_id FROM ${table}
  WHERE turing_task_id > $1
  ORDER BY turing_task_id
  LIMIT $2
) AS chunk
`;

const aReviewIsNewOrDiffers = sql`EXISTS (
  SELECT FROM stage_review AS staged
  WHERE staged.turing_task_id = task.turing_task_id AND NOT EXISTS (
    SELECT FROM core.task_review AS review
    WHERE ${sameReview} AND NOT ${differs('review', 'staged', REVIEW_VALUES)}
    OFFSET 0)
  OFFSET 0)`;

const aReviewIsGone = sql`EXISTS (
  SELECT FROM core.task_review AS review
  WHERE review.turing_task_id = task.turing_task_id AND NOT EXISTS (
    SELECT FROM stage_review AS staged WHERE ${sameReview} OFFSET 0)
  OFFSET 0)`;

/**
 * Stores in `merge_change` the tasks of a chunk to write. Returns how many of the chunk's tasks exist
 * and how many of those change. A task that is stored in a project without data-upload counts as new;
 * `writeTasks` does not change it.
 */
export const classify = sql`
WITH compared AS MATERIALIZED (
  SELECT staged.turing_task_id, task.turing_task_id IS NULL AS is_new,
    coalesce(task_differs, true) AS task_differs,
    CASE WHEN task.turing_task_id IS NULL OR NOT staged.has_reviews THEN false
      ELSE ${aReviewIsNewOrDiffers} OR ${aReviewIsGone} END AS reviews_differ
  FROM stage_task AS staged
  LEFT JOIN LATERAL (
    SELECT task.turing_task_id, ${differs('task', 'staged', COLUMNS)} AS task_differs
    FROM core.task
    WHERE task.turing_task_id = staged.turing_task_id AND ${mayChange}
    OFFSET 0
  ) AS task ON true
  WHERE ${range('staged')}
), stored AS (
  INSERT INTO merge_change (turing_task_id, is_new, reviews_differ)
  SELECT turing_task_id, is_new, reviews_differ FROM compared
  WHERE task_differs OR reviews_differ
  RETURNING is_new
)
SELECT (SELECT count(*) FROM compared WHERE NOT is_new) AS existing,
  (SELECT count(*) FROM stored WHERE NOT is_new) AS changed
`;

/**
 * Writes the tasks of `merge_change` in key order, and locks the tasks whose reviews alone differ.
 * Transactions that lock tasks in key order do not deadlock. A task that another transaction has
 * inserted meanwhile is updated.
 */
export const writeTasks = sql`
INSERT INTO core.task (turing_task_id, ${COLUMNS.join(', ')})
SELECT staged.turing_task_id, ${of('staged', COLUMNS)}
FROM merge_change AS change
CROSS JOIN LATERAL (
  SELECT * FROM stage_task AS staged WHERE staged.turing_task_id = change.turing_task_id OFFSET 0
) AS staged
WHERE ${range('change')}
ORDER BY staged.turing_task_id
ON CONFLICT (turing_task_id) DO UPDATE
SET ${assignments(COLUMNS, 'excluded')}
WHERE ${mayChange} AND ${differs('task', 'excluded', COLUMNS)}
`;

/** Deletes the reviews that a task of the file no longer has. */
export const deleteReviews = sql`
DELETE FROM core.task_review AS review
WHERE turing_task_id = ANY (ARRAY(
    SELECT turing_task_id FROM merge_change AS change WHERE ${range('change')} AND reviews_differ))
  AND NOT EXISTS (SELECT FROM stage_review AS staged WHERE ${sameReview} OFFSET 0)
`;

/** Writes the reviews of the tasks of `merge_change`, if they are new or differ. */
export const writeReviews = sql`
INSERT INTO core.task_review (turing_task_id, turing_review_id, ${REVIEW_VALUES.join(', ')})
SELECT staged.turing_task_id, staged.turing_review_id, ${of('staged', REVIEW_VALUES)}
FROM merge_change AS change
CROSS JOIN LATERAL (
  SELECT * FROM stage_review AS staged WHERE staged.turing_task_id = change.turing_task_id OFFSET 0
) AS staged
WHERE ${range('change')} AND (is_new OR reviews_differ)
  AND ($3::int[] IS NULL OR EXISTS (
    SELECT FROM core.task
    WHERE task.turing_task_id = staged.turing_task_id AND task.project_id = ANY ($3)
    OFFSET 0))
ORDER BY staged.turing_task_id, staged.turing_review_id
ON CONFLICT (turing_task_id, turing_review_id) DO UPDATE
SET ${assignments(REVIEW_VALUES, 'excluded')}
WHERE ${differs('task_review', 'excluded', REVIEW_VALUES)}
`;

export const stagedDeliveryBatches = sql`
SELECT count(*) AS delivery_batches
FROM (
  SELECT DISTINCT project_id, delivery_batch FROM stage_task WHERE delivery_batch IS NOT NULL
) AS named
`;

function of(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}

function assignments(columns: readonly string[], source: string): string {
  return columns.map((column) => `${column} = ${source}.${column}`).join(', ');
}

function range(table: string): string {
  return `${table}.turing_task_id > $1 AND ${table}.turing_task_id <= $2`;
}
