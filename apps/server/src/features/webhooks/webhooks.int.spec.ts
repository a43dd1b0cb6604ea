import {
  createdWebhookSchema,
  deliveryDetailSchema,
  deliveryLogSchema,
  webhookListSchema,
} from '@portal/contracts/webhooks';
import type { Db } from '@portal/persistence/db';
import { pruneWebhookEvents } from '@portal/persistence/webhooks/webhook-log';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, post, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let server: TestServer;
let production: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let ada: TestUser;
let tara: TestUser;
let boss: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  const { databaseUrl, jwtSecret } = server.config;
  production = await startTestServer({ databaseUrl, config: { production: true, jwtSecret } });
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: {}, Beta: {} },
    users: {
      ada: { roles: { Alpha: 'project_admin' } },
      tara: { roles: { Alpha: 'project_member' } },
      boss: { roles: { 'All Projects': 'admin' } },
    },
  });
  ({ ada, tara, boss } = users);
  ({ Alpha: alpha, Beta: beta } = projects);
});
afterAll(async () => {
  await production.stop();
  await server.stop();
});
beforeEach(async () => {
  await db.query('DELETE FROM core.webhook');
  await db.query('DELETE FROM core.webhook_event');
  await db.query('UPDATE core.project SET archived_at = NULL');
});

const at = (rest = '', project = alpha, of = server) =>
  `${of.baseUrl}/api/v1/projects/${project}/webhooks${rest}`;
const hook = (changes: object = {}) => ({
  ...{ name: 'Chat', url: 'https://example.com/hook', types: ['task.feedback'] },
  ...changes,
});
const created = async (changes: object = {}) => {
  const answer = await post(at(), hook(changes), ada.token);
  expect(answer.status).toBe(201);
  return createdWebhookSchema.parse(await answer.json());
};
const list = async () => webhookListSchema.parse(await (await get(at(), ada.token)).json());
const tell = (project = alpha, payload: object = { things: 1 }) =>
  db.query(`SELECT core.tell_webhooks($1, 'task.feedback', $2)`, [project, payload]);
const log = async (id: number, query = '') =>
  deliveryLogSchema.parse(await (await get(at(`/${id}/deliveries${query}`), ada.token)).json());
const secretsOf = (id: number) =>
  db.query<{ secret: string; hours: number | null }>(
    `SELECT secret, round(extract(epoch FROM valid_until - now()) / 3600)::integer AS hours
     FROM core.webhook_secret WHERE webhook_id = $1 ORDER BY made_at DESC`,
    [id],
  );

