import { type Alert, alertListSchema, alertSchema } from '@portal/contracts/alerts';
import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '@portal/testing/world';
import { problemIn, send } from '../../../testing/requests.js';
import { assignRole } from '../../../testing/user.js';
import { openStatsWorld, type StatsWorld } from '../spec-support/stats-world.js';

let world: StatsWorld;
let last = 0;
beforeAll(async () => {
  world = await openStatsWorld();
});
afterAll(() => world.server.stop());

const url = (path = ''): string =>
  `${world.server.baseUrl}/api/v1/projects/${world.alpha}/alerts/${path}`;
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  body?: unknown,
  { token } = world.admin,
) => send(method, url(path), token, body);

const body = (more: object) => ({
  name: `Alert ${++last}`,
  take: 'rows',
  condition: 'above',
  limit_value: 3,
  ...more,
});

async function create(more: object): Promise<Alert> {
  const response = await call('POST', '', body(more));
  if (response.status !== 201) throw new Error(await response.text());
  return alertSchema.parse(await response.json());
}

const namesFor = async (user = world.admin) =>
  alertListSchema.parse(await (await call('GET', '', undefined, user)).json()).map(({ id }) => id);

describe('alerts', () => {
  it('ALERT-1 are made by those who manage statistics, and list what they look at and who is told', async () => {
    const stat = await world.create();
    const made = await create({ stat_id: stat.id, user_ids: [world.trainer.id, world.trainer.id] });
    expect(made).toMatchObject({
      stat_id: stat.id,
      stat_name: stat.name,
      take: 'rows',
      user_ids: [world.trainer.id],
      version: 1,
    });
    expect(await namesFor()).toContain(made.id);
    const refused = await call('POST', '', body({ stat_id: stat.id }), world.trainer);
    expect(refused.status).toBe(403);
    expect((await call('POST', '', body({ stat_id: stat.id }), world.outsider)).status).toBe(404);
  });

  it('ALERT-16 need a statistic of the project or a number, and fields that go together', async () => {
    const stat = await world.create();
    const pointersOf = async (more: object): Promise<unknown> => {
      const refused = await call('POST', '', body(more));
      expect(refused.status).toBe(400);
      return (await problemIn(refused)).errors?.map(({ pointer }) => pointer);
    };
    expect(await pointersOf({})).toEqual(['/stat_id']);
    expect(await pointersOf({ stat_id: stat.id, number: 'rework_rate' })).toEqual(['/stat_id']);
    expect(await pointersOf({ stat_id: 999_999 })).toEqual(['/stat_id']);
    expect(await pointersOf({ stat_id: stat.id, take: 'value' })).toEqual(['/column_name']);
    expect(await pointersOf({ stat_id: stat.id, limit_value: null })).toEqual(['/limit_value']);
    expect(await pointersOf({ number: 'waiting_reviews', take: 'value' })).toEqual(['/days']);
    expect(
      await pointersOf({
        stat_id: stat.id,
        condition: 'no_rows',
        limit_value: null,
        key_column: 'x',
      }),
    ).toEqual(['/condition']);
    expect(await pointersOf({ stat_id: stat.id, condition: 'changed_by', fires_after: 2 })).toEqual(
      ['/fires_after'],
    );
    await create({ stat_id: stat.id, condition: 'no_rows', limit_value: null });
    await create({ number: 'waiting_reviews', take: 'value', days: 3 });
  });

  it('ALERT-17 change by fields, with If-Match against a stale edit, and every change is recorded', async () => {
    const stat = await world.create();
    const made = await create({ stat_id: stat.id });
    const changed = await call('PUT', String(made.id), { limit_value: 9 });
    expect(alertSchema.parse(await changed.json())).toMatchObject({ limit_value: 9, version: 2 });
    const stale = await fetch(url(String(made.id)), {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${world.admin.token}`,
        'content-type': 'application/json',
        'if-match': '"1"',
      },
      body: JSON.stringify({ limit_value: 10 }),
    });
    expect(stale.status).toBe(409);
    expect((await call('PUT', String(made.id), { take: 'sum' })).status).toBe(400);
    const twice = await call('POST', '', { ...body({ stat_id: stat.id }), name: made.name });
    expect(twice.status).toBe(409);
    const records = await world.server.db.query(
      `SELECT action FROM core.audit WHERE entity = 'alert' AND entity_id = $1 ORDER BY id`,
      [String(made.id)],
    );
    expect(records).toEqual([{ action: 'create' }, { action: 'update' }]);
  });

  it('ALERT-35 have values for the parameters of a statistic, and refuse what none can be', async () => {
    const stat = await world.create();
    const parameters = { start_date: '2026-01-05', end_date: '2026-01-11', batch_ids: [1, 2] };
    const made = await create({ stat_id: stat.id, parameters });
    expect(made.parameters).toEqual(parameters);
    expect((await create({ stat_id: stat.id })).parameters).toEqual({});
    for (const [wrong, pointer] of [
      [{ start_date: `2026-01-05'; DROP TABLE core.task; --` }, '/parameters/start_date'],
      [{ start_date: '2026-01-05', end_date: '2026-01-04' }, '/parameters/end_date'],
      [{ batch_ids: ['1'] }, '/parameters/batch_ids/0'],
      [{ batch_ids: [] }, '/parameters/batch_ids'],
      [{ project_id: 2 }, '/parameters/project_id'],
    ] as const) {
      const refused = await call('POST', '', body({ stat_id: stat.id, parameters: wrong }));
      expect(refused.status).toBe(400);
      expect((await problemIn(refused)).errors?.[0]?.pointer).toBe(pointer);
    }
    const number = { number: 'rework_rate', take: 'value', parameters };
    const refused = await call('POST', '', body(number));
    expect((await problemIn(refused)).errors?.[0]?.pointer).toBe('/parameters');
  });

  it('ALERT-33 tell a Slack channel by its ID or name, and say what is right to anything else', async () => {
    const number = { number: 'rework_rate', take: 'value' };
    for (const slack_channel of ['C0123456789', '#quality_2', '#größe', null]) {
      expect(await create({ ...number, slack_channel })).toMatchObject({ slack_channel });
    }
    for (const slack_channel of ['quality', '#Quality', '@ann', 'U0123456789', '#a b', '#', '']) {
      const refused = await call('POST', '', body({ ...number, slack_channel }));
      expect([slack_channel, refused.status]).toEqual([slack_channel, 400]);
      const [error] = (await problemIn(refused)).errors ?? [];
      expect(error?.pointer).toBe('/slack_channel');
      if (slack_channel !== '') expect(error?.detail).toContain('such as C0123456789');
    }
  });

  it('ALERT-34 say to managers that Slack is not set up, and refuse a test then', async () => {
    const stat = await world.create();
    const made = await create({ stat_id: stat.id, slack_channel: '#quality' });
    expect(made.slack_problem).toBe('Slack is not set up in the portal');
    const read = await call('GET', String(made.id), undefined, world.trainer);
    expect(alertSchema.parse(await read.json()).slack_problem).toBeNull();
    const test = await call('POST', `${made.id}/test`);
    expect(test.status).toBe(409);
    expect((await problemIn(test)).detail).toBe('Slack is not set up in the portal');
    expect((await call('POST', `${made.id}/test`, undefined, world.trainer)).status).toBe(403);
  });

  it('ALERT-18 are muted until an instant, and deleted', async () => {
    const made = await create({ stat_id: (await world.create()).id });
    const until = '2030-01-01T00:00:00.000Z';
    const muted = await call('POST', `${made.id}/mute`, { until });
    expect(alertSchema.parse(await muted.json()).muted_until).toBe(until);
    const again = await call('POST', `${made.id}/mute`, { until: null });
    expect(alertSchema.parse(await again.json()).muted_until).toBeNull();
    expect((await call('DELETE', String(made.id), undefined, world.trainer)).status).toBe(403);
    expect((await call('DELETE', String(made.id))).status).toBe(204);
    expect((await call('GET', String(made.id))).status).toBe(404);
  });

  it('ALERT-28 are told to users who see them, and to nobody else', async () => {
    for (const audience of ['members', 'leads'] as const) {
      for (const is_active of [true, false]) {
        await create({ stat_id: (await world.create({ audience, is_active })).id });
      }
    }
    await create({ number: 'rework_rate', take: 'value' });
    const { db } = world.server;
    const told = async ({ id }: TestUser) => {
      const rows = await db.query<{ id: number }>(
        'SELECT id FROM core.alert WHERE project_id = $1 AND core.may_see_alert(id, $2)',
        [world.alpha, id],
      );
      return new Set(rows.map((alert) => alert.id));
    };
    const roleOf = (name: string) => assignRole(db, world.trainer, world.alpha, name);
    for (const role of ['project_lead', 'trainer']) {
      await roleOf(role);
      expect(await told(world.trainer)).toEqual(new Set(await namesFor(world.trainer)));
    }
    expect(await told(world.admin)).toEqual(new Set(await namesFor()));
    expect(await told(world.outsider)).toEqual(new Set());
  });

  it('ALERT-19 are shown to those who see the statistic, those on numbers to leads', async () => {
    const shown = await create({ stat_id: (await world.create()).id });
    const leads = await create({ stat_id: (await world.create({ audience: 'leads' })).id });
    const number = await create({ number: 'rework_rate', take: 'value' });
    const seen = await namesFor(world.trainer);
    expect(seen).toContain(shown.id);
    expect(seen).not.toContain(leads.id);
    expect(seen).not.toContain(number.id);
    expect(await namesFor()).toEqual(expect.arrayContaining([shown.id, leads.id, number.id]));
    for (const path of [`${leads.id}`, `${leads.id}/history`]) {
      expect((await call('GET', path, undefined, world.trainer)).status).toBe(404);
      expect((await call('GET', path)).status).toBe(200);
    }
  });

  it('ALERT-20 stay when their statistic is deleted, and look at it again when that is undone', async () => {
    const stat = await world.create();
    const made = await create({ stat_id: stat.id });
    const deleted = await world.call('DELETE', String(stat.id));
    const find = async () => alertSchema.parse(await (await call('GET', String(made.id))).json());
    expect(await find()).toMatchObject({ stat_id: null, stat_name: null });
    const group = deleted.headers.get(AUDIT_GROUP_HEADER);
    const undo = await send(
      'POST',
      `${world.server.baseUrl}/api/v1/audit/${group}/undo`,
      world.admin.token,
    );
    expect(undo.status).toBe(200);
    expect(await find()).toMatchObject({ stat_id: stat.id, stat_name: stat.name });
  });
});
