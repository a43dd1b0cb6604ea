import type { TaskFileRow } from '@portal/contracts/tasks';

/** A valid row; `changes` replace or add fields. */
export function row(id: number, changes: Partial<TaskFileRow> = {}): TaskFileRow {
  return {
    turing_task_id: id,
    turing_project_id: 1001,
    turing_batch_id: 7,
    user_email: 'ada@example.com',
    status: 'completed',
    completed_at: '2026-06-01T10:00:00Z',
    number_of_turns: 3,
    duration_minutes: 12.5,
    ...changes,
  };
}

export function review(
  id: number,
  changes: Partial<NonNullable<TaskFileRow['reviews']>[number]> = {},
): NonNullable<TaskFileRow['reviews']>[number] {
  return {
    turing_review_id: id,
    reviewer_email: 'rex@example.com',
    status: 'passed',
    score: 4,
    submitted_at: '2026-06-02T08:00:00Z',
    ...changes,
  };
}

export function fileOf(...rows: readonly unknown[]): string {
  return JSON.stringify(rows);
}
