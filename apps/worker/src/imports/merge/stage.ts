import {
  REVIEW_COLUMNS,
  type StoredColumn,
  TASK_COLUMNS,
} from '@portal/persistence/schema/task-columns';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import { type ImportIssues, MAX_ISSUES } from '../import-issues.js';
import { NO_PROJECT } from '../reader/row-rules.js';
import { NAMED_BITS } from '../named-columns.js';
import { from, type StagedRows } from './staged-rows.js';

/** Creates the temporary tables for the rows of the file, dropped with the connection. */
export async function createStage(db: Client): Promise<void> {
  await db.query(stageTables);
}

/** Removes the staged batches after they are merged. */
export async function clearBatches(db: Client): Promise<void> {
  await db.query(sql`TRUNCATE stage_batch`);
}

/**
 * Leaves one row per task in the stage, sorted and indexed by key. The last row of a repeated task
 * wins; each earlier one is a warning.
 * @param ascending whether the ids strictly rise in the file, so that no sorting is needed
 */
export async function settleStage(
  db: Client,
  ascending: boolean,
  issues: ImportIssues,
): Promise<void> {
  if (!ascending) {
    await warnOfRepeats(db, issues);
    await db.query(sortStage);
  }
  await db.query(indexStage);
}

/**
 * Reports rows of projects that the uploader may no longer upload to, and removes them from the stage, together
 * with batches that no other row names.
 * @param projects the ids of those that they may
 */
export async function removeLostProjects(
  db: Client,
  projects: readonly number[],
  issues: ImportIssues,
): Promise<void> {
  const isLost = 'staged.project_id <> ALL ($1::int[])';
  const lost = await db.query<{ lost: boolean }>(
    sql`SELECT EXISTS (SELECT FROM stage_batch AS staged WHERE ${isLost}) AS lost`,
    [projects],
  );
  if (lost.rows[0]?.lost !== true) return;
  await removeWrong(db, 'all', issues, {
    ...{ condition: isLost, values: [projects] },
    ...{ field: 'turing_project_id', reason: NO_PROJECT },
  });
}

/**
 * Reports rows whose task is in a project that the uploader may not upload to. Removes them from the
 * stage, together with batches that no other row names.
 */
export async function removeForeignTasks(
  db: Client,
  rows: StagedRows,
  allowedProjects: readonly number[],
  issues: ImportIssues,
): Promise<void> {
  await removeWrong(db, rows, issues, {
    condition: sql`EXISTS (
      SELECT FROM core.task
      WHERE task.turing_task_id = staged.turing_task_id AND task.project_id <> ALL ($1::int[])
      OFFSET 0)`,
    values: [allowedProjects],
    field: 'turing_task_id',
    reason: 'is a task of a project that you may not upload to',
  });
}

/** Reports rows of reviews whose task the portal does not have, and removes them from the stage like foreign ones. */
export async function removeUnknownTasks(db: Client, issues: ImportIssues): Promise<void> {
  await removeWrong(db, 'all', issues, {
    condition: 'staged.project_id = 0',
    values: [],
    field: 'turing_task_id',
    reason: 'is not a task of the portal: import its task first',
  });
}

/** Reports rows of new tasks that lack a status, and removes them from the stage like foreign ones. */
export async function removeIncompleteTasks(
  db: Client,
  rows: StagedRows,
  issues: ImportIssues,
): Promise<void> {
  await removeWrong(db, rows, issues, {
    condition: sql`
      (staged.named & ${NAMED_BITS.get('status') ?? 0}) = 0 AND NOT EXISTS (
        SELECT FROM core.task WHERE task.turing_task_id = staged.turing_task_id OFFSET 0)`,
    values: [],
    field: 'status',
    reason: 'is missing; a new task needs a status',
  });
}

interface Wrong {
  /** On the row `staged`. */
  readonly condition: string;
  readonly values: readonly unknown[];
  readonly field: string;
  readonly reason: string;
}

