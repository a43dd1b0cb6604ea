import { notificationsSchema } from '@portal/contracts/notifications';
import type { Db } from '@portal/persistence/db';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, post } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let ada: TestUser;
let rita: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 2: 'Two' } } },
    users: { ada: { roles: { Alpha: 'project_admin' } }, rita: {} },
    pods: { Orion: { project: 'Alpha', members: { rita: 'reviewer' } } },
  });
  ({ ada, rita } = users);
  ({ Alpha: alpha, Beta: beta } = projects);
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['webhook', 'webhook_event', 'task', 'notification']) {
    await db.query(`DELETE FROM core.${table}`);
  }
  await db.query('UPDATE core.project SET archived_at = NULL');
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at)
     SELECT id, CASE WHEN id > 30 THEN $2::integer ELSE $1 END, CASE WHEN id > 30 THEN 2 ELSE 1 END, 'completed', now()
     FROM generate_series(1, 40) AS id`,
    [alpha, beta],
  );
});

const webhook = async (project: number, ...types: string[]) => {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO core.webhook (project_id, name, url, types)
     VALUES ($1, gen_random_uuid()::text, 'https://example.com', $2) RETURNING id`,
    [project, types],
  );
  return row?.id ?? 0;
};
const deed = (...statements: string[]) =>
  db.transaction(async (tx) => {
    await tx.query(`SELECT set_config('portal.actor', $1, true)`, [String(ada.id)]);
    for (const statement of statements) await tx.query(statement);
  });
const rework = (condition: string) =>
  `UPDATE core.task SET status = 'rework' WHERE turing_task_id ${condition}`;
const events = () =>
  db.query<{ project_id: number; type: string; payload: Record<string, unknown> }>(
    'SELECT project_id, type, payload FROM core.webhook_event ORDER BY project_id, type',
  );
const deliveries = () =>
  db.query<{ webhook_id: number; state: string }>(
    'SELECT webhook_id, state FROM core.webhook_delivery ORDER BY webhook_id',
  );

describe('events of a project', () => {
  it('HOOK-6 HOOK-7 are one for each type and transaction, for the webhooks of the type', async () => {
    const first = await webhook(alpha, 'task.sent_back', 'task.feedback');
    const second = await webhook(alpha, 'task.sent_back');
    await webhook(alpha, 'import.ended');
    const off = await webhook(alpha, 'task.sent_back');
    await db.query('UPDATE core.webhook SET is_enabled = false WHERE id = $1', [off]);
    await deed(rework('<= 25'), rework('BETWEEN 20 AND 35'));
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ project_id: alpha, type: 'task.sent_back' });
    expect(event?.payload).toEqual({
      things: 30,
      task_ids: Array.from({ length: 20 }, (_, n) => n + 1),
    });
    expect((await deliveries()).map(({ webhook_id }) => webhook_id)).toEqual([first, second]);
  });

  it('HOOK-6 are not written without a webhook, after a rollback or in an archived project', async () => {
    await deed(rework('= 1'));
    await webhook(beta, 'task.sent_back');
    await deed(rework('= 2'));
    await expect(deed(rework('= 31'), 'SELECT 1 / 0')).rejects.toThrow('division by zero');
    expect(await events()).toEqual([]);
    await deed(rework('= 31'));
    expect(await events()).toMatchObject([{ project_id: beta, payload: { task_ids: [31] } }]);
    await db.query('UPDATE core.project SET archived_at = now() WHERE id = $1', [beta]);
    await db.query(`SELECT core.tell_webhooks($1, 'task.sent_back', '{}')`, [beta]);
    expect(await events()).toHaveLength(1);
  });

  it('HOOK-7 tell of feedback', async () => {
    await webhook(alpha, 'task.feedback', 'task.sent_back');
    const written = await post(
      `${server.baseUrl}/api/v1/tasks/3/feedback`,
      { words: 'Why?', rework: true },
      rita.token,
    );
    expect(written.status).toBe(201);
    expect(await events()).toMatchObject([
      { type: 'task.feedback', payload: { task_ids: [3], things: 1 } },
      { type: 'task.sent_back', payload: { task_ids: [3], things: 1 } },
    ]);
  });

  it('HOOK-6 can be told of by other code, as one with what the transaction told before', async () => {
    await webhook(alpha, 'alert.changed');
    const tell = (payload: object) =>
      `SELECT core.tell_webhooks(${alpha}, 'alert.changed', '${JSON.stringify(payload)}')`;
    await deed(tell({ alert_ids: [2], things: 1 }), tell({ alert_ids: [1], things: 2 }));
    await deed(tell({ alert_ids: [9] }));
    expect((await events()).map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([{ alert_ids: [1, 2], things: 3 }, { alert_ids: [9] }]),
    );
  });

  it('HOOK-10 TELL-28 those who administer the project are told of a webhook that the portal disables', async () => {
    const id = await webhook(alpha, 'task.sent_back');
    await deed(rework('= 1'));
    await db.query(
      `UPDATE core.webhook SET is_enabled = false, disabled_reason = 'It answered 410' WHERE id = $1`,
      [id],
    );
    expect(await deliveries()).toEqual([{ webhook_id: id, state: 'dropped' }]);
    const inbox = async ({ token }: TestUser) =>
      notificationsSchema.parse(
        await (await get(`${server.baseUrl}/api/v1/notifications`, token)).json(),
      ).items;
    const [told] = await inbox(ada);
    expect(told).toMatchObject({ kind: 'webhook', link: `/admin/projects/${alpha}/webhooks` });
    expect(told?.text).toMatch(/^The webhook .* in Alpha was disabled: It answered 410\.$/);
    expect((await inbox(rita)).filter(({ kind }) => kind === 'webhook')).toEqual([]);
    // By hand nobody is told.
    await db.query('UPDATE core.webhook SET is_enabled = true WHERE id = $1', [id]);
    await db.query('UPDATE core.webhook SET is_enabled = false WHERE id = $1', [id]);
    expect((await inbox(ada)).filter(({ kind }) => kind === 'webhook')).toHaveLength(1);
  });
});
