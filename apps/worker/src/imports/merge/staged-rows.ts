/** The rows of the stage, or those of tasks that somebody has changed since they were compared. */
export type StagedRows = 'all' | 'stale';

/** What follows FROM; the rows are named `staged`. */
export function from(rows: StagedRows): string {
  return rows === 'all'
    ? 'stage_task AS staged'
    : `stale_task CROSS JOIN LATERAL (
    SELECT * FROM stage_task WHERE stage_task.turing_task_id = stale_task.turing_task_id OFFSET 0
  ) AS staged`;
}