async function removeWrong(
  db: Client,
  rows: StagedRows,
  issues: ImportIssues,
  { condition, values, field, reason }: Wrong,
): Promise<void> {
  const found = await db.query<{ row_number: number; total: number }>(
    sql`
      SELECT staged.row_number, count(*) OVER () AS total
      FROM ${from(rows)}
      WHERE ${condition}
      ORDER BY staged.row_number
      LIMIT ${MAX_ISSUES}
    `,
    [...values],
  );
  const total = found.rows[0]?.total ?? 0;
  if (total === 0) return;
  for (const { row_number } of found.rows) issues.error(row_number, field, reason);
  issues.moreErrors(field, reason, total - found.rows.length);
  await db.query(
    sql`
      DELETE FROM stage_task WHERE turing_task_id = ANY (ARRAY(
        SELECT staged.turing_task_id FROM ${from(rows)} WHERE ${condition}))
    `,
    [...values],
  );
  await db.query(dropUnnamed);
}

async function warnOfRepeats(db: Client, issues: ImportIssues): Promise<void> {
  const repeats = await db.query<{ row_number: number; last_row: number; total: number }>(
    repeatedTasks,
    [MAX_ISSUES],
  );
  for (const { row_number, last_row } of repeats.rows) {
    issues.warning(row_number, 'turing_task_id', repeatedReason(last_row));
  }
  const { total, last_row: last } = repeats.rows[0] ?? { total: 0, last_row: 0 };
  if (total > repeats.rows.length) {
    issues.moreWarnings('turing_task_id', repeatedReason(last), total - repeats.rows.length);
  }
}

const repeatedReason = (row: number): string => `is repeated; row ${row} is the one imported`;

/** Columns ordered by alignment (8 bytes, 4 bytes, others), so that rows have no padding. */
function packed(columns: readonly StoredColumn[]): string {
  return [...columns]
    .sort((one, other) => alignment(other) - alignment(one))
    .map(
      ({ name, type, array, nullable }) =>
        `  ${name} ${type}${array ? '[]' : ''}${nullable ? '' : ' NOT NULL'}`,
    )
    .join(',\n');
}

function alignment({ type }: StoredColumn): number {
  if (type === 'bigint' || type === 'timestamptz') return 8;
  return type === 'integer' ? 4 : 1;
}

const stageTables = sql`
CREATE TEMPORARY TABLE stage_batch (
  row_number      bigint NOT NULL,
  project_id      integer NOT NULL,
  turing_batch_id bigint NOT NULL,
  name            text,
  status          text
);

CREATE TEMPORARY TABLE stage_task (
  row_number bigint NOT NULL,
  -- For an undo: the task is written only if this transaction changed it last.
  expected   xid8,
  named      integer NOT NULL,
${packed(TASK_COLUMNS)},
  has_reviews boolean NOT NULL
);

CREATE TEMPORARY TABLE stage_review (
  row_number bigint NOT NULL,
${packed(REVIEW_COLUMNS)}
);
`;

const repeatedTasks = sql`
SELECT row_number, last_row, count(*) OVER () AS total
FROM (
  SELECT row_number, max(row_number) OVER (PARTITION BY turing_task_id) AS last_row
  FROM stage_task
) AS numbered
WHERE row_number <> last_row
ORDER BY row_number
LIMIT $1
`;

const sortStage = sql`
CREATE TEMPORARY TABLE sorted_task AS
SELECT DISTINCT ON (turing_task_id) * FROM stage_task ORDER BY turing_task_id, row_number DESC;
DROP TABLE stage_task;
ALTER TABLE sorted_task RENAME TO stage_task;

CREATE TEMPORARY TABLE sorted_review AS
SELECT review.*
FROM stage_review AS review
JOIN stage_task AS task USING (turing_task_id, row_number)
ORDER BY review.turing_task_id, review.turing_review_id;
DROP TABLE stage_review;
ALTER TABLE sorted_review RENAME TO stage_review;
`;

const indexStage = sql`
CREATE INDEX stage_task_key ON stage_task (turing_task_id);
CREATE INDEX stage_review_key ON stage_review (turing_task_id, turing_review_id);
ANALYZE stage_task;
ANALYZE stage_review;
`;

/** Removes the staged reviews and batches of tasks that are no longer staged. */
export const dropUnnamed = sql`
DELETE FROM stage_review AS review
WHERE NOT EXISTS (SELECT FROM stage_task AS task WHERE task.turing_task_id = review.turing_task_id);
DELETE FROM stage_batch AS batch
WHERE NOT EXISTS (
  SELECT FROM stage_task AS task
  WHERE (task.project_id, task.turing_batch_id) = (batch.project_id, batch.turing_batch_id));
`;