describe('the webhooks of a project', () => {
  it('HOOK-1 are made, read, changed and deleted by users with project-admin', async () => {
    const { id, secret: _, ...made } = await created();
    expect(made).toMatchObject({ ...hook(), is_enabled: true, disabled_reason: null, waiting: 0 });
    const changed = await send('PUT', at(`/${id}`), ada.token, {
      url: 'https://example.com/other',
      is_enabled: false,
    });
    expect(await changed.json()).toMatchObject({
      ...hook({ url: 'https://example.com/other' }),
      is_enabled: false,
    });
    expect(await list()).toHaveLength(1);
    expect((await get(at(`/${id}`, beta), boss.token)).status).toBe(404);
    expect((await get(at(), tara.token)).status).toBe(403);
    const taken = await post(at(), hook(), ada.token);
    expect(await problemIn(taken)).toMatchObject({ status: 409, errors: [{ pointer: '/name' }] });
    expect((await send('DELETE', at(`/${id}`), ada.token)).status).toBe(204);
    expect((await send('DELETE', at(`/${id}`), ada.token)).status).toBe(404);
    expect((await post(at('', 0), hook(), boss.token)).status).toBe(409);
  });

  it('HOOK-1 of an archived project are read-only', async () => {
    const { id } = await created();
    await db.query('UPDATE core.project SET archived_at = now() WHERE id = $1', [alpha]);
    for (const refused of [
      await post(at(), hook({ name: 'Other' }), ada.token),
      await send('PUT', at(`/${id}`), ada.token, { name: 'Other' }),
      await post(at(`/${id}/secret`), {}, ada.token),
      await post(at(`/${id}/test`), {}, ada.token),
    ]) {
      expect(await problemIn(refused)).toMatchObject({ code: 'project-archived' });
    }
    expect(await list()).toHaveLength(1);
  });

  it('HOOK-2 show the secret once, and neither audit nor kept answers have it', async () => {
    const { id, secret } = await created();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await list())).not.toContain(secret);
    const next = createdWebhookSchema.parse(
      await (await post(at(`/${id}/secret`), {}, ada.token)).json(),
    );
    expect(next.secret).not.toBe(secret);
    const recorded = await db.query<{ action: string; text: string }>(
      `SELECT action, coalesce(before::text, '') || coalesce(after::text, '') AS text FROM core.audit
       WHERE entity = 'webhook' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(recorded.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(recorded.map(({ text }) => text).join()).not.toMatch(/whsec_/);
    for (const path of ['', `/${id}/secret`]) {
      const keyed = await fetch(at(path), {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
          'idempotency-key': 'once',
        },
        body: JSON.stringify(path === '' ? hook({ name: 'Keyed' }) : {}),
      });
      expect(keyed.status).toBe(400);
    }
  });

  it('HOOK-3 refuse a URL that leads elsewhere, in production also a private one', async () => {
    const refused = async (url: unknown, of = server) =>
      (await problemIn(await post(at('', alpha, of), hook({ url }), ada.token))).errors?.[0]
        ?.pointer;
    for (const url of [
      'https://example.com/\r\nX-Evil: 1',
      'https://example.com/a b',
      'https://a:b@example.com/',
      'https://example.com:25/',
      'not a url',
      `https://example.com/${'a'.repeat(2000)}`,
      '',
      null,
    ]) {
      expect([url, await refused(url)]).toEqual([url, '/url']);
    }
    for (const url of ['http://example.com/', 'https://2130706433/', 'https://[::ffff:a00:1]/']) {
      expect([url, await refused(url, production)]).toEqual([url, '/url']);
    }
    expect((await created({ url: 'http://127.0.0.1:9000/' })).url).toBe('http://127.0.0.1:9000/');
    const { id } = await created({ name: 'Public' });
    const moved = await send('PUT', at(`/${id}`, alpha, production), ada.token, {
      url: 'https://localhost/',
    });
    expect(moved.status).toBe(400);
  });

  it('HOOK-4 are at most 20, also if several are made at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => post(at(), hook({ name: `Hook ${n}` }), ada.token)),
    );
    const counts = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([counts(201), counts(409)]).toEqual([20, 4]);
  });

  it('HOOK-5 keep the old secret for the hours that were asked for', async () => {
    const { id, secret: first } = await created();
    const rotate = async (body: object) =>
      createdWebhookSchema.parse(await (await post(at(`/${id}/secret`), body, ada.token)).json());
    const second = await rotate({});
    expect(await secretsOf(id)).toEqual([
      { secret: second.secret, hours: null },
      { secret: first, hours: 24 },
    ]);
    expect(second.old_secret_until).not.toBeNull();
    const third = await rotate({ overlap_hours: 0 });
    expect(await secretsOf(id)).toEqual([{ secret: third.secret, hours: null }]);
    expect((await post(at(`/${id}/secret`), { overlap_hours: 999 }, ada.token)).status).toBe(400);
  });
});

