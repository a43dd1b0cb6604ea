import { DONE_STATUSES } from '@portal/contracts/constants';
import { REVIEW_VALUES, TASK_VALUES } from '@portal/persistence/schema/task-columns';
import { sql } from '@portal/persistence/sql';
import { ADDS_REVIEWS, NAMED_BITS } from '../named-columns.js';
import { from, type StagedRows } from './staged-rows.js';

const SHOWN_CHARACTERS = 300;

// The statements of one chunk, if they have no other parameters: the tasks with keys in ($1, $2]. $3 lists the
// projects that the uploader may change, null for all.
//
// Each statement visits rows in proportion to the chunk, whatever the planner's statistics say. So the
// planner has no choice: a stored row is found by its key in a subquery that OFFSET 0 separates.
// `planForLookups` disables other plans.

const differs = (stored: string, values: string, columns: readonly string[]): string =>
  `(${of(stored, columns)}) IS DISTINCT FROM (${of(values, columns)})`;
const sameReview =
  '(review.turing_task_id, review.turing_review_id) = (staged.turing_task_id, staged.turing_review_id)';
const mayChange = '($3::int[] IS NULL OR task.project_id = ANY ($3))';

const addsReviews = `(staged.named & ${ADDS_REVIEWS}) <> 0`;

/** Whether the row gives the column a value. */
export const names = (column: string): string => {
  const bit = NAMED_BITS.get(column);
  return bit === undefined ? `NOT ${addsReviews}` : `(staged.named & ${bit}) <> 0`;
};
export const isOlder = `(${names('updated_at')} AND staged.updated_at < task.updated_at)`;
/** The value of the stored task after the import: a field that the row does not name stays. */
const merged = (column: string): string =>
  `CASE WHEN ${names(column)} THEN staged.${column} ELSE task.${column} END`;
const DONE = DONE_STATUSES.map((status) => `'${status}'`).join(', ');
const sendsBack = `(${names('status')} AND task.status IN (${DONE}) AND staged.status NOT IN (${DONE}))`;
const isChange = '((task_differs OR reviews_differ) AND NOT ($4 AND is_older))';
const taskDiffers = TASK_VALUES.map(
  (column) => `(${names(column)} AND staged.${column} IS DISTINCT FROM task.${column})`,
).join('\n      OR ');

/**
 * The tasks to write: new ones, and those that differ from the stored task, with the transaction that had changed
 * them last when they were compared; and the rows that are older than their task.
 */
export const comparisonTables = sql`
CREATE TEMPORARY TABLE merge_change (
  turing_task_id  bigint PRIMARY KEY,
  changed_in      xid8,
  from_project    integer,
  is_new          boolean NOT NULL,
  reviews_differ  boolean NOT NULL,
  sends_back      boolean NOT NULL
);
CREATE TEMPORARY TABLE older_row (
  turing_task_id bigint PRIMARY KEY,
  row_number     bigint NOT NULL
);
CREATE TEMPORARY TABLE stale_task (turing_task_id bigint PRIMARY KEY);
`;

/** From now on, joins look up each row of one side in an index of the other. */
export const planForLookups = sql`
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
`;

/** The last key of the chunk of a table after key $1, with at most $2 rows. */
export const nextChunk = (table: 'stage_task' | 'merge_change'): string => sql`
SELECT max(turing_task_id) AS last
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
 * Stores in `merge_change` the tasks of a chunk to write, and in `older_row` those that are newer than their row, if $5.
 * $4: whether these stay as they are. Returns how many of the chunk's tasks exist and how many of those change. A task
 * that is stored in a project without data-upload counts as new; no statement changes it.
 */
export const classify = (rows: StagedRows): string => sql`
WITH compared AS MATERIALIZED (
  SELECT staged.turing_task_id, staged.row_number, task.turing_task_id IS NULL AS is_new, task.changed_in,
    task.project_id, coalesce(task_differs, true) AS task_differs, coalesce(is_older, false) AS is_older,
    coalesce(sends_back, false) AS sends_back,
    CASE WHEN task.turing_task_id IS NULL OR NOT staged.has_reviews THEN false
      ELSE ${aReviewIsNewOrDiffers} OR (NOT (${addsReviews}) AND ${aReviewIsGone}) END AS reviews_differ
  FROM ${from(rows)}
  LEFT JOIN LATERAL (
    SELECT task.turing_task_id, task.changed_in, task.project_id,
      (${taskDiffers}) AS task_differs, ${isOlder} AS is_older, ${sendsBack} AS sends_back
    FROM core.task
    WHERE task.turing_task_id = staged.turing_task_id AND ${mayChange}
    OFFSET 0
  ) AS task ON true
  WHERE ${range('staged')}
), older AS (
  INSERT INTO older_row SELECT turing_task_id, row_number FROM compared WHERE is_older AND $5
), stored AS (
  INSERT INTO merge_change (turing_task_id, changed_in, from_project, is_new, reviews_differ, sends_back)
  SELECT turing_task_id, changed_in, project_id, is_new, reviews_differ, sends_back FROM compared
  WHERE ${isChange}
  RETURNING is_new
)
SELECT (SELECT count(*) FROM compared WHERE NOT is_new) AS existing,
  (SELECT count(*) FROM stored WHERE NOT is_new) AS changed,
  (SELECT count(*) FROM compared) AS rows
