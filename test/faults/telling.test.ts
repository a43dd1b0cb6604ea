import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { alertSchema } from '@portal/contracts/alerts';
import { customStatSchema } from '@portal/contracts/custom-stats';
import { createdWebhookSchema } from '@portal/contracts/webhooks';
import { SlackServer } from '@portal/testing/slack-server';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { type Portal, startPortal } from '../support/portal.js';
import { Receiver } from '../support/receiver.js';
import { query, userWith, zoneOfNoon } from '../support/world.js';

/** How often a process is killed; `npm run test:long` does it 50 times. */
const KILLS = process.env['PORTAL_TEST_LONG'] === undefined ? 8 : 50;
/** When which process is killed, in turn. Between two probes of these moments it may be a little later. */
const MOMENTS = [
  { victim: 'worker', moment: 'the commit' },
  { victim: 'worker', moment: 'Slack has taken it' },
  { victim: 'worker', moment: 'Slack has answered' },
  { victim: 'worker', moment: 'the webhook has taken it' },
  { victim: 'worker', moment: 'the webhook has answered' },
  { victim: 'server', moment: 'the commit' },
  { victim: 'server', moment: 'the alert is claimed' },
  { victim: 'server', moment: 'the alert is evaluated' },
] as const;

let portal: Portal;
let slack: SlackServer;
let receiver: Receiver;
let reviewer: Api;

beforeAll(async () => {
  slack = await SlackServer.start();
  receiver = await Receiver.start();
  portal = await startPortal({ env: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_API_URL: slack.url } });
  const { stack, world } = portal;
  const token = await userWith(stack.databaseUrl, 'rita@example.com', 'reviewer', world.alpha);
  reviewer = new Api(stack.baseUrl, token);
  await run(`INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')`, [
    world.alpha,
  ]);
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
  await receiver.stop();
});

const run = <T extends object>(sql: string, values: unknown[] = []) =>
  query<T & Record<string, unknown>>(portal.stack.databaseUrl, sql, values);
const holds = async (condition: string, values: unknown[] = []): Promise<boolean> => {
  const [row] = await run<{ holds: boolean }>(`SELECT ${condition} AS holds`, values);
  return row?.holds === true;
};

/** An alert with a state for each trainer, which is over its limit with the first task that came back. */
async function createAlert(): Promise<number> {
  const project = `/projects/${portal.world.alpha}`;
  const [found] = await run<{ rita: number }>(
    `UPDATE core.app_user SET slack_id = 'URITA1', timezone = $1 WHERE email = 'rita@example.com' RETURNING id AS rita`,
    [zoneOfNoon()],
  );
  const stat = customStatSchema.parse(
    (
      await portal.admin.post(`${project}/custom-stats/`, {
        name: 'Back',
        sql_query: `SELECT turing_task_id AS task, count(*) FILTER (WHERE status = 'rework') AS back FROM tasks GROUP BY 1`,
        supported_chart_types: ['table'],
        default_chart_type: 'table',
      })
    ).body,
  );
  const { body } = await portal.admin.post(`${project}/alerts/`, {
    ...{ name: 'Came back', stat_id: stat.id, column_name: 'back', key_column: 'task' },
    ...{ condition: 'above', limit_value: 0, user_ids: [found?.rita] },
  });
  const { id } = alertSchema.parse(body);
  await eventually('the alert is evaluated', () =>
    holds('EXISTS (SELECT FROM core.alert_state WHERE alert_id = $1)', [id]),
  );
  return id;
}

const messagesTo = (trainer: number) =>
  slack.messages.filter(({ user }) => user === `UTARA${trainer}`);

