import type { Task } from '@portal/contracts/tasks';
import type { TaskRow } from './task-store.js';

/** A task as clients see it. */
export function presentTask(row: TaskRow): Task {
  const { duration_minutes, completed_at, created_at, updated_at } = row;
  return {
    ...row,
    duration_minutes: duration_minutes === null ? null : Number(duration_minutes),
    completed_at: completed_at?.toISOString() ?? null,
    created_at: created_at?.toISOString() ?? null,
    updated_at: updated_at?.toISOString() ?? null,
  };
}
