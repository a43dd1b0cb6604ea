import { randomUUID } from 'node:crypto';
import { type ImportView, importListSchema, importViewSchema } from '@portal/contracts/imports';
import type { MoveImportBody } from '@portal/contracts/import-requests';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let users: Readonly<Record<'root' | 'ann' | 'ben' | 'trainer', TestUser>>;

beforeAll(async () => {
  server = await sharedServer();
  ({ users } = await buildWorld(server.db, {
    projects: { Alpha: {} },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_admin' } },
      ben: { roles: { Alpha: 'project_admin' } },
      trainer: { roles: { Alpha: 'trainer' } },
    },
  }));
});
beforeEach(() => server.db.query('TRUNCATE core.task_import CASCADE'));
afterAll(() => server.stop());

/** An import that was uploaded `age` seconds ago. */
async function stored(user: TestUser, age: number, columns: object = {}): Promise<string> {
  const row = {
    ...{ id: randomUUID(), uploaded_by: user.id, file_name: `${age}.json`, store_key: 'key' },
    ...{ sha256: '0'.repeat(64), bytes_total: 100, created_at: secondsAgo(age) },
    ...columns,
  };
  const names = Object.keys(row);
  await server.db.query(
    `INSERT INTO core.task_import (${names.join(', ')})
     SELECT ${names.join(', ')} FROM jsonb_populate_record(NULL::core.task_import, $1)`,
    [JSON.stringify(row)],
  );
  return row.id;
}

const secondsAgo = (age: number): string => new Date(Date.now() - age * 1000).toISOString();
const RUNNING = { state: 'running', phase: 'reading', bytes_done: 40 };
const url = (path: string): string => `${server.baseUrl}/api/v1/tasks/imports${path}`;

async function read(id: string, user = users.root): Promise<ImportView> {
  const answer = await get(url(`/${id}`), user.token);
  expect(answer.status).toBe(200);
  return importViewSchema.parse(await answer.json());
}

const move = (id: string, body: MoveImportBody, user = users.root): Promise<Response> =>
  send('POST', url(`/${id}/move`), user.token, body);

async function moved(id: string, body: MoveImportBody, user = users.root): Promise<ImportView> {
  const answer = await move(id, body, user);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return importViewSchema.parse(await answer.json());
}

/** The names of the queued files in their order. */
async function order(): Promise<string[]> {
  const query = new URLSearchParams({
    filters: JSON.stringify({ status: 'queued' }),
    sort_by: 'queue_place',
  });
  const { items } = importListSchema.parse(
    await (await get(url(`/?${query.toString()}`), users.root.token)).json(),
  );
  return items.map(({ file_name }) => file_name);
}

describe('a waiting import', () => {
  it('IMP-120 waits for the running imports and for those before it, as far as the caller sees them', async () => {
    await stored(users.ben, 90, RUNNING);
    await stored(users.ann, 80, { ...RUNNING, file_name: 'first.json' });
    await stored(users.ben, 70);
    await stored(users.ann, 60);
    const last = await stored(users.ann, 50);
    const seen = await read(last);
    expect(seen.waiting_since).toBe(seen.created_at);
    expect(seen.waits_for).toMatchObject({ count: 4, hidden: 0 });
    expect(seen.waits_for?.imports.map((one) => [one.file_name, one.uploaded_by])).toEqual([
      ['90.json', users.ben.email],
      ['first.json', users.ann.email],
      ['70.json', users.ben.email],
      ['60.json', users.ann.email],
    ]);
    const own = await read(last, users.ann);
    expect(own.waits_for).toMatchObject({
      ...{ count: 4, hidden: 2 },
      imports: [
        { file_name: 'first.json', status: 'running', phase: 'reading', bytes_done: 40 },
        { file_name: '60.json', status: 'queued', phase: 'waiting' },
      ],
    });
    const list = importListSchema.parse(await (await get(url('/'), users.ann.token)).json());
    expect(list.items.map((one) => one.waits_for?.count ?? null)).toEqual([4, 3, null]);
    expect(list.items[0]?.waits_for).toEqual(own.waits_for);
  });

  it('IMP-120 names at most ten, and nobody if it is the only one', async () => {
    const only = await stored(users.ben, 100);
    expect((await read(only)).waits_for).toEqual({
      ...{ confirmation: false, count: 0, hidden: 0, imports: [] },
    });
    for (let age = 90; age > 78; age -= 1) await stored(users.ann, age);
    const last = await stored(users.ann, 10);
    const { waits_for } = await read(last);
    expect(waits_for).toMatchObject({ count: 13, hidden: 0 });
    expect(waits_for?.imports).toHaveLength(10);
    await server.db.query(`UPDATE core.task_import SET state = 'completed' WHERE id = $1`, [only]);
    const ended = await read(only);
    expect([ended.waits_for, ended.waiting_since]).toEqual([null, null]);
  });

  it('IMP-120 waits until another has merged into its projects for that one and for those that asked before', async () => {
    const asks = (age: number) => ({
      ...{ ...RUNNING, phase: 'merging', projects: [1, 2], merge_asked_at: secondsAgo(age) },
    });
    const merging = { ...RUNNING, phase: 'committing' };
    const merges = await stored(users.ben, 90, { ...merging, projects: [2, 3] });
    await stored(users.ben, 90, { ...merging, projects: [3] });
    await stored(users.ben, 76, { ...asks(30), projects: [3, 4] });
    await stored(users.ben, 80, RUNNING);
    await stored(users.ben, 80, { ...RUNNING, phase: 'merging', dry_run: true });
    await stored(users.ben, 75, { ...asks(20), file_name: 'earlier.json' });
    const waits = await stored(users.ann, 70, asks(10));
    await stored(users.ben, 60, asks(5));
    const found = await read(waits);
    expect(found.queue_place).toBe(2);
    expect(Date.parse(found.waiting_since ?? '')).toBeGreaterThan(Date.parse(secondsAgo(30)));
    expect(found.waits_for).toMatchObject({ count: 2, hidden: 0 });
    expect(found.waits_for?.imports.map((one) => one.file_name)).toEqual([
      '90.json',
      'earlier.json',
    ]);
    expect((await read(waits, users.ann)).waits_for).toEqual({
      ...{ confirmation: false, count: 2, hidden: 2, imports: [] },
    });
    expect((await read(merges)).waits_for).toBeNull();
  });
});

