import { DONE_STATUSES } from '@portal/contracts/constants';
import { REVIEW_COLUMNS, TASK_COLUMNS, valueNames } from '@portal/persistence/schema/task-columns';
import { sql } from '@portal/persistence/sql';
import { NAMED_BITS } from '../named-columns.js';

const SHOWN_CHARACTERS = 300;

/**
 * The statements of one chunk: the tasks with keys in ($1, $2]. $3 lists the projects that the uploader
 * may change, null for all.
 *
 * Each statement visits rows in proportion to the chunk, whatever the planner's statistics say. So the
 * planner has no choice: a stored row is found by its key in a subquery that OFFSET 0 separates.
 * `planForLookups` disables other plans.
 */
const COLUMNS = valueNames(TASK_COLUMNS);
const REVIEW_VALUES = valueNames(REVIEW_COLUMNS);

const differs = (stored: string, values: string, columns: readonly string[]): string =>
  `(${of(stored, columns)}) IS DISTINCT FROM (${of(values, columns)})`;
const sameReview =
  '(review.turing_task_id, review.turing_review_id) = (staged.turing_task_id, staged.turing_review_id)';
const mayChange = '($3::int[] IS NULL OR task.project_id = ANY ($3))';

/** Whether the row gives the column a value. */
const names = (column: string): string => {
  const bit = NAMED_BITS.get(column);
  return bit === undefined ? 'true' : `(staged.named & ${bit}) <> 0`;
};
/** The value of the stored task after the import: a field that the row does not name stays. */
const merged = (column: string): string =>
  NAMED_BITS.has(column)
    ? `CASE WHEN ${names(column)} THEN staged.${column} ELSE task.${column} END`
    : `staged.${column}`;
const DONE = DONE_STATUSES.map((status) => `'${status}'`).join(', ');
const sendsBack = `(${names('status')} AND task.status IN (${DONE}) AND staged.status NOT IN (${DONE}))`;
const isChange = '((task_differs OR reviews_differ) AND NOT ($4 AND is_older))';
const taskDiffers = COLUMNS.map(
  (column) => `(${names(column)} AND staged.${column} IS DISTINCT FROM task.${column})`,
).join('\n      OR ');

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

/** How many stored tasks of the chunk change, and how many of them leave a done status, by their project. */
const changesByProject = sql`
(SELECT coalesce(jsonb_agg(by_project), '[]') FROM (
  SELECT stored_project AS project_id, count(*) AS changed,
    count(*) FILTER (WHERE sends_back) AS sent_back
  FROM compared
  WHERE NOT is_new AND ${isChange}
  GROUP BY stored_project) AS by_project)`;

/**
 * Stores in `merge_change` the tasks of a chunk to write. $4: whether tasks that are newer than their row
 * stay as they are. Returns how many of the chunk's tasks exist, how many of those change, how many are
 * newer than their row, and the numbers of the first $5 such rows. A task that is stored in a project without
 * data-upload counts as new; no statement changes it.
 * @param measures whether it also returns the changes by project
 */
export const classify = (measures: boolean): string => sql`
WITH compared AS MATERIALIZED (
  SELECT staged.turing_task_id, staged.row_number, task.turing_task_id IS NULL AS is_new,
    coalesce(task_differs, true) AS task_differs, coalesce(is_older, false) AS is_older,
    CASE WHEN task.turing_task_id IS NULL OR NOT staged.has_reviews THEN false
      ELSE ${aReviewIsNewOrDiffers} OR ${aReviewIsGone} END AS reviews_differ
      ${measures ? ', stored_project, sends_back' : ''}
  FROM stage_task AS staged
  LEFT JOIN LATERAL (
    SELECT task.turing_task_id,
      (${taskDiffers}) AS task_differs,
      ${names('updated_at')} AND staged.updated_at < task.updated_at AS is_older
      ${measures ? `, task.project_id AS stored_project, ${sendsBack} AS sends_back` : ''}
    FROM core.task
    WHERE task.turing_task_id = staged.turing_task_id AND ${mayChange}
    OFFSET 0
  ) AS task ON true
  WHERE ${range('staged')}
), stored AS (
  INSERT INTO merge_change (turing_task_id, is_new, reviews_differ)
  SELECT turing_task_id, is_new, reviews_differ FROM compared
  WHERE ${isChange}
  RETURNING is_new
)
SELECT (SELECT count(*) FROM compared WHERE NOT is_new) AS existing,
  (SELECT count(*) FROM stored WHERE NOT is_new) AS changed,
  (SELECT count(*) FROM compared WHERE is_older) AS older,
  to_jsonb(ARRAY(SELECT row_number FROM compared WHERE is_older ORDER BY turing_task_id LIMIT $5))
    AS older_rows,
  ${measures ? changesByProject : "'[]'::jsonb"} AS changes
`;

/** Up to $3 changed tasks of the chunk, with the fields that change. A long value is cut. */
export const sample = sql`
SELECT change.turing_task_id, (
    SELECT jsonb_agg(jsonb_build_object('field', field, 'before', shown.before, 'after', shown.after))
    FROM (
      SELECT * FROM (VALUES
        ${COLUMNS.map((column) => `('${column}', to_jsonb(task.${column}), to_jsonb(${merged(column)}))`).join(',\n        ')}
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
WHERE ${range('change')} AND NOT change.is_new
ORDER BY change.turing_task_id
LIMIT $3
`;

/** Inserts the new tasks in key order. One that another transaction has just inserted stays. */
export const insertTasks = sql`
INSERT INTO core.task (turing_task_id, ${COLUMNS.join(', ')})
SELECT staged.turing_task_id, ${of('staged', COLUMNS)}
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

/** Tasks that another transaction has inserted since the comparison are updated like stored ones. */
export const takeForStored = sql`
UPDATE merge_change AS change SET is_new = false, reviews_differ = staged.has_reviews
FROM stage_task AS staged
WHERE staged.turing_task_id = change.turing_task_id AND ${range('change')} AND change.is_new AND NOT EXISTS (
  SELECT FROM core.task
  WHERE task.turing_task_id = change.turing_task_id AND task.changed_in = pg_current_xact_id()
  OFFSET 0)
`;

/**
 * Updates the tasks in key order, also those whose reviews alone differ. Transactions that lock tasks in key
 * order do not deadlock.
 */
export const updateTasks = sql`
UPDATE core.task
SET ${COLUMNS.map((column) => `${column} = ${merged(column)}`).join(', ')},
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

/** A value for people to compare; metadata can have 64 KiB. */
function shortened(value: string): string {
  return `CASE WHEN length(${value}::text) > ${SHOWN_CHARACTERS}
        THEN to_jsonb(left(${value}::text, ${SHOWN_CHARACTERS}) || '…') ELSE ${value} END`;
}

function range(table: string): string {
  return `${table}.turing_task_id > $1 AND ${table}.turing_task_id <= $2`;
}
