import { nextClaimSchema } from '@portal/contracts/task-stats';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const REVIEWERS = 10;

let servers: readonly [TestServer, TestServer];
let reviewers: readonly TestUser[];

beforeAll(async () => {
  const first = await sharedServer();
  const { databaseUrl, jwtSecret } = first.config;
  servers = [first, await startTestServer({ databaseUrl, config: { jwtSecret } })];
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
    [projects.Alpha, trainer.email, REVIEWERS],
  );
});
afterAll(async () => {
  const [first, second] = servers;
  await second.stop();
  await first.stop();
});

it('WORK-45 ten reviewers who ask two servers at once get ten different tasks', async () => {
  const answers = await Promise.all(
    reviewers.map(({ token }, at) =>
      post(
        `${servers[at % 2 === 0 ? 0 : 1].baseUrl}/api/v1/tasks/review-queue/next`,
        { pod_name: 'Orion' },
        token,
      ),
    ),
  );
  const tasks = await Promise.all(
    answers.map(async (answer) => nextClaimSchema.parse(await answer.json()).task?.turing_task_id),
  );
  expect(new Set(tasks).size).toBe(REVIEWERS);
  expect(tasks).not.toContain(undefined);
});