`;

/** Locks the stored tasks of a chunk to write, in key order, and counts those that are as they were compared. */
export const lockChanges = sql`
SELECT (SELECT count(*) FROM merge_change AS change WHERE ${range('change')} AND NOT is_new) AS stored,
  (SELECT count(*) FILTER (WHERE changed_in = compared_in)
    FROM (
      SELECT task.changed_in, named.changed_in AS compared_in
      FROM (
        SELECT turing_task_id, changed_in FROM merge_change AS change
        WHERE ${range('change')} AND NOT is_new
        ORDER BY turing_task_id
        OFFSET 0
      ) AS named
      JOIN core.task USING (turing_task_id)
      FOR NO KEY UPDATE OF task
    ) AS locked) AS unchanged
`;

/**
 * Takes the tasks of a chunk that are not as they were compared out of the comparison: changed, deleted or created
 * since, and not by this transaction.
 */
export const takeStale = sql`
WITH stale AS (
  INSERT INTO stale_task
  SELECT change.turing_task_id
  FROM merge_change AS change
  LEFT JOIN LATERAL (
    SELECT task.changed_in FROM core.task WHERE task.turing_task_id = change.turing_task_id OFFSET 0
  ) AS task ON true
  WHERE ${range('change')} AND task.changed_in IS DISTINCT FROM change.changed_in
    AND task.changed_in IS DISTINCT FROM pg_current_xact_id()
  RETURNING turing_task_id
), changes AS (
  DELETE FROM merge_change WHERE turing_task_id = ANY (ARRAY(SELECT turing_task_id FROM stale))
), older AS (
  DELETE FROM older_row WHERE turing_task_id = ANY (ARRAY(SELECT turing_task_id FROM stale))
)
SELECT count(*) FROM stale
`;

export const forgetStale = sql`TRUNCATE stale_task`;

/** What the comparison has found of the whole file. */
export const totals = sql`
SELECT (SELECT count(*) FROM stage_task) AS rows,
  (SELECT count(*) FROM older_row) AS older,
  count(*) FILTER (WHERE is_new) AS insert, count(*) FILTER (WHERE NOT is_new) AS update
FROM merge_change
`;

/** The first $1 rows that are older than their task, by id. */
export const olderRows = sql`SELECT row_number FROM older_row ORDER BY turing_task_id LIMIT $1`;

/** The projects in which tasks to write are stored. */
export const projectsLeft = sql`SELECT DISTINCT from_project FROM merge_change WHERE NOT is_new`;

/** Up to $1 changed tasks, with the fields that change. A long value is cut. */
export const sample = sql`
SELECT change.turing_task_id, (
    SELECT jsonb_agg(jsonb_build_object('field', field, 'before', shown.before, 'after', shown.after)
      || CASE WHEN field = 'turing_batch_id' THEN jsonb_build_object(
        'before_name', ${storedBatch('task.project_id', 'task.turing_batch_id')},
        'after_name', ${batchAfter(merged('project_id'), merged('turing_batch_id'))}) ELSE '{}' END)
    FROM (
      SELECT * FROM (VALUES
        ${TASK_VALUES.map((column) => `('${column}', to_jsonb(task.${column}), to_jsonb(${merged(column)}))`).join(',\n        ')}
      ) AS value (field, before, after)
      WHERE before IS DISTINCT FROM after
      UNION ALL
      SELECT 'reviews',
        to_jsonb((SELECT count(*) FROM core.task_review AS review
          WHERE review.turing_task_id = change.turing_task_id)),
        to_jsonb((SELECT count(*) FROM stage_review AS staged
          WHERE staged.turing_task_id = change.turing_task_id))
      WHERE change.reviews_differ
    ) AS value
    CROSS JOIN LATERAL (SELECT ${shortened('value.before')} AS before, ${shortened('value.after')} AS after) AS shown
  ) AS fields
FROM merge_change AS change
CROSS JOIN LATERAL (
  SELECT * FROM stage_task AS staged WHERE staged.turing_task_id = change.turing_task_id OFFSET 0
) AS staged
CROSS JOIN LATERAL (
  SELECT * FROM core.task WHERE task.turing_task_id = change.turing_task_id OFFSET 0
) AS task
WHERE NOT change.is_new
ORDER BY change.turing_task_id
LIMIT $1
`;

/** Up to $1 new tasks, with the fields that have a value. */
export const sampleOfNew = sql`
SELECT change.turing_task_id, true AS is_new, (
    SELECT jsonb_agg(jsonb_build_object('field', field, 'before', null, 'after', ${shortened('value.after')})
      || CASE WHEN field = 'turing_batch_id' THEN jsonb_build_object('before_name', null,
        'after_name', ${batchAfter('staged.project_id', 'staged.turing_batch_id')}) ELSE '{}' END)
    FROM (
      SELECT * FROM (VALUES
        ${TASK_VALUES.map((column) => `('${column}', to_jsonb(staged.${column}))`).join(',\n        ')}
      ) AS value (field, after)
      WHERE after IS NOT NULL
      UNION ALL
      SELECT 'reviews', to_jsonb(count(*)) FROM stage_review AS review
      WHERE review.turing_task_id = change.turing_task_id
      HAVING count(*) > 0
    ) AS value
  ) AS fields
