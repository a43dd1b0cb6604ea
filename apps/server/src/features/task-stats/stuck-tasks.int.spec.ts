import { podActivitySchema } from '@portal/contracts/pod-activity';
import { nextClaimSchema, reviewQueueSchema } from '@portal/contracts/task-stats';
import { tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { get, post, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let alpha: number;
let lead: TestUser;
let rita: TestUser;
let trainer: TestUser;
let other: TestUser;

/** Task 1 came back three times and task 2 twice, both wait again; task 3 came back three times and is in rework. */
beforeAll(async () => {
  server = await sharedServer();
  const { projects, users } = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    roles: { managing: ['project-manage', 'pod-info-public-view', 'data-upload'] },
    users: {
      rita: { roles: { Alpha: 'reviewer' } },
      lead: { roles: { Alpha: 'managing' } },
      trainer: { roles: { Alpha: 'trainer' } },
      other: { roles: { Alpha: 'trainer' } },
    },
    pods: { Orion: { project: 'Alpha', members: { trainer: 'trainer', rita: 'reviewer' } } },
  });
  ({ rita, lead, trainer, other } = users);
  alpha = projects.Alpha;
  await server.db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
     SELECT id, $1, 1, $2, 'completed', timestamptz '2026-01-01T12:00:00Z' + make_interval(days => id)
     FROM generate_series(1, 4) AS id`,
    [alpha, trainer.email],
  );
  for (const [id, times] of [
    [1, 3],
    [2, 2],
    [3, 3],
  ]) {
    for (let time = 1; time <= (times ?? 0); time += 1) {
      await sendBack(id ?? 0);
      if (id !== 3 || time < 3) await setStatus(id ?? 0, 'completed');
    }
  }
});
afterAll(() => server.stop());

const at = (path: string): string => `${server.baseUrl}/api/v1/${path}`;
const setStatus = (id: number, status: string) =>
  server.db.query('UPDATE core.task SET status = $2 WHERE turing_task_id = $1', [id, status]);
async function sendBack(id: number): Promise<void> {
  await setStatus(id, 'rework');
  await server.db.query(
    `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework)
     VALUES ($1, $2, 'Why', true)`,
    [id, rita.email],
  );
}
const queue = async () =>
  reviewQueueSchema.parse(
    await (await get(at('tasks/review-queue?pod_name=Orion'), rita.token)).json(),
  );
const stuck = (user = lead, filters = '&pod_name=Orion') => listed('stuck', user, filters);
const listed = async (number: string, user = lead, filters = '&pod_name=Orion') => {
  const path = `tasks/by-number?project_id=${alpha}&number=${number}${filters}`;
  const { items } = tasksByNumberSchema.parse(await (await get(at(path), user.token)).json());
  return items.map(({ turing_task_id: id }) => id).toSorted((one, other) => one - other);
};
const activity = async () =>
  podActivitySchema.parse(await (await get(at('pods/Orion/activity'), lead.token)).json());
const setRounds = (rounds_until_stuck: number) =>
  send('PUT', at(`projects/${alpha}`), lead.token, { rounds_until_stuck });

it('ROUND-16 ROUND-17 ROUND-20 NUM-15 NUM-16 a task that came back too often leaves the queue for the list of the lead', async () => {
  const waiting = await queue();
  expect(waiting.items.map(({ turing_task_id: id }) => id)).toEqual([2, 4]);
  expect(waiting).toMatchObject({ total: 2, stuck: 1 });
  expect(await listed('in_review_queue')).toEqual([2, 4]);
  expect(await listed('waiting_for_review')).toEqual([1, 2, 4]);
  expect(await listed('in_review_queue', other, '')).toEqual([]);
  expect(await stuck()).toEqual([1, 3]);
  const path = `tasks/by-number?project_id=${alpha}&number=stuck&pod_name=Orion`;
  const [task] = tasksByNumberSchema.parse(await (await get(at(path), lead.token)).json()).items;
  expect(task).toMatchObject({
    last_round: { n: 3, verdict: 'rework', ended_at: expect.any(String) as string },
    last_review: { reviewer_email: rita.email, status: 'rework', feedback: 'Why', reasons: [] },
  });
  expect(await stuck(trainer, '')).toEqual([1, 3]);
  expect(await stuck(other, '')).toEqual([]);
  expect(await activity()).toMatchObject({ waiting: { tasks: 3 }, stuck: { tasks: 2 } });

  // 'Next' gives each of the others once, and then none.
  const given: unknown[] = [];
  for (let time = 0; time < 3; time += 1) {
    const answer = await post(at('tasks/review-queue/next'), { pod_name: 'Orion' }, rita.token);
    given.push(nextClaimSchema.parse(await answer.json()).task?.turing_task_id);
  }
  expect(given).toEqual([2, 4, undefined]);
});

it('ROUND-16 a project says after how many rounds', async () => {
  expect((await setRounds(4)).status).toBe(200);
  expect((await queue()).items).toHaveLength(3);
  expect(await stuck()).toEqual([]);
  expect((await activity()).stuck).toEqual({ tasks: 0, oldest: null });
  expect((await setRounds(2)).status).toBe(200);
  expect(await queue()).toMatchObject({ total: 1, stuck: 2 });
  expect(await stuck()).toEqual([1, 2, 3]);
  const refused = await setRounds(0);
  expect(refused.status).toBe(400);
  expect((await problemIn(refused)).errors?.[0]?.pointer).toBe('/rounds_until_stuck');
});

it('ROUND-16 an acceptance begins anew', async () => {
  expect((await setRounds(3)).status).toBe(200);
  await setStatus(1, 'reviewed');
  await setStatus(1, 'completed');
  expect(await queue()).toMatchObject({ total: 3, stuck: 0 });
  await sendBack(1);
  await setStatus(1, 'completed');
  expect(await queue()).toMatchObject({ total: 2, stuck: 1 });
});
