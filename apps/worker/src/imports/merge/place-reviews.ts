import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import type { ImportIssues } from '../import-issues.js';
import { removeUnknownTasks } from './stage.js';

/**
 * Makes one row of each task in the stage of a file of reviews, with all of its reviews, and puts it where the task is.
 * Of a review that is repeated the last row counts. A task that the portal does not have is an error.
 */
export async function placeReviews(db: Client, issues: ImportIssues): Promise<void> {
  await db.query(oneRowPerTask);
  await removeUnknownTasks(db, issues);
  await db.query(nameBatches);
}

const oneRowPerTask = sql`
CREATE TEMPORARY TABLE placed_task AS
SELECT DISTINCT ON (turing_task_id) * FROM stage_task ORDER BY turing_task_id, row_number DESC;
DROP TABLE stage_task;
ALTER TABLE placed_task RENAME TO stage_task;
CREATE TEMPORARY TABLE placed_review AS
SELECT DISTINCT ON (turing_task_id, turing_review_id) * FROM stage_review
ORDER BY turing_task_id, turing_review_id, row_number DESC;
DROP TABLE stage_review;
ALTER TABLE placed_review RENAME TO stage_review;
UPDATE stage_task AS staged
SET project_id = task.project_id, turing_batch_id = task.turing_batch_id
FROM core.task
WHERE task.turing_task_id = staged.turing_task_id;
`;

const nameBatches = sql`
INSERT INTO stage_batch (row_number, project_id, turing_batch_id)
SELECT min(row_number), project_id, turing_batch_id FROM stage_task GROUP BY project_id, turing_batch_id
`;