describe('the order of the queue', () => {
  it('IMP-121 is changed to the front, to the end, and back', async () => {
    await stored(users.ann, 90);
    await stored(users.ben, 80);
    const last = await stored(users.ann, 70);
    expect(await order()).toEqual(['90.json', '80.json', '70.json']);
    expect((await moved(last, { to: 'first' })).moved).toEqual({ to: 'first', among: 'all' });
    expect((await order())[0]).toBe('70.json');
    const newest = await stored(users.root, 1);
    await moved(newest, { to: 'last' });
    await stored(users.ann, 0);
    expect((await order()).at(-1)).toBe('1.json');
    const back = await moved(last, { to: 'turn' });
    expect([back.moved, back.queue_place]).toEqual([null, 3]);
  });

  it('IMP-121 is not that of imports that run or have ended', async () => {
    for (const [columns, state] of [
      [RUNNING, 'running'],
      [{ state: 'completed' }, 'completed'],
    ] as const) {
      const answer = await move(await stored(users.ann, 10, columns), { to: 'first' });
      expect(answer.status).toBe(409);
      expect((await problemIn(answer)).detail).toContain(state);
    }
    const waits = await stored(users.ann, 10);
    const bad = await send('POST', url(`/${waits}/move`), users.root.token, { to: 'middle' });
    expect(bad.status).toBe(400);
    expect((await problemIn(bad)).errors).toMatchObject([{ pointer: '/to' }]);
    await moved(waits, { to: 'first' });
  });

  it('IMP-122 does not delay an import that the caller may not cancel', async () => {
    await stored(users.ben, 90);
    await stored(users.ann, 80);
    const second = await stored(users.ann, 70);
    const before = await order();
    expect(before).toEqual(['90.json', '80.json', '70.json']);
    const refused = await move(second, { to: 'first' }, users.ann);
    expect(refused.status).toBe(403);
    const { errors } = await problemIn(refused);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/to']);
    expect(errors?.[0]?.detail).toContain('place 1 of the queue');
    expect(await order()).toEqual(before);
    await moved(second, { to: 'first', among: 'own' }, users.ann);
    expect(await order()).toEqual(['90.json', '70.json', '80.json']);
    await moved(second, { to: 'last' }, users.ann);
    // Its turn comes before the second one of Ben.
    await stored(users.ben, 60);
    expect((await move(second, { to: 'turn' }, users.ann)).status).toBe(403);
    await moved(second, { to: 'turn' });
  });

  it('IMP-122 is changed by who may cancel the import', async () => {
    const id = await stored(users.ann, 10);
    expect((await move(id, { to: 'last' }, users.ben)).status).toBe(404);
    expect((await move(id, { to: 'last' }, users.trainer)).status).toBe(403);
    await moved(id, { to: 'last' }, users.ann);
    await moved(id, { to: 'first' }, users.root);
  });

  it('IMP-123 is in the audit, with who changed it', async () => {
    const id = await stored(users.ann, 10);
    await moved(id, { to: 'last', among: 'own' }, users.ann);
    const records = await server.db.query<{ actor_email: string; action: string; after: object }>(
      `SELECT actor_email, action, after FROM core.audit
       WHERE entity = 'task_import' AND entity_id = $1`,
      [id],
    );
    expect(records).toMatchObject([
      {
        ...{ actor_email: users.ann.email, action: 'update' },
        after: { moved_to: 'last', moved_among: 'own' },
      },
    ]);
  });
});
