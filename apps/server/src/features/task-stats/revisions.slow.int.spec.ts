import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  activityAnswerSchema,
  batchesAnswerSchema,
  deliveryStatsSchema,
  overviewSchema,
  statsAnswerSchema,
} from '@portal/contracts/dashboard';
import { tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import { weeklyProgressSchema } from '@portal/contracts/live';
import { weeklyHistorySchema } from '@portal/contracts/pods';
import {
  podStatsSchema,
  reviewQueueSchema,
  reviewStatsSchema,
  userTaskListSchema,
} from '@portal/contracts/task-stats';
import type { Db } from '@portal/persistence/db';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import type { TestUser } from '../../testing/user.js';

const READS = 25;

let server: TestServer;
let db: Db;
let project: number;
let ada: TestUser;
/** A period around the time of the test. */
let period: string;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  const world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: { ada: { roles: { 'All Projects': 'admin' } } },
    pods: { Orion: { project: 'Alpha', members: { ada: 'trainer' } } },
  });
  project = world.projects.Alpha;
  ({ ada } = world.users);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  period = `start_datetime=${day(-2)}&end_datetime=${day(2)}`;
});
afterAll(() => server.stop());

let written = 0;

/** Each commit adds one task to every number, and one to the revision. */
async function addTask(): Promise<void> {
  written += 1;
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       validation_status, number_of_turns, completed_at)
     VALUES ($1, $2, 1, $3, 'completed', 'passed', 1, now())`,
    [written, project, ada.email],
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const tasksIn = ({ members }: { readonly members: readonly { readonly tasks: number }[] }) =>
  sum(members.map(({ tasks }) => tasks));

/** The path of each read, the number of tasks in its body, and the revision there, if any. */
const CALLS: [path: string, read: (body: unknown) => { tasks: number; revision?: number }][] = [
  [
    'projects/{id}/overview',
    (body) => {
      const { revision, dashboard_stats: stats } = overviewSchema.parse(body);
      return { tasks: stats.total_tasks, revision };
    },
  ],
  [
    'projects/{id}/dashboard-stats',
    (body) => {
      const { revision, dashboard_stats: stats } = statsAnswerSchema.parse(body);
      return { tasks: stats.total_tasks, revision };
    },
  ],
  [
    'projects/{id}/batches',
    (body) => {
      const { revision, batches } = batchesAnswerSchema.parse(body);
      return { tasks: sum(batches.map((batch) => batch.total_tasks)), revision };
    },
  ],
  [
    'projects/{id}/activity-timeline',
    (body) => {
      const { revision, recent_activity: days } = activityAnswerSchema.parse(body);
      return { tasks: sum(days.map((day) => day.completed_tasks)), revision };
    },
  ],
  [
    'projects/{id}/delivery-stats',
    (body) => {
      const { revision, ready_for_delivery: tasks } = deliveryStatsSchema.parse(body);
      return { tasks, revision };
    },
  ],
  [
    'tasks/by-number?project_id={id}&number=ready',
    (body) => {
      const { revision, total: tasks } = tasksByNumberSchema.parse(body);
      return { tasks, revision };
    },
  ],
  [
    'tasks/pod-stats?{period}&project_id={id}',
    (body) => ({ tasks: sum(podStatsSchema.parse(body).map((row) => row.task_count)) }),
  ],
  [
    'tasks/pod-review-stats?{period}&project_id={id}&pod_name=Orion',
    (body) => ({ tasks: sum(reviewStatsSchema.parse(body).map((row) => row.task_count)) }),
  ],
  [
    'tasks/by-user/ada@example.com?{period}',
    (body) => {
      const { revision, total: tasks } = userTaskListSchema.parse(body);
      return { tasks, revision };
    },
  ],
  [
    'tasks/by-user/ada@example.com?{period}&project_id={id}',
    (body) => {
      const { revision, total: tasks } = userTaskListSchema.parse(body);
      return { tasks, revision };
    },
  ],
  [
    'tasks/review-queue?pod_name=Orion',
    (body) => {
      const { revision, total: tasks } = reviewQueueSchema.parse(body);
      return { tasks, revision };
    },
  ],
  [
    'pods/Orion/weekly-progress',
    (body) => {
      const week = weeklyProgressSchema.parse(body);
      return { tasks: tasksIn(week), revision: week.revision };
    },
  ],
  [
    'pods/Orion/weekly-progress/history?weeks=2',
    (body) => ({ tasks: tasksIn(weeklyHistorySchema.parse(body).at(-1) ?? { members: [] }) }),
  ],
];

/** One read: its number of tasks and the revision in its header. */
async function ask([path, read]: (typeof CALLS)[number]) {
  const filled = path.replace('{id}', String(project)).replace('{period}', period);
  const answer = await get(`${server.baseUrl}/api/v1/${filled}`, ada.token);
  const header = Number(answer.headers.get('x-revision') ?? Number.NaN);
  expect(answer.headers.get('x-epoch')).toMatch(/^[0-9a-f]{16}$/);
  const { tasks, revision = header } = read(await answer.json());
  expect(revision).toBe(header);
  return { tasks, revision };
}

describe('the revision of a response with statistics', () => {
  it.each(CALLS)('REV-9 %s is never newer than its numbers while users write', async (...call) => {
    await addTask();
    const before = await ask(call);
    expect(before.tasks).toBe(written);
    let isReading = true;
    const writing = (async () => {
      while (isReading) {
        await addTask();
        await nextTurn();
      }
    })();
    const seen = [];
    for (let n = 0; n < READS; n += 1) seen.push(await ask(call));
    isReading = false;
    await writing;
    for (const { tasks, revision } of seen) {
      expect(tasks - before.tasks).toBeGreaterThanOrEqual(revision - before.revision);
    }
    const after = await ask(call);
    expect(after.tasks).toBe(written);
    // Each commit moved the revision by one, so the last revision belongs to the last number.
    expect(after.revision - before.revision).toBe(after.tasks - before.tasks);
    expect(after.revision).toBeGreaterThan(seen[0]?.revision ?? 0);
  });
});
