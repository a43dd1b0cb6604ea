import { REVIEW_VALUES, TASK_COLUMNS, TASK_VALUES } from '@portal/persistence/schema/task-columns';
import { sql } from '@portal/persistence/sql';
import { NAMED_BITS } from '../named-columns.js';

// The statements of an undo. $1 is the transaction of the import to undo.

/** Whether the task is as the import to undo left it; the function is slow, and rarely needed. */
const isUnchanged = sql`(
  task.changed_in = $1 OR core.is_left_by(task.turing_task_id, task.changed_in, $1))`;

const named = [...NAMED_BITS]
  .map(([name, bit]) => `CASE WHEN stored.before ? '${name}' THEN ${bit} ELSE 0 END`)
  .join('\n    + ');

/** A former value; the others of the row are those of the task and are not named. */
const valueOf = ({ name, nullable, type }: (typeof TASK_COLUMNS)[number]): string => {
  if (!NAMED_BITS.has(name)) return `coalesce(old.${name}, task.${name})`;
  if (nullable) return `old.${name}`;
  return type === 'text' ? `coalesce(old.${name}, '')` : `coalesce(old.${name}, 0)`;
};

/** No task has it: a task that the undo creates must not exist. */
const NO_TRANSACTION = '1';

/**
 * Stages the tasks that the import changed or removed, as rows that name the fields it changed. A task that
 * has changed since is left out.
 */
export const stageTasks = sql`
INSERT INTO stage_task (row_number, expected, named, has_reviews, turing_task_id, ${TASK_VALUES.join(', ')})
SELECT 0, coalesce(task.changed_in, '${NO_TRANSACTION}'), ${named},
  EXISTS (
    SELECT FROM core.task_reviews_before AS reviews
    WHERE (reviews.xid, reviews.turing_task_id) = (stored.xid, stored.turing_task_id)),
  stored.turing_task_id,
  ${TASK_COLUMNS.filter(({ key }) => !key)
    .map(valueOf)
    .join(', ')}
FROM core.task_before AS stored
CROSS JOIN LATERAL jsonb_populate_record(NULL::core.task, stored.before) AS old
LEFT JOIN core.task ON task.turing_task_id = stored.turing_task_id
WHERE stored.xid = $1 AND CASE
  WHEN stored.before ? 'turing_task_id' THEN task.turing_task_id IS NULL
  ELSE task.turing_task_id IS NOT NULL AND ${isUnchanged} END
ORDER BY stored.turing_task_id
`;

export const stageReviews = sql`
INSERT INTO stage_review (row_number, turing_task_id, turing_review_id, ${REVIEW_VALUES.join(', ')})
SELECT 0, stored.turing_task_id, review.turing_review_id,
  ${REVIEW_VALUES.map((name) => `review.${name}`).join(', ')}
FROM core.task_reviews_before AS stored
JOIN stage_task AS staged USING (turing_task_id)
CROSS JOIN LATERAL jsonb_populate_recordset(NULL::core.task_review, stored.reviews) AS review
WHERE stored.xid = $1
ORDER BY stored.turing_task_id, review.turing_review_id
`;

/** The tasks that the import created and nobody has changed since. */
export const stageRemovals = sql`
CREATE TEMPORARY TABLE undo_removal AS
SELECT task.turing_task_id, task.changed_in AS expected
FROM core.task_created AS created
CROSS JOIN LATERAL unnest(created.ids) AS id
JOIN core.task ON task.turing_task_id = id
WHERE created.xid = $1 AND ${isUnchanged}
ORDER BY task.turing_task_id
`;

export const indexRemovals = sql`
ALTER TABLE undo_removal ADD PRIMARY KEY (turing_task_id);
ANALYZE undo_removal;
`;

/** The tasks of the import that have changed since or, if it removed them, exist again. */
const newerTasks = sql`
SELECT stored.turing_task_id
FROM core.task_before AS stored
WHERE stored.xid = $1
  AND NOT EXISTS (SELECT FROM stage_task AS staged WHERE staged.turing_task_id = stored.turing_task_id)
UNION ALL
SELECT id
FROM core.task_created AS created
CROSS JOIN LATERAL unnest(created.ids) AS id
WHERE created.xid = $1
  AND EXISTS (SELECT FROM core.task WHERE task.turing_task_id = id)
  AND NOT EXISTS (SELECT FROM undo_removal AS removal WHERE removal.turing_task_id = id)
`;

export const countNewer = sql`SELECT count(*) FROM (${newerTasks}) AS newer`;

/** The first $2 of them, with what changed each last. */
export const listNewer = sql`
SELECT newer.turing_task_id, task.turing_task_id IS NULL AS is_deleted, noted.at,
  noted.actor_email, task_import.file_name
FROM (${newerTasks} ORDER BY 1 LIMIT $2) AS newer
LEFT JOIN core.task USING (turing_task_id)
LEFT JOIN core.task_transaction AS noted ON noted.xid = task.changed_in
LEFT JOIN core.task_import ON task_import.id = noted.import_id
ORDER BY 1
`;