/** Sends the task back and kills a process at that moment. */
async function sendBack(task: number, alert: number): Promise<void> {
  const { victim, moment } = MOMENTS[(task - 1) % MOMENTS.length] ?? MOMENTS[0];
  const calls = receiver.calls.length;
  const evaluated = () =>
    holds('EXISTS (SELECT FROM core.alert_change WHERE alert_id = $1 AND key = $2)', [
      alert,
      `${task}`,
    ]);
  let release = (): void => undefined;
  const blocked = () => new Promise<void>((resolve) => (release = resolve));
  if (moment === 'Slack has taken it') slack.taken = blocked;
  if (moment === 'the webhook has taken it') receiver.taken = blocked;
  // An alert is evaluated at most once a minute.
  await run(`UPDATE core.alert_run SET evaluated_at = evaluated_at - interval '1 hour'`);
  const { status } = await reviewer.post(`/tasks/${task}/feedback`, {
    words: 'Again.',
    rework: true,
  });
  expect(status).toBe(201);
  await eventually(`${moment}, task ${task}`, () => {
    if (moment.startsWith('Slack')) return messagesTo(task).length > 0;
    if (moment.startsWith('the webhook')) return receiver.calls.length > calls;
    if (moment === 'the alert is evaluated') return evaluated();
    if (moment === 'the commit') return true;
    return holds('EXISTS (SELECT FROM core.alert_run WHERE lease IS NOT NULL)').then(
      async (isClaimed) => isClaimed || evaluated(),
    );
  });
  [slack.taken, receiver.taken] = [() => undefined, () => undefined];
  await kill(victim);
  release();
  await eventually(`all of task ${task} is told`, async () => (await evaluated()) && isAllSent());
}

const isAllSent = () =>
  holds(`NOT EXISTS (SELECT FROM core.notification_delivery WHERE channel = 'slack' AND state = 'waiting')
    AND NOT EXISTS (SELECT FROM core.webhook_delivery WHERE state = 'waiting')`);

/** The next process need not wait for the end of the leases. */
async function kill(victim: 'worker' | 'server'): Promise<void> {
  const { stack } = portal;
  await stack.kill(victim, 'SIGKILL');
  await run(`UPDATE core.alert_run SET leased_until = now() WHERE lease IS NOT NULL`);
  for (const table of ['notification_delivery', 'webhook_delivery']) {
    await run(`UPDATE core.${table} SET due_at = least(due_at, now()) WHERE state = 'waiting'`);
  }
  await stack.restart(victim);
}

it('TELL-22, HOOK-14, ALERT-29 a worker or server that is killed between commit and mark loses nothing, and what it repeats has its id', async () => {
  const hook = createdWebhookSchema.parse(
    (
      await portal.admin.post(`/projects/${portal.world.alpha}/webhooks/`, {
        ...{ name: 'Tool', url: receiver.url, types: ['task.sent_back'] },
      })
    ).body,
  );
  const alert = await createAlert();
  for (let task = 1; task <= KILLS; task++) await sendBack(task, alert);

  for (let trainer = 1; trainer <= KILLS; trainer++) {
    const messages = messagesTo(trainer);
    expect([1, 2]).toContain(messages.length);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    // Answered messages are marked before anything else is.
    const { moment } = MOMENTS[(trainer - 1) % MOMENTS.length] ?? MOMENTS[0];
    if (moment === 'Slack has taken it') expect(messages).toHaveLength(2);
  }
  expect(new Set(receiver.ids).size).toBe(KILLS);
  for (const id of receiver.ids) {
    expect(receiver.ids.filter((other) => other === id).length).toBeLessThanOrEqual(2);
  }
  expect(receiver.verified(hook.secret)).toHaveLength(receiver.calls.length);

  for (const deliveries of [
    `core.notification_delivery JOIN core.notification ON notification.id = notification_id
     JOIN core.app_user ON app_user.id = user_id WHERE channel = 'slack' AND slack_id IS NOT NULL`,
    'core.webhook_delivery',
  ]) {
    const states = await run(`SELECT DISTINCT state FROM ${deliveries}`);
    expect(states).toEqual([{ state: 'sent' }]);
  }
  const fired = await run(
    `SELECT key::int AS task, count(*)::int AS times FROM core.alert_change
     WHERE alert_id = $1 AND state = 'firing' GROUP BY key ORDER BY 1`,
    [alert],
  );
  expect(fired).toEqual(Array.from({ length: KILLS }, (_, i) => ({ task: i + 1, times: 1 })));
  const told = await run(
    `SELECT count(*)::int AS times, sum((subject ->> 'fired')::int)::int AS fired
     FROM core.notification WHERE kind = 'alert'`,
  );
  expect(told).toEqual([{ times: KILLS, fired: KILLS }]);
  expect(new Set(slack.messages.map(({ id }) => id)).size).toBe(2 * KILLS);
});
