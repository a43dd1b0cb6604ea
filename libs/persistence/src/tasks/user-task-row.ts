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

/** A row of a page, with what was counted beside the page. An empty page is one row without a task. */
export type CountedRow<Counts, Row = UserTaskRow> = { readonly counts: Counts } & (
  | Row
  | { readonly turing_task_id: null }
);

/** The counts and the tasks of a page, whose durations the database returns as text. */
export function countedPage<Counts, Row extends UserTaskRow>(
  rows: readonly CountedRow<Counts, Row>[],
): Counts & { items: TaskOf<Row>[] } {
  const [first] = rows;
  if (!first) throw new Error('a counted page has at least one row');
  return { ...first.counts, items: rows.flatMap((row) => (isTask(row) ? presentTask(row) : [])) };
}

type TaskOf<Row> = Omit<Row, 'counts' | 'duration_minutes'> & Pick<UserTask, 'duration_minutes'>;

function isTask<Row extends UserTaskRow>(row: Row | { turing_task_id: null }): row is Row {
  return row.turing_task_id !== null;
}

/** The task, whose duration the database returns as text. */
export function presentTask<Row extends UserTaskRow & { readonly counts?: unknown }>({
  counts: _counts,
  duration_minutes,
  ...row
}: Row): TaskOf<Row> {
  return {
    ...row,
    duration_minutes: duration_minutes === null ? null : Number(duration_minutes),
  };
}