describe('the log of a webhook', () => {
  it('HOOK-8 has its deliveries by state in pages, and what was answered', async () => {
    const { id } = await created();
    for (const n of [1, 2, 3]) await tell(alpha, { things: n });
    const first = await log(id, '?limit=2');
    expect(first.items.map(({ state, tries }) => [state, tries])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
    ]);
    const rest = await log(id, `?limit=2&after=${encodeURIComponent(first.next ?? '')}`);
    expect(rest).toMatchObject({ items: [{ type: 'task.feedback' }], next: null });
    expect((await get(at(`/${id}/deliveries?after=x`), ada.token)).status).toBe(400);
    const event = rest.items[0]?.event_id ?? '';
    await db.query(
      `INSERT INTO core.webhook_try (event_id, webhook_id, at, took_ms, status, answer, problem)
       VALUES ($1, $2, now(), 12, 500, 'Oh', 'It answered 500')`,
      [event, id],
    );
    const one = await get(at(`/${id}/deliveries/${event}`), ada.token);
    expect(deliveryDetailSchema.parse(await one.json())).toMatchObject({
      ...{ event_id: event, payload: { things: 1 }, status: 500, problem: 'It answered 500' },
      log: [{ took_ms: 12, status: 500, answer: 'Oh' }],
    });
    await db.query(`UPDATE core.webhook_delivery SET state = 'sent' WHERE event_id = $1`, [event]);
    expect((await log(id, '?state=sent')).items).toMatchObject([{ event_id: event, due_at: null }]);
  });

  it('HOOK-9 sends one again, or those of a time, with the same id', async () => {
    const { id } = await created();
    for (let n = 0; n < 4; n++) await tell();
    const ids = (await log(id)).items.map(({ event_id }) => event_id);
    const settle = (state: string, ...places: number[]) =>
      db.query(
        'UPDATE core.webhook_delivery SET state = $1, tries = 10 WHERE event_id = ANY ($2::uuid[])',
        [state, places.map((place) => ids[place])],
      );
    const stateOf = async () =>
      (await log(id)).items.map(({ state, tries }) => `${state} ${tries}`);
    await settle('sent', 0);
    await settle('failed', 1);
    await settle('dropped', 2);
    const again = await post(at(`/${id}/deliveries/${ids[1]}/replay`), {}, ada.token);
    expect(await again.json()).toMatchObject({ event_id: ids[1], state: 'waiting', tries: 0 });
    expect(await stateOf()).toEqual(['sent 10', 'waiting 0', 'dropped 10', 'waiting 0']);
    const range = async (body: object): Promise<unknown> =>
      (await post(at(`/${id}/replay`), body, ada.token)).json();
    const all = { from: '2020-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' };
    expect(await range({ ...all, until: all.from })).toEqual({ replayed: 0, is_cut: false });
    expect(await range(all)).toEqual({ replayed: 1, is_cut: false });
    expect(await range({ ...all, which: 'all' })).toEqual({ replayed: 1, is_cut: false });
    expect(await stateOf()).toEqual(['waiting 0', 'waiting 0', 'waiting 0', 'waiting 0']);
    const other = await created({ name: 'Other' });
    const foreign = await post(at(`/${other.id}/deliveries/${ids[1]}/replay`), {}, ada.token);
    expect(foreign.status).toBe(404);
  });

  it('HOOK-9 has tests, which a disabled webhook refuses', async () => {
    const { id } = await created({ types: ['import.ended'] });
    const { id: other } = await created({ name: 'Other' });
    expect((await post(at(`/${id}/test`), {}, ada.token)).status).toBe(201);
    expect((await log(id)).items).toMatchObject([{ type: 'webhook.test', state: 'waiting' }]);
    expect((await log(other)).items).toEqual([]);
    await send('PUT', at(`/${id}`), ada.token, { is_enabled: false });
    expect((await post(at(`/${id}/test`), {}, ada.token)).status).toBe(409);
    // What waited goes nowhere.
    expect((await log(id)).items).toMatchObject([{ state: 'dropped' }]);
  });

  it('HOOK-11 forgets events after 30 days, and with their webhook', async () => {
    const { id } = await created();
    await tell();
    await db.query(`UPDATE core.webhook_event SET created_at = now() - interval '31 days'`);
    await tell();
    expect(await pruneWebhookEvents(db)).toBe(1);
    expect((await log(id)).items).toHaveLength(1);
    await send('DELETE', at(`/${id}`), ada.token);
    expect(await db.query('SELECT FROM core.webhook_delivery')).toEqual([]);
  });
});
