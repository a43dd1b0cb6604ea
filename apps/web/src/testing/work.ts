import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import {
  type PodStatsRow,
  type OwnTask,
  type ReviewChoices,
  type UserTaskList,
  ownTaskSchema,
} from '@portal/contracts/task-stats';
import { dayOf, daysOf } from '@portal/domain/periods';
import { progressOf } from '@portal/domain/weekly';
import { sampleOf } from './sample';
import type { Reply } from './stub-server';

/** A row of pod-stats for specs; the name follows the email. */
export function workOn(
  date: string,
  email: string,
  task_count: number,
  total_turns = task_count * 5,
): PodStatsRow {
  const user = { name: nameOf(email), picture: null, timezone: null, pods: [] };
  return { date, email, user, task_count, total_turns };
}

/** A response of pod-stats. */
export function podStats(rows: readonly PodStatsRow[], revision = 1): Reply {
  return { json: rows, headers: { 'x-revision': String(revision) } };
}

/** Of a review queue in which no task has a batch, a model or a reason. */
export const NO_CHOICES: ReviewChoices = {
  ...{ epoch: '', revision: 1 },
  ...{ batches: [], models: [], reasons: [] },
};

const NO_TASK = sampleOf(ownTaskSchema);

/** A task for specs; its link follows its id. */
export function userTask(turing_task_id: number, part: Partial<OwnTask> = {}): OwnTask {
  return {
    ...NO_TASK,
    turing_task_id,
    project_id: 1,
    turing_batch_id: 1,
    user_email: 'zoe@example.com',
    status: 'completed',
    number_of_turns: 4,
    duration_minutes: 30,
    completed_at: '2026-01-05T10:00:00Z',
    project_name: 'Atlas',
    task_link: `https://label.example.com/task/${turing_task_id}`,
    ...part,
  };
}

/** A response of by-user. */
export function userTasks(items: OwnTask[], part: Partial<UserTaskList> = {}): UserTaskList {
  const counts = { total: items.length, rework_total: 0, page: 1, size: 8 };
  return { epoch: '', revision: 1, user: null, items, ...counts, ...part };
}

const GOAL = {
  weekly: { tasks: 20, turns: 100 },
  expected: { tasks: 12, turns: 60 },
  due: { tasks: 8, turns: 40 },
};

/** The current week of a pod for specs, with one member. */
export function podWeek(
  member: Partial<MemberProgress>,
  part: Partial<WeeklyProgress> = {},
): WeeklyProgress {
  const today = dayOf(new Date(), DEFAULT_REPORTING_TIME_ZONE);
  const { first: week_start, last: week_end } = daysOf('this_week', today);
  return {
    project_id: 1,
    epoch: '',
    revision: 1,
    pod_name: 'Orion',
    week_start,
    week_end,
    target: { daily_tasks: 4, daily_turns: 20 },
    expected: GOAL.expected,
    due: GOAL.due,
    members: [
      {
        email: 'zoe@example.com',
        name: 'Zoë Admin',
        role: 'trainer',
        user: { name: 'Zoë Admin', picture: null, timezone: null, pods: ['Orion'] },
        tasks: 6,
        turns: 30,
        reviews: 0,
        goal: GOAL,
        ...progressOf({ tasks: 6, turns: 30 }, GOAL),
        ...member,
      },
    ],
    ...part,
  };
}

function nameOf(email: string): string {
  const [first = ''] = email.split('@');
  return first.charAt(0).toUpperCase() + first.slice(1);
}
