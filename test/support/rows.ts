import type { TaskFileRow } from '@portal/contracts/tasks';
import { ALPHA_TURING_ID } from './world.js';

/** A minimal valid row of the project Alpha, with the given fields. */
export function row(id: number, fields: Partial<TaskFileRow> = {}): TaskFileRow {
  return {
    turing_task_id: id,
    turing_project_id: ALPHA_TURING_ID,
    turing_batch_id: 1,
    user_email: 'trainer@example.com',
    status: 'completed',
    completed_at: '2026-02-03T10:00:00Z',
    created_at: '2026-02-01T10:00:00Z',
    updated_at: '2026-02-03T10:00:00Z',
    number_of_turns: 4,
    duration_minutes: 12.5,
    ...fields,
  };
}

/** Rows as a task file with one array. */
export function file(...rows: object[]): string {
  return JSON.stringify(rows);
}
