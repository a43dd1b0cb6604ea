import { nextClaimSchema, reviewQueueSchema } from '@portal/contracts/task-stats';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { get, post } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const TASKS = 200;
const REVIEWERS = 10;
/** After so many reviews one of the servers goes. */
const UNTIL_KILL = 60;

let first: TestServer;
let second: TestServer;
let reviewers: readonly TestUser[];
let isSecondAlive = true;

beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ databaseUrl: first.config.databaseUrl });
  const names = Array.from({ length: REVIEWERS }, (_, at) => `reviewer${at}`);
  const { projects, users } = await buildWorld(first.db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: {
      trainer: {},
      ...Object.fromEntries(names.map((name) => [name, { roles: { Alpha: 'reviewer' } }])),
    },
    pods: { Orion: { project: 'Alpha', members: { trainer: 'trainer' } } },
  });
  const { trainer, ...others } = users;
  reviewers = Object.values<TestUser>(others);
  await first.db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
     SELECT id, $1, 1, $2, 'completed', now() FROM generate_series(1, $3::integer) AS id`,
    [projects.Alpha, trainer.email, TASKS],
  );
});
afterAll(async () => {
  if (isSecondAlive) await second.stop();
  await first.stop();
});

/** What the reviewer has claimed, else the next task. */
async function taskFor({ token }: TestUser, { baseUrl }: TestServer): Promise<number | null> {
  const at = `${baseUrl}/api/v1/tasks/review-queue`;
  const queue = reviewQueueSchema.parse(
    await (await get(`${at}?pod_name=Orion&size=1`, token)).json(),
  );
  const [top] = queue.items;
  if (top?.claim?.is_mine) return top.turing_task_id;
  const next = nextClaimSchema.parse(
    await (await post(`${at}/next`, { pod_name: 'Orion' }, token)).json(),
  );
  return next.task?.turing_task_id ?? null;
}

it('WORK-45 ten reviewers at two servers, one of which goes, review each of 200 tasks once', async () => {
  const reviewed: number[] = [];
  const work = async (reviewer: TestUser, at: number): Promise<void> => {
    for (;;) {
      const server = isSecondAlive && at % 2 === 1 ? second : first;
      let task: number | null;
      try {
        task = await taskFor(reviewer, server);
      } catch (error) {
        // The answer of a server that goes is lost; the reviewer finds at the other what it has done.
        if (server === first || isSecondAlive) throw error;
        continue;
      }
      if (task === null) return;
      reviewed.push(task);
      await first.db.query(
        `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, reviewer_email)
         VALUES ($1, $2, 'accepted', $3)`,
        [task, reviewed.length, reviewer.email],
      );
      if (reviewed.length === UNTIL_KILL) {
        isSecondAlive = false;
        second.app.getHttpServer().closeAllConnections();
        void second.stop();
      }
    }
  };
  await Promise.all(reviewers.map(work));
  expect(reviewed).toHaveLength(TASKS);
  expect(new Set(reviewed).size).toBe(TASKS);
  const [row] = await first.db.query<{ reviewers: number }>(
    'SELECT count(DISTINCT reviewer_email) AS reviewers FROM core.task_review',
  );
  expect(row?.reviewers).toBe(REVIEWERS);
});

it('WORK-45 ten reviewers who ask at once get ten different tasks', async () => {
  await first.db.query('DELETE FROM core.task_review');
  await first.db.query('DELETE FROM core.review_claim');
  const answers = await Promise.all(
    reviewers.map(({ token }) =>
      post(`${first.baseUrl}/api/v1/tasks/review-queue/next`, { pod_name: 'Orion' }, token),
    ),
  );
  const tasks = await Promise.all(
    answers.map(async (answer) => nextClaimSchema.parse(await answer.json()).task?.turing_task_id),
  );
  expect(new Set(tasks).size).toBe(REVIEWERS);
  expect(tasks).not.toContain(undefined);
});
