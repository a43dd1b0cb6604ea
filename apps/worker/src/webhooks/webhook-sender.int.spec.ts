import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Db } from '@portal/persistence/db';
import { readConfig } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { PATIENCE } from '@portal/testing/patience';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { buildWorld } from '@portal/testing/world';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebhookSender } from './webhook-sender.js';

const OLD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let database: TestDatabase;
let db: Db;
let alpha: number;
let receiver: Server;
let got: Got[];
let answer: (response: ServerResponse, request: Got) => unknown;

beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 6 });
  const { projects } = await buildWorld(db, { projects: { Alpha: {} } });
  alpha = projects.Alpha;
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      got.push(one);
      return answer(response, one);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await db.end();
  await database.drop();
});
beforeEach(async () => {
  await db.query('DELETE FROM core.webhook');
  await db.query('DELETE FROM core.webhook_event');
  await db.query('UPDATE core.project SET archived_at = NULL');
  got = [];
  answer = (response) => response.end('Thanks');
});

const sender = () =>
  new WebhookSender(
    db,
    createLogger('spec', 'silent'),
    readConfig({
      DATABASE_URL: database.url,
      JWT_SECRET: 'x'.repeat(64),
      PORTAL_DATA_DIR: '/nowhere',
    }),
  );
async function deliver(): Promise<void> {
  const one = sender();
  await one.look();
  await one.settled();
}
const webhook = async (path = '/hook', types = ['task.feedback']) => {
  const { port } = receiver.address() as AddressInfo;
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO core.webhook (project_id, name, url, types) VALUES ($1, $2, $3, $4) RETURNING id`,
    [alpha, path, `http://127.0.0.1:${port}${path}`, types],
  );
  const id = row?.id ?? 0;
  await db.query('INSERT INTO core.webhook_secret (webhook_id, secret) VALUES ($1, $2)', [id, OLD]);
  return id;
};
const tell = (payload: object = { task_ids: [1], things: 1 }) =>
  db.query(`SELECT core.tell_webhooks($1, 'task.feedback', $2)`, [alpha, payload]);
const states = () =>
  db.query<{ state: string; tries: number; in_seconds: number }>(
    `SELECT state, tries, round(extract(epoch FROM due_at - now()))::integer AS in_seconds
     FROM core.webhook_delivery ORDER BY created_at`,
  );
const due = () => db.query('UPDATE core.webhook_delivery SET due_at = least(due_at, now())');
const tries = () =>
  db.query<{ status: number | null; answer: string | null; problem: string | null }>(
    'SELECT status, answer, problem FROM core.webhook_try ORDER BY id',
  );
const headersOf = ({ headers }: Got): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
const verify = (secret: string, one: Got | undefined): unknown =>
  new Webhook(secret).verify(one?.body ?? '', one ? headersOf(one) : {});
const isEnabled = async () =>
  (await db.query<{ is_enabled: boolean }>('SELECT is_enabled FROM core.webhook'))[0]?.is_enabled;

