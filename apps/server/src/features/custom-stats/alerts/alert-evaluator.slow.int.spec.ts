import { type Alert, alertHistorySchema, alertSchema } from '@portal/contracts/alerts';
import { notificationsSchema } from '@portal/contracts/notifications';
import { claimAlert, finishAlert } from '@portal/persistence/alerts/evaluations';
import { evaluate } from '@portal/domain/alerts';
import { PATIENCE } from '@portal/testing/patience';
import type { TestUser } from '@portal/testing/world';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import { get, send } from '../../../testing/requests.js';
import { openStatsWorld, type StatsWorld } from '../spec-support/stats-world.js';

const BY_STATUS = 'SELECT status, count(*) AS tasks FROM tasks GROUP BY status';

const ADMIN = 'admin@example.org';

let world: StatsWorld;
let last = 0;
beforeAll(async () => {
  world = await openStatsWorld();
});
// The others of this project would be evaluated with each change.
afterEach(() => world.server.db.query('DELETE FROM core.alert'));
afterAll(() => world.server.stop());

const api = (path: string): string => `${world.server.baseUrl}/api/v1/${path}`;
const url = (path = ''): string => api(`projects/${world.alpha}/alerts/${path}`);

async function create(more: object): Promise<Alert> {
  const body = { name: `Alert ${++last}`, condition: 'above', limit_value: 3, ...more };
  const response = await send('POST', url(), world.admin.token, body);
  if (response.status !== 201) throw new Error(await response.text());
  const made = alertSchema.parse(await response.json());
  await evaluated(made.id);
  return made;
}

async function find(id: number): Promise<Alert> {
  return alertSchema.parse(await (await get(url(String(id)), world.admin.token)).json());
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  return vi.waitFor(async () => {
    const value = await read();
    if (!holds(value)) throw new Error(`not yet: ${JSON.stringify(value)}`);
    return value;
  }, PATIENCE);
}

const evaluated = (id: number) =>
  until(
    () => find(id),
    ({ state }) => state !== 'not_evaluated',
  );
const inState = (id: number, state: Alert['state']) =>
  until(
    () => find(id),
    (alert) => alert.state === state,
  );
const historyOf = async (id: number) =>
  alertHistorySchema.parse(await (await get(url(`${id}/history`), world.admin.token)).json()).items;
const toldTo = async (user: TestUser) => {
  const response = await get(api('notifications'), user.token);
  const { items } = notificationsSchema.parse(await response.json());
  return items.filter(({ kind }) => kind === 'alert');
};

/** As if its last evaluation were more than a minute ago. */
const quietTime = () =>
  world.server.db.query(
    `UPDATE core.alert_run SET evaluated_at = evaluated_at - interval '2 minutes'`,
  );

/** An edit of a task, by the admin. */
const setStatus = async (task: number, status: string) => {
  const path = api(`tasks/tasks-crud/${task}`);
  const response = await send('PATCH', path, world.admin.token, { status });
  if (response.status !== 200) throw new Error(await response.text());
};

