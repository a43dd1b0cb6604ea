import type { UserTask } from '@portal/contracts/task-stats';
import { taskSchema } from '@portal/contracts/tasks';
import { sql } from '../sql.js';

const SHOWN = Object.keys(taskSchema.shape)
  .map((name) => `task.${name}`)
  .join(', ');

/** The columns of a `UserTaskRow`, from `core.task` and its `core.project`. */
export const USER_TASK = sql`
  ${SHOWN}, project.name AS project_name,
  labeling_tool_base_path || task.turing_task_id AS task_link`;

/** A task as the database returns it. */
export type UserTaskRow = Omit<UserTask, 'duration_minutes'> & {
  readonly duration_minutes: string | null;
};

/** The duration as a number; the database returns it as text. */
export function presentUserTask<Row extends UserTaskRow>({
  duration_minutes,
  ...row
}: Row): Omit<Row, 'duration_minutes'> & Pick<UserTask, 'duration_minutes'> {
  return {
    ...row,
    duration_minutes: duration_minutes === null ? null : Number(duration_minutes),
  };
}
