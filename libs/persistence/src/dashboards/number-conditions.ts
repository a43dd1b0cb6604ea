import type { TaskNumber } from '@portal/contracts/constants';

interface NumberCondition {
  /** For rows of `core.task` and of the read model that has the counter. */
  readonly condition: string;
  /** What of `agg.task_cell`, or of `agg.duration_day`, counts the tasks. */
  readonly counter: 'tasks' | 'reviewed_tasks' | 'duration_count';
  /** The status that the condition requires, for the indexes of tasks. */
  readonly status?: string;
}

const READY = "status = 'completed' AND validation_status = 'passed'";
const DONE = 'core.is_done(status)';

/** What each number of the dashboard and of the delivery statistics counts. */
export const NUMBER_CONDITIONS: Readonly<Record<TaskNumber, NumberCondition>> = {
  tasks: { condition: 'TRUE', counter: 'tasks' },
  done: { condition: DONE, counter: 'tasks' },
  done_reviewed: { condition: DONE, counter: 'reviewed_tasks' },
  rework: { condition: "status = 'rework'", counter: 'tasks', status: 'rework' },
  delivered: {
    condition: "status = 'delivered' AND validation_status = 'passed'",
    counter: 'tasks',
    status: 'delivered',
  },
  ready: { condition: READY, counter: 'tasks', status: 'completed' },
  reviewed_ready: { condition: READY, counter: 'reviewed_tasks', status: 'completed' },
  reviewed: { condition: "status <> 'rework'", counter: 'reviewed_tasks' },
  with_duration: { condition: 'TRUE', counter: 'duration_count' },
};