describe('the sender of webhooks', () => {
  it('HOOK-13 sends an event as Standard Webhooks says, which its library verifies', async () => {
    await webhook();
    await tell();
    await deliver();
    const [one] = got;
    expect(verify(OLD, one)).toMatchObject({
      type: 'task.feedback',
      data: { task_ids: [1], things: 1, project_id: alpha, revision: expect.any(Number) as number },
    });
    expect(() => verify(NEW, one)).toThrow('No matching signature');
    expect(() => verify(OLD, one && { ...one, body: `${one.body} ` })).toThrow();
    expect(await states()).toMatchObject([{ state: 'sent', tries: 1 }]);
    expect(await tries()).toEqual([{ status: 200, answer: 'Thanks', problem: null }]);
    await due();
    await deliver();
    expect(got).toHaveLength(1);
  });

  it('HOOK-13 signs with both secrets after a rotation, until the old one ends', async () => {
    const id = await webhook();
    await db.query(
      `UPDATE core.webhook_secret SET valid_until = now() + interval '1 hour' WHERE webhook_id = $1`,
      [id],
    );
    await db.query('INSERT INTO core.webhook_secret (webhook_id, secret) VALUES ($1, $2)', [
      id,
      NEW,
    ]);
    await tell();
    await deliver();
    expect(got[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [OLD, NEW]) expect(verify(secret, got[0])).toBeTruthy();
    await db.query(`UPDATE core.webhook_secret SET valid_until = now() WHERE secret = $1`, [OLD]);
    await tell();
    await deliver();
    expect(verify(NEW, got[1])).toBeTruthy();
    expect(() => verify(OLD, got[1])).toThrow('No matching signature');
  });

  it('HOOK-14 tries again with the same id after errors, and gives up after the tenth try', async () => {
    await webhook();
    await tell();
    answer = (response) => response.writeHead(500).end('Oh');
    await deliver();
    const [first] = await states();
    expect(first).toMatchObject({ state: 'waiting', tries: 1 });
    expect([5, 6]).toContain(first?.in_seconds);
    await deliver();
    expect(got).toHaveLength(1);
    for (let n = 2; n <= 10; n++) {
      await due();
      await deliver();
    }
    expect(await states()).toMatchObject([{ state: 'failed', tries: 10 }]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await tries()).toHaveLength(10);
    expect((await tries())[0]).toEqual({ status: 500, answer: 'Oh', problem: 'It answered 500' });
    expect(await isEnabled()).toBe(true);
  });

  it('HOOK-14 is disabled if nothing has succeeded for three days', async () => {
    await webhook();
    await tell();
    await db.query(`UPDATE core.webhook SET failing_since = now() - interval '4 days'`);
    await db.query('UPDATE core.webhook_delivery SET tries = 9');
    answer = (response) => response.writeHead(500).end();
    await deliver();
    expect(await isEnabled()).toBe(false);
  });

  it('HOOK-14 a worker that dies after the send is followed by another one, with the same id', async () => {
    await webhook();
    await tell();
    let release = (): void => undefined;
    answer = (response) => (release = () => response.end());
    const hung = sender();
    await hung.look();
    await vi.waitFor(() => expect(got).toHaveLength(1), PATIENCE);
    // Another worker passes over what is leased, until the lease is over.
    await deliver();
    expect(got).toHaveLength(1);
    const ended = release;
    answer = (response) => response.end();
    await due();
    await deliver();
    expect(got).toHaveLength(2);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    ended();
    await hung.settled();
    expect(await states()).toMatchObject([{ state: 'sent', tries: 2 }]);
  });

  it('HOOK-15 a 410 disables it, and Retry-After holds back all that waits for it', async () => {
    await webhook();
    await tell();
    await tell();
    answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end();
    await deliver();
    expect(got.length).toBeGreaterThan(0);
    for (const { in_seconds } of await states()) expect(in_seconds).toBeGreaterThan(100);
    answer = (response) => response.writeHead(410).end();
    await due();
    await deliver();
    expect(await isEnabled()).toBe(false);
    expect((await states()).map(({ state }) => state)).not.toContain('waiting');
  });

  it('HOOK-18 a receiver that is slow delays no other, and gets two at a time', async () => {
    await webhook('/slow');
    await webhook('/fast');
    for (let n = 0; n < 6; n++) await tell();
    const held: ServerResponse[] = [];
    answer = (response, { path }) => (path === '/slow' ? held.push(response) : response.end());
    const one = sender();
    await one.look();
    const countOf = (path: string) => got.filter((request) => request.path === path).length;
    await vi.waitFor(() => expect([countOf('/slow'), countOf('/fast')]).toEqual([2, 6]), PATIENCE);
    await one.look();
    expect(countOf('/slow')).toBe(2);
    answer = (response) => response.end();
    for (const response of held) response.end();
    await one.settled();
    expect(countOf('/slow')).toBe(6);
  });

  it('HOOK-18 two workers send each event once', async () => {
    await webhook();
    for (let n = 0; n < 20; n++) await tell();
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(got).toHaveLength(20);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  });

  it('HOOK-10 nothing is sent of a project that was archived, or to a webhook that is disabled', async () => {
    const id = await webhook();
    await tell();
    await db.query('UPDATE core.project SET archived_at = now() WHERE id = $1', [alpha]);
    await deliver();
    expect(await states()).toMatchObject([{ state: 'dropped', tries: 0 }]);
    await db.query('UPDATE core.project SET archived_at = NULL');
    await tell();
    await db.query('UPDATE core.webhook SET is_enabled = false WHERE id = $1', [id]);
    // As if the commit of the event came after that of the change.
    await db.query(`UPDATE core.webhook_delivery SET state = 'waiting'`);
    await deliver();
    expect((await states()).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
    expect(got).toEqual([]);
  });

  it('HOOK-19 tells that a project has changed at most every 10 s, and of what came meanwhile', async () => {
    await webhook('/changed', ['project.changed']);
    const change = () =>
      db.query(`UPDATE core.project SET description = gen_random_uuid()::text WHERE id = $1`, [
        alpha,
      ]);
    const later = () =>
      db.query(`UPDATE core.webhook SET told_at = told_at - interval '11 seconds'`);
    await deliver();
    expect(got).toEqual([]);
    await change();
    await deliver();
    await change();
    await change();
    await deliver();
    expect(got).toHaveLength(1);
    await later();
    await deliver();
    await later();
    await deliver();
    const bodies = got.map((one) => verify(OLD, one) as { data: { revision: number } });
    expect(bodies).toHaveLength(2);
    expect((bodies[1]?.data.revision ?? 0) - (bodies[0]?.data.revision ?? 0)).toBe(2);
  });
});