FROM merge_change AS change
CROSS JOIN LATERAL (
  SELECT * FROM stage_task AS staged WHERE staged.turing_task_id = change.turing_task_id OFFSET 0
) AS staged
WHERE change.is_new
ORDER BY change.turing_task_id
LIMIT $1
`;

/** Inserts the new tasks in key order. One that another transaction has just inserted stays. */
export const insertTasks = sql`
INSERT INTO core.task (turing_task_id, ${TASK_VALUES.join(', ')})
SELECT staged.turing_task_id, ${of('staged', TASK_VALUES)}
FROM merge_change AS change
CROSS JOIN LATERAL (
  SELECT * FROM stage_task AS staged WHERE staged.turing_task_id = change.turing_task_id OFFSET 0
) AS staged
WHERE ${range('change')} AND change.is_new
ORDER BY staged.turing_task_id
ON CONFLICT (turing_task_id) DO NOTHING
`;

export const newTasks = sql`
SELECT count(*) FROM merge_change AS change WHERE ${range('change')} AND is_new
`;

/**
 * Updates the tasks in key order, also those whose reviews alone differ. Transactions that lock tasks in key
 * order do not deadlock.
 */
export const updateTasks = sql`
UPDATE core.task
SET ${TASK_VALUES.map((column) => `${column} = ${merged(column)}`).join(', ')},
  changed_in = pg_current_xact_id()
FROM (
  SELECT staged.*, change.reviews_differ
  FROM merge_change AS change
  CROSS JOIN LATERAL (
    SELECT * FROM stage_task AS staged WHERE staged.turing_task_id = change.turing_task_id OFFSET 0
  ) AS staged
  WHERE ${range('change')} AND NOT change.is_new
  ORDER BY change.turing_task_id
  OFFSET 0
) AS staged
WHERE task.turing_task_id = staged.turing_task_id AND ${mayChange}
  AND (staged.expected IS NULL OR task.changed_in = staged.expected)
  AND (staged.reviews_differ OR ${taskDiffers})
`;

/** Keeps the reviews of the tasks whose reviews change, as they are before. */
export const keepReviews = sql`
INSERT INTO core.task_reviews_before (xid, turing_task_id, reviews)
SELECT pg_current_xact_id(), change.turing_task_id, coalesce(reviews, '[]')
FROM merge_change AS change
CROSS JOIN LATERAL (
  SELECT jsonb_agg(to_jsonb(review) - 'turing_task_id' ORDER BY turing_review_id) AS reviews
  FROM core.task_review AS review
  WHERE review.turing_task_id = change.turing_task_id
  OFFSET 0
) AS stored
WHERE ${range('change')} AND NOT change.is_new AND change.reviews_differ AND core.keeps_before()
ON CONFLICT DO NOTHING
`;

/** Deletes the reviews that a task of the file no longer has. */
export const deleteReviews = sql`
DELETE FROM core.task_review AS review
WHERE turing_task_id = ANY (ARRAY(
    SELECT turing_task_id FROM merge_change AS change
    CROSS JOIN LATERAL (
      SELECT named FROM stage_task AS staged WHERE staged.turing_task_id = change.turing_task_id OFFSET 0
    ) AS staged
    WHERE ${range('change')} AND reviews_differ AND NOT (${addsReviews})))
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
  AND EXISTS (
    SELECT FROM core.task
    WHERE task.turing_task_id = staged.turing_task_id AND ${mayChange}
    OFFSET 0)
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

function storedBatch(project: string, batch: string): string {
  return `(SELECT batch.name FROM core.batch WHERE (batch.project_id, batch.turing_batch_id) = (${project}, ${batch}))`;
}

/** The name that a batch has after the import; null for one that neither the file nor the portal names. */
function batchAfter(project: string, batch: string): string {
  return `coalesce((SELECT named.name FROM stage_batch AS named
          WHERE (named.project_id, named.turing_batch_id) = (${project}, ${batch}) AND named.name IS NOT NULL
          ORDER BY named.row_number DESC LIMIT 1), ${storedBatch(project, batch)})`;
}

/** A value for people to compare; metadata can have 64 KiB. */
export function shortened(value: string): string {
  return `CASE WHEN length(${value}::text) > ${SHOWN_CHARACTERS}
        THEN to_jsonb(left(${value}::text, ${SHOWN_CHARACTERS}) || '…') ELSE ${value} END`;
}

export function range(table: string): string {
  return `${table}.turing_task_id > $1 AND ${table}.turing_task_id <= $2`;
}
