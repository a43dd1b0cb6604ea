import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { nextClaimSchema, reviewQueueSchema } from '@portal/contracts/task-stats';
import { startStack, type Stack } from '@portal/testing/stack';
import { Api, type Answer } from '../support/api.js';
import { type Portal, startPortal } from '../support/portal.js';
import { query, userWith } from '../support/world.js';

const TASKS = 200;
const REVIEWERS = 10;
/** After so many tasks one of the servers is killed. */
const UNTIL_KILL = 60;

let portal: Portal;
let second: Stack;
let tokens: readonly string[];

beforeAll(async () => {
  portal = await startPortal({ start: ['server'] });
  const { stack, world } = portal;
  second = await startStack({ start: ['server'], env: { DATABASE_URL: stack.databaseUrl } });
  const names = Array.from({ length: REVIEWERS }, (_, at) => `reviewer${at}@example.com`);
  tokens = await Promise.all(
    names.map((email) => userWith(stack.databaseUrl, email, 'reviewer', world.alpha)),
  );
  await query(
    stack.databaseUrl,
    `INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')`,
    [world.alpha],
  );
  await query(
    stack.databaseUrl,
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
     SELECT id, $1, 1, 'trainer@example.com', 'completed', now() FROM generate_series(1, $2::integer) AS id`,
    [world.alpha, TASKS],
  );
});
afterAll(async () => {
  await second.stop();
  await portal.stack.stop();
});

it('WORK-45 ten reviewers at two servers, one of which is killed, send each of 200 tasks back once', async () => {
  const { stack, world } = portal;
  let reviewed = 0;
  let killing: Promise<unknown> | undefined;

  const ok = ({ status, body }: Answer): unknown => {
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  /** What the reviewer has claimed, else the next task; null if none waits. */
  async function taskFor(api: Api): Promise<number | null> {
    const path = `/tasks/review-queue?pod_name=${world.pod}&size=1`;
    const [top] = reviewQueueSchema.parse(ok(await api.get(path))).items;
    if (top?.claim?.is_mine) return top.turing_task_id;
    const next = ok(await api.post('/tasks/review-queue/next', { pod_name: world.pod }));
    return nextClaimSchema.parse(next).task?.turing_task_id ?? null;
  }
  async function work(token: string, at: number): Promise<void> {
    for (;;) {
      const isFirst = killing !== undefined || at % 2 === 0;
      const api = new Api(isFirst ? stack.baseUrl : second.baseUrl, token);
      try {
        const task = await taskFor(api);
        if (task === null) return;
        ok(await api.post(`/tasks/${task}/feedback`, { words: `By ${at}.`, rework: true }));
      } catch (error) {
        // The answer of a killed server is lost: the reviewer asks the other one what is done.
        if (isFirst || killing === undefined) throw error;
        await killing;
        continue;
      }
      reviewed += 1;
      if (reviewed === UNTIL_KILL) {
        killing = second.kill('server', 'SIGKILL');
        await killing;
      }
    }
  }
  await Promise.all(tokens.map(work));

  const [end] = await query<Record<string, number>>(
    stack.databaseUrl,
    `SELECT count(*)::int AS feedback, count(DISTINCT turing_task_id)::int AS tasks,
       count(DISTINCT author_email)::int AS reviewers,
       (SELECT count(*)::int FROM core.task WHERE status = 'rework') AS rework
     FROM core.task_feedback`,
  );
  expect(end).toEqual({ feedback: TASKS, tasks: TASKS, rework: TASKS, reviewers: REVIEWERS });
});
