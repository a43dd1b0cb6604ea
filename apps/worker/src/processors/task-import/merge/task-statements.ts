import { REVIEW_COLUMNS, TASK_COLUMNS, valueNames } from '@portal/persistence/schema/task-columns';
import { sql } from '@portal/persistence/sql';

/**
 * The statements of one chunk: the staged tasks with keys in ($1, $2]. $3 lists the projects that
 * the uploader may change, null for all. The range stands on both sides of each join, so that the
 * plan reads a chunk's part of a table and not the table.
 */
const COLUMNS = valueNames(TASK_COLUMNS);
const REVIEW_VALUES = valueNames(REVIEW_COLUMNS);

const taskDiffers = `(${of('task', COLUMNS)}) IS DISTINCT FROM (${of('staged', COLUMNS)})`;
const reviewDiffers = `(${of('review', REVIEW_VALUES)}) IS DISTINCT FROM (${of('staged', REVIEW_VALUES)})`;
const sameReview =
  '(review.turing_task_id, review.turing_review_id) = (staged.turing_task_id, staged.turing_review_id)';

/** Tasks of the stage that differ from what is stored, by themselves or by their reviews. */
export const changeTable = sql`
CREATE TEMPORARY TABLE merge_change (
  turing_task_id  bigint NOT NULL,
  task_differs    boolean NOT NULL,
  reviews_differ  boolean NOT NULL
) ON COMMIT DROP
`;

export const clearChanges = sql`TRUNCATE merge_change`;

/** The last key of the chunk that follows $1, and how many rows it has; $2 is the most. */
export const nextChunk = sql`
SELECT max(turing_task_id) AS last, count(*) AS rows
FROM (
  SELECT turing_task_id FROM stage_task
  WHERE turing_task_id > $1
  ORDER BY turing_task_id
  LIMIT $2
) AS chunk
`;

/** Notes the changes of a chunk; gives how many of its tasks exist and how many of those change. */
export const classify = sql`
WITH present AS MATERIALIZED (
  SELECT task.turing_task_id, staged.has_reviews, ${taskDiffers} AS task_differs
  FROM stage_task AS staged
  JOIN core.task ON task.turing_task_id = staged.turing_task_id
    AND ${range('task')}
  WHERE ${range('staged')}
    AND ($3::int[] IS NULL OR task.project_id = ANY ($3))
), differing_reviews AS (
  SELECT DISTINCT turing_task_id
  FROM (
    SELECT * FROM core.task_review AS review
    WHERE ${range('review')}
      AND turing_task_id IN (SELECT turing_task_id FROM present WHERE has_reviews)
  ) AS review
  FULL JOIN (
    SELECT * FROM stage_review AS staged
    WHERE ${range('staged')}
      AND turing_task_id IN (SELECT turing_task_id FROM present)
  ) AS staged USING (turing_task_id, turing_review_id)
  WHERE review.status IS NULL OR staged.status IS NULL OR ${reviewDiffers}
), noted AS (
  INSERT INTO merge_change (turing_task_id, task_differs, reviews_differ)
  SELECT present.turing_task_id, present.task_differs, differing.turing_task_id IS NOT NULL
  FROM present
  LEFT JOIN differing_reviews AS differing USING (turing_task_id)
  WHERE present.task_differs OR differing.turing_task_id IS NOT NULL
  RETURNING 1
)
SELECT (SELECT count(*) FROM present) AS existing, (SELECT count(*) FROM noted) AS changed
`;

export const lockChanged = sql`
SELECT count(*)
FROM (
  SELECT FROM core.task
  JOIN merge_change USING (turing_task_id)
  ORDER BY task.turing_task_id
  FOR NO KEY UPDATE OF task
) AS locked
`;

export const updateTasks = sql`
UPDATE core.task
SET ${assignments(COLUMNS, 'staged')}
FROM stage_task AS staged
JOIN merge_change AS change USING (turing_task_id)
WHERE task.turing_task_id = staged.turing_task_id
  AND change.task_differs
  AND ${range('staged')}
  AND ($3::int[] IS NULL OR task.project_id = ANY ($3))
  AND ${taskDiffers}
`;

/**
 * Inserts the tasks of a chunk. Somebody else may insert the same task between the look and the
 * insert: then it is changed, unless it is in a project out of the uploader's reach.
 * @param allNew whether none of the chunk's tasks existed, so that none need be looked up
 */
export function insertTasks(allNew: boolean): string {
  return sql`
INSERT INTO core.task (turing_task_id, ${COLUMNS.join(', ')})
SELECT turing_task_id, ${COLUMNS.join(', ')}
FROM stage_task AS staged
WHERE ${range('staged')}
  ${allNew ? '' : taskIsNew}
ORDER BY turing_task_id
ON CONFLICT (turing_task_id) DO UPDATE
SET ${assignments(COLUMNS, 'excluded')}
WHERE ($3::int[] IS NULL OR task.project_id = ANY ($3))
`;
}

const taskIsNew = `AND NOT EXISTS (
    SELECT FROM core.task WHERE task.turing_task_id = staged.turing_task_id AND ${range('task')})`;

/** Reviews that a task of the file no longer has. */
export const deleteReviews = sql`
DELETE FROM core.task_review AS review
USING merge_change AS change
WHERE change.reviews_differ
  AND review.turing_task_id = change.turing_task_id
  AND NOT EXISTS (SELECT FROM stage_review AS staged WHERE ${sameReview})
`;

export const updateReviews = sql`
UPDATE core.task_review AS review
SET ${assignments(REVIEW_VALUES, 'staged')}
FROM stage_review AS staged
JOIN merge_change AS change USING (turing_task_id)
WHERE ${sameReview}
  AND change.reviews_differ
  AND ${range('staged')}
  AND ${reviewDiffers}
`;

/** Inserts the reviews of a chunk that are not stored yet; all of them when its tasks are all new. */
export function insertReviews(allNew: boolean): string {
  return sql`
INSERT INTO core.task_review (turing_task_id, turing_review_id, ${REVIEW_VALUES.join(', ')})
SELECT turing_task_id, turing_review_id, ${REVIEW_VALUES.join(', ')}
FROM stage_review AS staged
WHERE ${range('staged')}
  ${allNew ? '' : reviewIsNew}
  AND ($3::int[] IS NULL OR EXISTS (
    SELECT FROM core.task
    WHERE task.turing_task_id = staged.turing_task_id AND task.project_id = ANY ($3)))
ORDER BY turing_task_id, turing_review_id
ON CONFLICT (turing_task_id, turing_review_id) DO UPDATE
SET ${assignments(REVIEW_VALUES, 'excluded')}
`;
}

const reviewIsNew = `AND NOT EXISTS (
    SELECT FROM core.task_review AS review WHERE ${sameReview} AND ${range('review')})`;

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
