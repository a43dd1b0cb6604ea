import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../../testing/shared-server.js';
import { assignRole } from '../../testing/user.js';
import { type Keyed, post } from './spec-support/keyed.js';
import {
  type KeyedWorld,
  named,
  newKey,
  openKeyedWorld,
  replay,
} from './spec-support/keyed-world.js';

let world: KeyedWorld;
beforeAll(async () => {
  world = await openKeyedWorld(sharedServer);
});
afterAll(() => world.server.stop());

describe('a request with a key', () => {
  it('API-61 gets the first answer again, with its Location and ETag', async () => {
    const request = world.pod();
    const first = await post(request);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(first.location).toMatch(/^\/api\/v1\/pods\//);
    expect(first.etag).toMatch(/^".+"$/);
    expect(await post(request)).toEqual(replay(first));
    expect(await world.podsOf(request)).toBe(1);
    const { status, isReplay } = await post({ ...request, key: newKey() });
    expect({ status, isReplay }).toEqual({ status: 409, isReplay: false });
  });

  it('API-61 gets the same problem again, also when it would succeed by now', async () => {
    const existing = world.pod();
    expect((await post(existing)).status).toBe(201);
    const request = world.pod({ name: String(named(existing)) });
    const first = await post(request);
    expect(first).toMatchObject({ status: 409, code: 'conflict', isReplay: false });
    await world.server.db.query('DELETE FROM core.pod WHERE name = $1', [named(existing)]);
    expect(await post(request)).toEqual(replay(first));
    expect((await post({ ...request, key: newKey() })).status).toBe(201);
  });

  it('API-61 gets an answer without a body again', async () => {
    const run = world.url(`/projects/${world.alpha}/custom-stats/runs/${newKey()}/cancel`);
    const request = { url: run, token: world.admin.token, key: newKey() };
    const first = await post(request);
    expect(first).toMatchObject({ status: 202, text: '' });
    expect(await post(request)).toEqual(replay(first));
  });

  it('API-62 is refused if it is another request, and the first one keeps its key', async () => {
    const request = world.pod();
    const first = await post(request);
    const refused = { status: 422, code: 'idempotency-key-reused', isReplay: false };
    const changed = world.pod({ ...(request.key !== undefined && { key: request.key }) });
    expect(await post(changed)).toMatchObject(refused);
    expect(await world.podsOf(changed)).toBe(0);
    expect(await post(request)).toEqual(replay(first));

    const key = newKey();
    const inPod = (name: string, query = ''): Keyed => ({
      ...{ url: world.url(`/pods/${name}/members${query}`), token: world.admin.token, key },
      body: { user_email: world.member.email, role: 'trainer' },
    });
    const joined = await post(inPod('Orion'));
    expect(joined.status).toBeLessThan(300);
    expect(await post(inPod('Lyra'))).toMatchObject(refused);
    expect(await world.count('core.pod_member WHERE pod_name = $1', ['Lyra'])).toBe(0);

    const role = (name: string): Keyed => ({
      url: world.url(`/projects/${world.alpha}/users/${world.member.id}?role_name=${name}`),
      token: world.admin.token,
      key,
    });
    expect((await post(role('project_member'))).status).toBe(200);
    expect(await post(role('project_lead'))).toMatchObject(refused);
    expect((await post(role('project_member'))).isReplay).toBe(true);
  });

  it('API-69 of an upload stands for the content of its file', async () => {
    const key = newKey();
    const upload = (content: string, name: string): Keyed => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      return { url: world.url('/tasks/upload'), token: world.admin.token, key, form };
    };
    const first = await post(upload('[1]', 'tasks.json'));
    expect(first.status).toBe(202);
    expect(await post(upload('[1, 2]', 'tasks.json'))).toMatchObject({
      status: 422,
      code: 'idempotency-key-reused',
    });
    expect(await post(upload('[1]', 'others.json'))).toEqual(replay(first));
    await world.server.db.query('DELETE FROM core.task_import');
  });

  it('API-63 is refused while the first one runs, and then gets its answer', async () => {
    const request = world.pod();
    const first = await world.whileHeld(world.holdPods(), async (end) => {
      const running = post(request);
      await expect.poll(() => world.claimed(request)).toBe(1);
      expect(await post(request)).toMatchObject({
        ...{ status: 409, code: 'idempotency-key-in-use', retryAfter: '2' },
      });
      // Its change is open: the end of its lease lets nobody in.
      await alterUnlocked(request);
      expect(await post(request)).toMatchObject({ code: 'idempotency-key-in-use' });
      await end();
      return running;
    });
    expect(first.status).toBe(201);
    expect(await post(request)).toEqual(replay(first));
    expect(await world.podsOf(request)).toBe(1);
  });
});

/** The row is locked by the change. */
async function alterUnlocked({ key }: Keyed): Promise<void> {
  const locked = await world.server.db.query(
    sql`SELECT FROM core.idempotency_key WHERE key = $1 FOR UPDATE SKIP LOCKED`,
    [key],
  );
  expect(locked).toEqual([]);
}

describe('whose a key is', () => {
  it('API-65 is that of one user', async () => {
    const request = world.pod({ key: 'shared' });
    const first = await post(request);
    const theirs = await post({ ...world.pod({ key: 'shared' }), token: world.other.token });
    expect([first.status, theirs.status]).toEqual([201, 201]);
    expect([first.isReplay, theirs.isReplay]).toEqual([false, false]);
    expect(theirs.text).not.toBe(first.text);
    expect(await post(request)).toEqual(replay(first));
  });

  it('API-65 is that of one route', async () => {
    const key = 'at two routes';
    expect((await post(world.pod({ key }))).status).toBe(201);
    const permission = { url: world.url('/auth/permissions/'), token: world.admin.token, key };
    const answer = await post({ ...permission, body: { name: 'of-another-route' } });
    expect(answer).toMatchObject({ status: 201, isReplay: false });
  });

  it('API-65 gives the answer only to those who may use the route now', async () => {
    const request = { ...world.stat(), token: world.other.token };
    await assignRole(world.server.db, world.other, 0, null);
    await assignRole(world.server.db, world.other, world.alpha, 'project_admin');
    const first = await post(request);
    expect(first.status).toBe(201);
    await assignRole(world.server.db, world.other, world.alpha, 'project_member');
    expect(await post(request)).toMatchObject({ status: 403, isReplay: false });
    await assignRole(world.server.db, world.other, world.alpha, null);
    expect(await post(request)).toMatchObject({ status: 404, isReplay: false });
    await assignRole(world.server.db, world.other, world.alpha, 'project_admin');
    expect(await post(request)).toEqual(replay(first));
    await assignRole(world.server.db, world.other, 0, 'admin');
  });
});

describe('an answer of rights that are lost', () => {
  it('API-75 is not shown, also where the handler checks them, and shown once they are back', async () => {
    const request = world.pod({ token: world.other.token });
    await assignRole(world.server.db, world.other, 0, null);
    await assignRole(world.server.db, world.other, world.alpha, 'project_admin');
    const first = await post(request);
    expect(first.status).toBe(201);
    await assignRole(world.server.db, world.other, world.alpha, 'project_member');
    const refused = await post(request);
    expect(refused).toMatchObject({ status: 403, code: 'forbidden', isReplay: false });
    expect(await world.podsOf(request)).toBe(1);
    await assignRole(world.server.db, world.other, world.alpha, 'project_admin');
    expect(await post(request)).toEqual(replay(first));
    await assignRole(world.server.db, world.other, 0, 'admin');
    expect(await post(request)).toEqual(replay(first));
  });
});