describe('the evaluation of alerts', () => {
  it('ALERT-21 follows a commit, with a state for each key, and tells each recipient once with its cause', async () => {
    const stat = await world.create({ sql_query: BY_STATUS });
    const made = await create({
      ...{ stat_id: stat.id, take: 'value', column_name: 'tasks', key_column: 'status' },
      user_ids: [world.trainer.id, world.outsider.id],
    });
    expect((await find(made.id)).keys).toMatchObject([
      { key: 'completed', state: 'ok', value: 2 },
      { key: 'pending', state: 'ok', value: 3 },
    ]);
    await quietTime();
    await setStatus(1002, 'pending');
    const { keys, revision } = await inState(made.id, 'firing');
    expect(keys.map(({ key, state }) => [key, state])).toEqual([
      ['pending', 'firing'],
      ['completed', 'ok'],
    ]);
    expect(await historyOf(made.id)).toMatchObject([
      { key: 'pending', state: 'firing', value: 4, revision, by: ADMIN, import_id: null },
    ]);
    const [told, ...others] = await toldTo(world.trainer);
    expect(others).toEqual([]);
    expect(told?.text).toBe(
      `Alert "${made.name}" in Alpha has 1 new (pending), after a change by ${ADMIN}.`,
    );
    expect(told?.link).toBe(`/projects/${world.alpha}/alerts?alert=${made.id}`);
    // Not a member of the project.
    expect(await toldTo(world.outsider)).toEqual([]);
  });

  it('ALERT-22 names the import that made the change', async () => {
    const stat = await world.create({ sql_query: 'SELECT count(*) AS tasks FROM tasks' });
    const made = await create({
      ...{ stat_id: stat.id, take: 'value', column_name: 'tasks', limit_value: 5 },
      user_ids: [world.admin.id],
    });
    await world.server.db.query(
      `INSERT INTO core.webhook (project_id, name, url, types)
       VALUES ($1, 'Hook', 'https://example.org', '{alert.changed}')`,
      [world.alpha],
    );
    await quietTime();
    const id = '00000000-0000-4000-8000-0000000000aa';
    await world.server.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO core.task_import (id, uploaded_by, state, file_name, store_key, sha256, bytes_total, finished_at, projects)
         VALUES ($1, $2, 'completed', 'more.json', 'x', repeat('a', 64), 1, clock_timestamp(), ARRAY[$3::integer])`,
        [id, world.admin.id, world.alpha],
      );
      await tx.query(
        `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
         VALUES (1900, $1, 1, 'pending')`,
        [world.alpha],
      );
    });
    await inState(made.id, 'firing');
    expect(await historyOf(made.id)).toMatchObject([
      { state: 'firing', value: 6, import_id: id, import_name: 'more.json', by: null },
    ]);
    expect((await toldTo(world.admin))[0]?.text).toBe(
      `Alert "${made.name}" in Alpha fires, after the import of more.json.`,
    );
    expect(
      await world.server.db.query(
        `SELECT payload -> 'alert_ids' AS alerts, payload ->> 'import_id' AS import_id, payload -> 'fired' AS fired
         FROM core.webhook_event WHERE type = 'alert.changed'`,
      ),
    ).toEqual([{ alerts: [made.id], import_id: id, fired: 1 }]);
    await world.server.db.query('DELETE FROM core.task WHERE turing_task_id = 1900');
  });

  it('ALERT-33 tells the Slack channel once for an evaluation, by Slack alone, beside the users', async () => {
    const stat = await world.create({ sql_query: BY_STATUS });
    const made = await create({
      ...{ stat_id: stat.id, take: 'value', column_name: 'tasks', key_column: 'status' },
      ...{ limit_value: 1, user_ids: [world.trainer.id], slack_channel: '#quality' },
    });
    await inState(made.id, 'firing');
    const { db } = world.server;
    const toChannel = await db.query(
      `SELECT kind, things, subject ->> 'alert_id' AS alert, channel, user_id
       FROM core.notification JOIN core.notification_delivery ON notification_id = id
       WHERE slack_channel = '#quality'`,
    );
    expect(toChannel).toEqual([
      { kind: 'alert', things: 1, alert: String(made.id), channel: 'slack', user_id: null },
    ]);
    expect(await toldTo(world.trainer)).not.toHaveLength(0);
    for (const columns of ['NULL, NULL', `${world.trainer.id}, '#quality'`]) {
      await expect(
        db.query(
          `INSERT INTO core.notification (id, user_id, slack_channel, kind, things, subject)
           VALUES (gen_random_uuid(), ${columns}, 'alert', 1, '{}')`,
        ),
      ).rejects.toThrow('notification_told_check');
    }
  });

  it('ALERT-23 evaluates at most once a minute, and then what has happened since', async () => {
    const stat = await world.create({ sql_query: `SELECT 1 FROM tasks WHERE status = 'rework'` });
    const made = await create({ stat_id: stat.id, take: 'rows', limit_value: 0 });
    const other = await create({ stat_id: stat.id, take: 'rows', limit_value: 0 });
    await world.server.db.query(
      `UPDATE core.alert_run SET evaluated_at = evaluated_at - interval '2 minutes' WHERE alert_id = $1`,
      [other.id],
    );
    await setStatus(1001, 'rework');
    await inState(other.id, 'firing');
    expect((await find(made.id)).state).toBe('ok');
    await quietTime();
    await inState(made.id, 'firing');
    await setStatus(1001, 'pending');
  });

  it('ALERT-36 says how many more changes there were since the evaluation before', async () => {
    const stat = await world.create({ sql_query: `SELECT 1 FROM tasks WHERE status = 'rework'` });
    const made = await create({
      ...{ stat_id: stat.id, take: 'rows', limit_value: 2, user_ids: [world.trainer.id] },
    });
    const tasks = [1001, 1003, 1005];
    for (const task of tasks) await setStatus(task, 'rework');
    await quietTime();
    await inState(made.id, 'firing');
    const [told] = await toldTo(world.trainer);
    expect(told?.text).toBe(
      `Alert "${made.name}" in Alpha fires, after a change by ${ADMIN} and 2 more changes.`,
    );
    for (const task of tasks) await setStatus(task, 'pending');
  });

  it('ALERT-24 is suspended with the reason when its statistic loses the column, and begins anew with it', async () => {
    const stat = await world.create({ sql_query: BY_STATUS });
    const made = await create({
      ...{ stat_id: stat.id, take: 'sum', column_name: 'tasks', limit_value: 1 },
      user_ids: [world.trainer.id],
    });
    await inState(made.id, 'firing');
    const edit = (sql_query: string) => world.call('PUT', String(stat.id), { sql_query });
    await edit('SELECT status, count(*) AS amount FROM tasks GROUP BY status');
    expect(await inState(made.id, 'suspended')).toMatchObject({
      reason: 'the column `tasks` is gone',
      keys: [],
    });
    const [owned] = await toldTo(world.admin);
    expect(owned?.text).toBe(`Alert "${made.name}" in Alpha is suspended: it no longer fits.`);
    await edit(BY_STATUS);
    await inState(made.id, 'firing');
    const history = await historyOf(made.id);
    expect(history.map(({ state, reason }) => [state, reason])).toEqual([
      ['firing', null],
      ['reset', 'The statistic was changed'],
      ['suspended', 'the column `tasks` is gone'],
      ['reset', 'The statistic was changed'],
      ['firing', null],
    ]);
    expect(history.filter(({ state }) => state === 'reset').map(({ by }) => by)).toEqual([
      ADMIN,
      ADMIN,
    ]);
  });

  it('ALERT-25 is suspended without its statistic, and goes on when that is back', async () => {
    const stat = await world.create({ sql_query: BY_STATUS });
    const made = await create({ stat_id: stat.id, take: 'rows', limit_value: 1 });
    await inState(made.id, 'firing');
    const deleted = await world.call('DELETE', String(stat.id));
    expect(await inState(made.id, 'suspended')).toMatchObject({
      reason: 'the statistic was deleted',
    });
    const group = deleted.headers.get(AUDIT_GROUP_HEADER);
    await send('POST', api(`audit/${group}/undo`), world.admin.token);
    await inState(made.id, 'firing');
    await world.call('PUT', String(stat.id), { is_active: false });
    expect(await inState(made.id, 'suspended')).toMatchObject({
      reason: 'the statistic is not active',
    });
  });

  it('ALERT-26 begins anew when its rule is edited, but not when its name or recipients are', async () => {
    const stat = await world.create({ sql_query: BY_STATUS });
    const made = await create({ stat_id: stat.id, take: 'rows', limit_value: 1 });
    await inState(made.id, 'firing');
    const edit = (body: object) => send('PUT', url(String(made.id)), world.admin.token, body);
    await edit({ name: 'Another name', user_ids: [world.admin.id] });
    await edit({ limit_value: 9 });
    await inState(made.id, 'ok');
    expect((await historyOf(made.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['reset', 'The alert was changed'],
      ['firing', null],
    ]);
  });

  it('ALERT-35 evaluates its statistic with the values of the alert, and begins anew when they are edited', async () => {
    const sql_query = `SELECT turing_task_id FROM tasks
      WHERE {{ batch_ids }} IS NULL OR turing_batch_id = ANY ({{ batch_ids }})`;
    const stat = await world.create({ sql_query });
    const rows = { stat_id: stat.id, take: 'rows', limit_value: 0 };
    const none = await create({ ...rows, parameters: { batch_ids: [77] } });
    const all = await create(rows);
    await inState(none.id, 'ok');
    await inState(all.id, 'firing');
    const edit = (body: object) => send('PUT', url(String(none.id)), world.admin.token, body);
    await edit({ parameters: { batch_ids: [1, 77], start_date: '2026-01-05' } });
    await inState(none.id, 'firing');
    expect((await historyOf(none.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['firing', null],
      ['reset', 'The alert was changed'],
    ]);
    // A parameter that the query no longer has makes no difference, nor one that it has since.
    await world.call('PUT', String(stat.id), {
      sql_query: 'SELECT turing_task_id FROM tasks WHERE {{ end_date }} IS NULL',
    });
    await until(
      async () =>
        (await historyOf(none.id)).slice(0, 2).map(({ state, reason }) => reason ?? state),
      (last) => last.join() === 'firing,The statistic was changed',
    );
  });

  it('ALERT-27 fails with the reason, keeps its states, and tells its owner after three errors in a row', async () => {
    const stat = await world.create({
      sql_query: `SELECT count(*) / count(*) FILTER (WHERE status <> 'stop') AS tasks FROM tasks`,
    });
    const made = await create({
      ...{ stat_id: stat.id, take: 'value', column_name: 'tasks', limit_value: 0 },
      user_ids: [world.trainer.id],
    });
    await inState(made.id, 'firing');
    const before = (await toldTo(world.admin)).length;
    const others = (await toldTo(world.trainer)).length;
    await world.server.db.query(`UPDATE core.task SET status = 'stop' WHERE project_id = $1`, [
      world.alpha,
    ]);
    const errors = async () =>
      (await world.server.db.query<{ errors: number }>('SELECT errors FROM core.alert_run'))[0]
        ?.errors;
    for (const count of [1, 2, 3]) {
      await quietTime();
      await until(errors, (found) => found === count);
      expect((await toldTo(world.admin)).length).toBe(before + (count === 3 ? 1 : 0));
    }
    expect(await find(made.id)).toMatchObject({ state: 'failing', keys: [{ state: 'firing' }] });
    expect((await find(made.id)).reason).toContain('Division by zero');
    expect((await toldTo(world.admin))[0]?.text).toContain('has failed three times in a row');
    expect((await toldTo(world.trainer)).length).toBe(others);
    expect((await historyOf(made.id)).map(({ state }) => state)).toEqual(['failing', 'firing']);
    await world.server.db.query(`UPDATE core.task SET status = 'pending' WHERE project_id = $1`, [
      world.alpha,
    ]);
    await quietTime();
    await inState(made.id, 'firing');
  });

  it('ALERT-28 tells roles and pods, each person once, and nobody who may not see it', async () => {
    const { db } = world.server;
    const [role] = await db.query<{ id: number }>(
      `SELECT role_id AS id FROM core.user_role WHERE user_id = $1`,
      [world.trainer.id],
    );
    const [pod] = await db.query<{ id: number }>(
      `WITH pod AS (INSERT INTO core.pod (name, project_id) VALUES ('Pod A', $1) RETURNING id, name),
         member AS (INSERT INTO core.pod_member (pod_name, user_email, role)
           SELECT name, 'trainer@example.org', 'trainer' FROM pod)
       SELECT id FROM pod`,
      [world.alpha],
    );
    const before = (await toldTo(world.trainer)).length;
    const more = {
      ...{ take: 'rows', limit_value: 0, pod_ids: [pod?.id], role_ids: [role?.id] },
      user_ids: [world.trainer.id],
    };
    const seen = await world.create({ sql_query: BY_STATUS });
    await inState((await create({ ...more, stat_id: seen.id })).id, 'firing');
    expect((await toldTo(world.trainer)).length).toBe(before + 1);
    const hidden = await world.create({ sql_query: BY_STATUS, audience: 'leads' });
    await inState((await create({ ...more, stat_id: hidden.id })).id, 'firing');
    expect((await toldTo(world.trainer)).length).toBe(before + 1);
  });

  /** One that the server has not evaluated; it looks every few seconds and may be the first once. */
  const claimed = async () => {
    await create({ number: 'no_import', limit_value: 1, user_ids: [world.admin.id] });
    const take = async () => {
      await quietTime();
      return claimAlert(world.server.db);
    };
    const alert = await until(take, (due) => due !== undefined);
    if (!alert) throw new Error('none was due');
    const outcome = evaluate(alert.rule, alert.held, new Map([['', 5]]), false);
    return { alert, finding: { outcome, waits: false } };
  };

  it('ALERT-29 stores all or nothing: what was changed or taken over meanwhile is left to the next evaluation', async () => {
    const { db } = world.server;
    const { alert, finding } = await claimed();
    const before = (await toldTo(world.admin)).length;
    // Inactive, so that the server does not evaluate the changed one.
    await db.query(`UPDATE core.alert SET limit_value = 2, is_active = false`);
    await finishAlert(db, alert, finding);
    expect(await db.query(`SELECT state FROM core.alert_change WHERE state = 'firing'`)).toEqual(
      [],
    );
    expect((await toldTo(world.admin)).length).toBe(before);
  });

  it('ALERT-29 waits while the project is deleted, and the deletion never waits for it', async () => {
    const { db } = world.server;
    const { alert, finding } = await claimed();
    const finished = await db.transaction(async (tx) => {
      await tx.query('SELECT FROM core.project WHERE id = $1 FOR UPDATE', [world.alpha]);
      const finishing = finishAlert(db, alert, finding);
      await until(
        () =>
          db.query(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          ),
        (waiting) => waiting.length === 1,
      );
      await tx.query('DELETE FROM core.alert WHERE id = $1', [alert.id]);
      return { finishing };
    });
    await finished.finishing;
    expect(await db.query('SELECT FROM core.alert_run')).toEqual([]);
  });
});
