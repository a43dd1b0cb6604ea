import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { alertSchema } from '@portal/contracts/alerts';
import { customStatSchema } from '@portal/contracts/custom-stats';
import { notificationsSchema } from '@portal/contracts/notifications';
import { createdWebhookSchema } from '@portal/contracts/webhooks';
import { SlackServer } from '@portal/testing/slack-server';
import type { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { type Portal, startPortal } from '../support/portal.js';
import { Receiver } from '../support/receiver.js';
import { Watcher } from '../support/room.js';
import { file, row } from '../support/rows.js';
import { query, zoneOfNoon } from '../support/world.js';

const BATCHES = [1, 2, 3, 4, 5];
const TASKS = 10;
const RATE = `round(100.0 * count(*) FILTER (WHERE status = 'rework') / count(*), 1)`;

let portal: Portal;
let admin: Api;
let slack: SlackServer;
let receiver: Receiver;

beforeAll(async () => {
  slack = await SlackServer.start();
  receiver = await Receiver.start();
  portal = await startPortal({ env: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_API_URL: slack.url } });
  admin = portal.admin;
  await run(`UPDATE core.app_user SET slack_id = 'UHARBOUR1', timezone = $1 WHERE email = $2`, [
    zoneOfNoon(),
    'lead@example.com',
  ]);
});
afterAll(async () => {
  await portal.stack.stop();
  await slack.stop();
  await receiver.stop();
});

const run = <T extends object>(sql: string, values: unknown[] = []) =>
  query<T & Record<string, unknown>>(portal.stack.databaseUrl, sql, values);

/** Ten tasks of each batch; in `back` six of them are sent back. */
function tasks(back: readonly number[]): string {
  const rows = BATCHES.flatMap((batch) =>
    Array.from({ length: TASKS }, (_, index) =>
      row(batch * 100 + index, {
        turing_batch_id: batch,
        ...(back.includes(batch) && index < 6 && { status: 'rework', completed_at: null }),
      }),
    ),
  );
  return file(...rows);
}

it('ALERT-32 an import puts two of five batches over the limit: bell, Slack and webhook name it, each once, though a worker dies', async () => {
  const { stack, world } = portal;
  const project = `/projects/${world.alpha}`;
  expect((await admin.upload(tasks([]), { fileName: 'first.json' })).status).toBe(200);

  const stat = customStatSchema.parse(
    (
      await admin.post(`${project}/custom-stats/`, {
        name: 'Rework by batch',
        sql_query: `SELECT turing_batch_id AS batch, ${RATE} AS rate FROM tasks GROUP BY 1`,
        supported_chart_types: ['table'],
        default_chart_type: 'table',
      })
    ).body,
  );
  const [lead] = await run<{ id: number }>(
    `SELECT id FROM core.app_user WHERE email = 'lead@example.com'`,
  );
  const hook = createdWebhookSchema.parse(
    (
      await admin.post(`${project}/webhooks/`, {
        ...{ name: 'Warehouse', url: receiver.url, types: ['alert.changed'] },
      })
    ).body,
  );
  const made = await admin.post(`${project}/alerts/`, {
    ...{ name: 'Too much rework', stat_id: stat.id, column_name: 'rate', key_column: 'batch' },
    ...{ condition: 'above', limit_value: 20, user_ids: [lead?.id] },
  });
  expect(made.status).toBe(201);
  const path = `${project}/alerts/${alertSchema.parse(made.body).id}`;
  const alert = async () => alertSchema.parse((await admin.get(path)).body);
  await eventually('the alert is evaluated', async () => (await alert()).state === 'ok');

  const { token } = await portal.as('lead@example.com');
  const tab = new Watcher(stack.baseUrl, token);
  await tab.connected();
  await eventually('the bell is there', () => tab.received['notifications-changed'].length > 0);
  // Its last evaluation is long ago, so that the next one comes with the commit.
  await run(`UPDATE core.alert_run SET evaluated_at = evaluated_at - interval '1 hour'`);
  receiver.taken = () => new Promise(() => undefined);
  expect((await admin.upload(tasks([2, 4]), { fileName: 'second.json' })).status).toBe(200);
  await eventually('the bell rings', () =>
    tab.received['notifications-changed'].some(({ unread }) => unread === 1),
  );
  await eventually('the webhook is called', () => receiver.calls.length > 0);
  await stack.kill('worker', 'SIGKILL');
  receiver.taken = () => undefined;
  for (const table of ['notification_delivery', 'webhook_delivery']) {
    await run(`UPDATE core.${table} SET due_at = now() WHERE state = 'waiting'`);
  }
  await stack.restart('worker');
  await eventually('all is sent', async () => {
    const [left] = await run<{ count: number }>(
      `SELECT ((SELECT count(*) FROM core.webhook_delivery WHERE state = 'waiting')
         + (SELECT count(*) FROM core.notification_delivery JOIN core.notification ON id = notification_id
            WHERE state = 'waiting' AND channel = 'slack' AND user_id = $1))::integer AS count`,
      [lead?.id],
    );
    return left?.count === 0;
  });

  const words =
    'Alert "Too much rework" in Alpha has 2 new (2, 4), after the import of second.json.';
  const told = async (of: Api) =>
    notificationsSchema
      .parse((await of.get('/notifications')).body)
      .items.filter(({ kind }) => kind === 'alert')
      .map((one) => one.text);
  expect(await told(await portal.as('lead@example.com'))).toEqual([words]);
  expect(new Set(slack.messages.map(({ id }) => id)).size).toBe(1);
  expect(slack.messages[0]).toMatchObject({
    user: 'UHARBOUR1',
    text: expect.stringContaining(words),
  });
  expect(new Set(receiver.ids).size).toBe(1);
  expect(receiver.verified(hook.secret)[0]).toMatchObject({
    type: 'alert.changed',
    data: { project_id: world.alpha, import_id: expect.any(String) },
  });
  tab.socket.disconnect();

  const edit = { sql_query: stat.sql_query?.replace('AS rate', 'AS share') };
  expect((await admin.put(`${project}/custom-stats/${stat.id}`, edit)).status).toBe(200);
  await eventually('the alert is suspended', async () => (await alert()).state === 'suspended');
  expect((await alert()).reason).toContain('rate');
});