/** The projects in which the tasks of the import are, or would be again. */
export const projectsOf = sql`
SELECT task.project_id
FROM core.task_before AS stored JOIN core.task USING (turing_task_id)
WHERE stored.xid = $1
UNION
SELECT (before ->> 'project_id')::int
FROM core.task_before
WHERE xid = $1 AND before ? 'project_id'
UNION
SELECT task.project_id
FROM core.task_created AS created
CROSS JOIN LATERAL unnest(created.ids) AS id
JOIN core.task ON task.turing_task_id = id
WHERE created.xid = $1
`;

const hasProject = sql`EXISTS (
  SELECT FROM core.project WHERE project.id = staged.project_id OFFSET 0)`;

/** Tasks whose former batch is gone, unless the undo makes it again. */
const isWithoutBatch = sql`
NOT EXISTS (
  SELECT FROM core.batch
  WHERE (batch.project_id, batch.turing_batch_id) = (staged.project_id, staged.turing_batch_id)
  OFFSET 0)
AND NOT (${hasProject} AND EXISTS (
  SELECT FROM core.batch_before AS stored
  WHERE (stored.xid, stored.project_id, stored.turing_batch_id)
    = ($1, staged.project_id, staged.turing_batch_id) AND stored.after IS NULL
  OFFSET 0))`;

export const listWithoutBatch = sql`
SELECT turing_task_id, turing_batch_id, ${hasProject} AS has_project, count(*) OVER () AS total
FROM stage_task AS staged
WHERE ${isWithoutBatch}
ORDER BY turing_task_id
LIMIT $2
`;

export const dropWithoutBatch = sql`DELETE FROM stage_task AS staged WHERE ${isWithoutBatch}`;

/** Locks every task to write or remove, in key order like any other change of many tasks. */
export const lockTasks = sql`
SELECT count(*)
FROM (
  SELECT
  FROM (
    SELECT turing_task_id FROM merge_change
    UNION ALL
    SELECT turing_task_id FROM undo_removal
    ORDER BY 1
    OFFSET 0
  ) AS named
  JOIN core.task USING (turing_task_id)
  FOR UPDATE OF task
) AS locked
`;

/** Keeps the former batches from being deleted until the transaction ends. */
export const keepBatches = sql`
SELECT count(*)
FROM (
  SELECT FROM (SELECT DISTINCT project_id, turing_batch_id FROM stage_task) AS named
  JOIN core.batch USING (project_id, turing_batch_id)
  ORDER BY project_id, turing_batch_id
  FOR KEY SHARE OF batch
) AS kept
`;

/** Those of projects that exist. */
export const restoreBatches = sql`
INSERT INTO core.batch
SELECT old.*
FROM core.batch_before AS stored
CROSS JOIN LATERAL jsonb_populate_record(NULL::core.batch, stored.before) AS old
WHERE stored.xid = $1 AND stored.after IS NULL
  AND EXISTS (SELECT FROM core.project WHERE project.id = stored.project_id)
ORDER BY old.project_id, old.turing_batch_id
ON CONFLICT DO NOTHING
`;

export const keepReviewsOfRemovals = sql`
INSERT INTO core.task_reviews_before (xid, turing_task_id, reviews)
SELECT pg_current_xact_id(), removal.turing_task_id, stored.reviews
FROM undo_removal AS removal
CROSS JOIN LATERAL (
  SELECT jsonb_agg(to_jsonb(review) - 'turing_task_id' ORDER BY turing_review_id) AS reviews
  FROM core.task_review AS review
  WHERE review.turing_task_id = removal.turing_task_id
  OFFSET 0
) AS stored
WHERE stored.reviews IS NOT NULL AND core.keeps_before()
ON CONFLICT DO NOTHING
`;

export const removeTasks = sql`
DELETE FROM core.task USING undo_removal AS removal
WHERE task.turing_task_id = removal.turing_task_id AND task.changed_in = removal.expected
`;

/** The batches that the import made or changed and nobody has changed since. */
const ownBatches = sql`
SELECT batch.project_id, batch.turing_batch_id, stored.before
FROM core.batch_before AS stored
JOIN core.batch USING (project_id, turing_batch_id)
WHERE stored.xid = $1 AND stored.after IS NOT NULL
  AND (batch.name, batch.status) = (stored.after ->> 'name', stored.after ->> 'status')
ORDER BY 1, 2
FOR UPDATE OF batch
`;

export const renameBatches = sql`
WITH own AS MATERIALIZED (${ownBatches})
UPDATE core.batch SET name = own.before ->> 'name', status = own.before ->> 'status', updated_at = now()
FROM own
WHERE (batch.project_id, batch.turing_batch_id) = (own.project_id, own.turing_batch_id)
  AND own.before IS NOT NULL
`;

export const removeEmptyBatches = sql`
WITH own AS MATERIALIZED (${ownBatches})
DELETE FROM core.batch USING own
WHERE (batch.project_id, batch.turing_batch_id) = (own.project_id, own.turing_batch_id)
  AND own.before IS NULL AND NOT EXISTS (
    SELECT FROM core.task
    WHERE (task.project_id, task.turing_batch_id) = (batch.project_id, batch.turing_batch_id))
`;
