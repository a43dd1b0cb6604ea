import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SlackServer } from '@portal/testing/slack-server';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { type Portal, startPortal } from '../support/portal.js';
import { query, userWith } from '../support/world.js';

/** How often the worker is killed; `npm run test:long` does it 50 times. */
const KILLS = process.env['PORTAL_TEST_LONG'] === undefined ? 6 : 50;
/** Where a kill falls: the moment of the commit, a message that is taken and not answered, or one that is sent. */
const MOMENTS = ['commit', 'taken', 'sent'] as const;

let portal: Portal;
let slack: SlackServer;
let reviewer: Api;

beforeAll(async () => {
  slack = await SlackServer.start();
  portal = await startPortal({ env: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_API_URL: slack.url } });
  const { stack, world } = portal;
  const token = await userWith(stack.databaseUrl, 'rita@example.com', 'reviewer', world.alpha);
  reviewer = new Api(stack.baseUrl, token);
  const run = (text: string, values: unknown[]) => query(stack.databaseUrl, text, values);
  await run(`INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')`, [
    world.alpha,
  ]);
  // Where it is noon, no hour is quiet.
  await run(
    `INSERT INTO core.app_user (id, email, slack_id, timezone)
     SELECT 9000 + n, 'tara' || n || '@example.com', 'UTARA' || n, $2 FROM generate_series(1, $1::integer) AS n`,
    [KILLS, zoneOfNoon()],
  );
  await run(
    `INSERT INTO core.user_role (user_id, project_id, role_id)
     SELECT app_user.id, $1, role.id FROM core.app_user CROSS JOIN core.role
     WHERE app_user.id > 9000 AND role.name = 'trainer'`,
    [world.alpha],
  );
  await run(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
     SELECT n, $1, 1, 'tara' || n || '@example.com', 'completed', now() FROM generate_series(1, $2::integer) AS n`,
    [world.alpha, KILLS],
  );
});
afterAll(async () => {
  await portal.stack.stop();
  await slack.stop();
});

function zoneOfNoon(): string {
  const hours = 12 - new Date().getUTCHours();
  return hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '-'}${Math.abs(hours)}:00`;
}

const messagesTo = (trainer: number) =>
  slack.messages.filter(({ user }) => user === `UTARA${trainer}`);

/** One worker dies; the next one need not wait for the end of its leases. */
async function killWorker(): Promise<void> {
  const { stack } = portal;
  await stack.kill('worker', 'SIGKILL');
  await query(
    stack.databaseUrl,
    `UPDATE core.notification_delivery SET due_at = least(due_at, now())
     WHERE state = 'waiting' AND channel = 'slack'`,
  );
  await stack.restart('worker');
}

it('TELL-22 a worker that is killed between commit, send and mark loses nothing, and repeats one message with its id', async () => {
  const { stack } = portal;
  for (let trainer = 1; trainer <= KILLS; trainer++) {
    const moment = MOMENTS[trainer % MOMENTS.length];
    let release = (): void => undefined;
    if (moment === 'taken') {
      slack.taken = () => new Promise<void>((resolve) => (release = resolve));
    }
    const { status } = await reviewer.post(`/tasks/${trainer}/feedback`, {
      words: 'Again.',
      rework: true,
    });
    expect(status).toBe(201);
    if (moment !== 'commit') {
      await eventually(`message ${trainer} is taken`, () => messagesTo(trainer).length > 0);
    }
    slack.taken = () => undefined;
    await killWorker();
    release();
    await eventually(`message ${trainer} is sent`, async () => {
      const [left] = await query<{ waiting: number }>(
        stack.databaseUrl,
        `SELECT count(*)::int AS waiting FROM core.notification_delivery
         WHERE channel = 'slack' AND state = 'waiting'`,
      );
      return left?.waiting === 0;
    });
  }
  for (let trainer = 1; trainer <= KILLS; trainer++) {
    const messages = messagesTo(trainer);
    expect([1, 2]).toContain(messages.length);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    // Answered messages are marked before anything else is.
    if (MOMENTS[trainer % MOMENTS.length] === 'taken') expect(messages).toHaveLength(2);
  }
  const states = await query<{ state: string; count: number }>(
    stack.databaseUrl,
    `SELECT state, count(*)::int AS count FROM core.notification_delivery
     WHERE channel = 'slack' GROUP BY state`,
  );
  expect(states).toEqual([{ state: 'sent', count: KILLS }]);
});
