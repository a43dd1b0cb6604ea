import {
  podCandidateListSchema,
  podMemberListSchema,
  podMemberSchema,
  podSchema,
} from '@portal/contracts/pods';
import { listMetaSchema } from '@portal/contracts/lists';
import type { Db } from '@portal/persistence/db';
import { buildWorld } from '@portal/testing/world';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let manager: TestUser;
let viewer: TestUser;
let trainer: TestUser;
let outsider: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: {}, Beta: {} },
    users: {
      manager: { roles: { Alpha: 'project_lead' } },
      viewer: { roles: { Alpha: 'project_member' } },
      trainee: {},
      // Manages members elsewhere, and is in the pod's project without any permission.
      outsider: { roles: { Alpha: 'trainer', Beta: 'project_lead' } },
    },
    pods: { Orion: { project: 'Alpha', description: 'Belt' }, Lyra: { project: 'Alpha' } },
  });
  alpha = projects.Alpha;
  ({ manager, viewer, trainee: trainer, outsider } = users);
});
beforeEach(async () => {
  await db.query('DELETE FROM core.pod_member');
  await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Orion', $1)", [
    trainer.email,
  ]);
});
afterAll(() => server.stop());

function call(method: string, pod: string, user: TestUser, path = '', body?: unknown) {
  return fetch(`${server.baseUrl}/api/v1/pods/${encodeURIComponent(pod)}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${user.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function candidates(query: Record<string, string> = {}, user = manager) {
  const answer = await call('GET', 'Orion', user, `/candidates?${new URLSearchParams(query)}`);
  return podCandidateListSchema.parse(await answer.json());
}
const found = async (...asked: Parameters<typeof candidates>) =>
  (await candidates(...asked)).items.map(({ user_email }) => user_email);

const change = (body: unknown, user = manager) => call('PATCH', 'Orion', user, '/members', body);
const add = (body: unknown, user = manager) => call('POST', 'Orion', user, '/members', body);
const remove = (body: unknown, user = manager) => call('DELETE', 'Orion', user, '/members', body);

async function emails(user = manager): Promise<string[]> {
  const list: unknown = await (await call('GET', 'Orion', user, '/members')).json();
  return podMemberListSchema.parse(list).map(({ user_email }) => user_email);
}

describe('a pod by its name', () => {
  it('POD-1 is returned with its project', async () => {
    const pod: unknown = await (await call('GET', 'Orion', viewer)).json();
    expect(podSchema.parse(pod)).toEqual(pod);
    expect(pod).toMatchObject({
      name: 'Orion',
      description: 'Belt',
      project_id: alpha,
      project_name: 'Alpha',
    });
  });

  it('DATA-7 is returned with the microseconds of its times, also after a change', async () => {
    await db.query(
      `UPDATE core.pod SET created_at = '2026-01-05T00:00:00.000001Z',
         updated_at = '2026-01-05T00:00:00.5Z' WHERE name = 'Orion'`,
    );
    const pod = podSchema.parse(await (await call('GET', 'Orion', viewer)).json());
    expect(pod).toMatchObject({
      created_at: '2026-01-05T00:00:00.000001Z',
      updated_at: '2026-01-05T00:00:00.500Z',
    });
    const list = await fetch(`${server.baseUrl}/api/v1/pods/?search=Orion`, {
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    expect(await list.json()).toMatchObject({
      items: [{ version: pod.version, created_at: pod.created_at, updated_at: pod.updated_at }],
    });
  });

  it.each(['', '/members'])(
    'POD-2 with path "%s" is visible to its members and to users who see pods in its project',
    async (path) => {
      for (const user of [manager, viewer, trainer]) {
        expect((await call('GET', 'Orion', user, path)).status).toBe(200);
      }
      expect((await call('GET', 'Orion', outsider, path)).status).toBe(404);
      expect((await call('GET', 'Lyra', trainer, path)).status).toBe(404);
      expect((await call('GET', 'Nowhere', manager, path)).status).toBe(404);
    },
  );

  it('POD-3 is found by a name of any characters', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((text) => text.normalize('NFC').trim())
      // Clients treat '.' and '..' as path segments in any encoding.
      .filter((text) => text !== '' && !/[\0\p{Surrogate}]/u.test(text) && !/^\.\.?$/.test(text));
    const examples = [
      'a b',
      'a/b',
      '/',
      'Zoë 日本 🚀',
      '100%',
      '%2F',
      'a+b?c#d&e;f',
      '"\\',
      'members',
    ];
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        await db.query("UPDATE core.pod SET name = $1 WHERE description = 'Belt'", [text]);
        const found = await call('GET', text, manager);
        expect(found.status).toBe(200);
        expect(await found.json()).toMatchObject({ name: text });
        const members = await call('GET', text, manager, '/members');
        expect(await members.json()).toMatchObject([{ pod_name: text }]);
      }),
      { numRuns: runs(6), examples: examples.map((text) => [text]) },
    );
    const longest = '界'.repeat(200);
    await db.query("UPDATE core.pod SET name = $1 WHERE description = 'Belt'", [longest]);
    expect((await call('GET', longest, manager)).status).toBe(200);
    await db.query("UPDATE core.pod SET name = 'Orion' WHERE description = 'Belt'");
  });

  it('POD-3 leaves _meta, which is not a valid name, to the list of pods', async () => {
    const answer = await call('GET', '_meta', manager);
    expect(answer.status).toBe(200);
    expect(await answer.json()).not.toHaveProperty('project_name');
  });

  it('POD-3 is refused for an invalid name', async () => {
    for (const name of ['x'.repeat(201), 'a\0b', ' ']) {
      const answer = await call('GET', name, manager);
      expect(answer.status).toBe(400);
      expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('podName');
    }
  });
});

describe('a pod in a URL', () => {
  it('CRUD-122 is changed and deleted by its name or its id', async () => {
    const pods = new ListClient(server, 'pods', manager);
    const { id } = await pods.created({ name: 'Vela / Süd', project_id: alpha });
    const byName = encodeURIComponent('Vela / Süd');
    const changed = await pods.update(byName, { description: 'By name' });
    expect(await changed.json()).toMatchObject({ id, description: 'By name' });
    expect((await pods.update(id, { description: 'By id' })).status).toBe(200);

    expect((await pods.as(outsider).delete(byName)).status).toBe(404);
    expect((await pods.as(trainer).delete(byName)).status).toBe(404);
    expect((await pods.delete('Nowhere')).status).toBe(404);
    const impossible = await pods.update('a%00b', { description: 'x' });
    expect(impossible.status).toBe(400);
    expect((await problemIn(impossible)).detail).toBe(
      'The path parameter name is not valid: must not contain NUL',
    );
    const members = new ListClient(server, 'pod-members', manager);
    expect((await problemIn(await members.update('x', { role: 'lead' }))).detail).toBe(
      'The path parameter id is not valid: must be an id',
    );
    expect((await pods.delete(byName)).status).toBe(204);
  });
});

describe('members of a pod', () => {
  it('POD-4 are listed by email with name, role, picture and time zone', async () => {
    await add({ user_email: viewer.email, role: 'reviewer' });
    await db.query(
      `UPDATE core.app_user SET name = 'Vi', picture = 'https://pictures.example/vi',
         timezone = 'UTC+5:30' WHERE email = $1`,
      [viewer.email],
    );
    const list: unknown = await (await call('GET', 'Orion', viewer, '/members')).json();
    expect(podMemberListSchema.parse(list)).toEqual(list);
    expect(list).toMatchObject([
      { user_email: trainer.email, role: 'trainer', profile_picture: null, timezone: null },
      {
        user_email: viewer.email,
        user_name: 'Vi',
        role: 'reviewer',
        profile_picture: 'https://pictures.example/vi',
        timezone: 'UTC+5:30',
        pod_name: 'Orion',
      },
    ]);
  });

  it('POD-5 are added and removed with pod-manage-members in the project of the pod', async () => {
    const body = { user_email: viewer.email };
    for (const user of [viewer, trainer]) {
      expect((await add(body, user)).status).toBe(403);
      expect((await remove({ user_email: trainer.email }, user)).status).toBe(403);
    }
    expect((await add(body, outsider)).status).toBe(404);
    expect((await remove({ user_email: trainer.email }, outsider)).status).toBe(404);
    expect(await emails()).toEqual([trainer.email]);

    expect((await add(body)).status).toBe(201);
    expect((await remove({ user_email: trainer.email })).status).toBe(204);
    expect(await emails()).toEqual([viewer.email]);
  });

  it('POD-13 get no pod role with more permissions than the caller has there', async () => {
    await db.query("INSERT INTO core.role (name) VALUES ('caster')");
    await db.query(
      `INSERT INTO core.role_permission
       SELECT role.id, permission.id FROM core.role, core.permission
       WHERE role.name = 'caster' AND permission.name = 'pod-manage-members'`,
    );
    const caster = await createUser(db, 'caster@example.com');
    await assignRole(db, caster, alpha, 'caster');
    const refusal = await add({ user_email: caster.email, role: 'lead' }, caster);
    expect(refusal.status).toBe(403);
    expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe('/role');
    expect((await add({ user_email: caster.email }, caster)).status).toBe(201);
    expect((await add({ user_email: viewer.email, role: 'lead' })).status).toBe(201);
    await db.query('DELETE FROM core.app_user WHERE id = $1', [caster.id]);
  });

  it('POD-6 are trainers by default, identified by email in lower case', async () => {
    const answer = await add({ user_email: ' Viewer@Example.com ' });
    expect(answer.status).toBe(201);
    expect(podMemberSchema.parse(await answer.json())).toMatchObject({
      user_email: viewer.email,
      role: 'trainer',
    });
    const [record] = await db.query<{ actor_id: number; action: string }>(
      "SELECT actor_id, action FROM core.audit WHERE entity = 'pod_member' ORDER BY id DESC",
    );
    expect(record).toEqual({ actor_id: manager.id, action: 'create' });
  });

  it('POD-6 show name, picture and time zone only to callers who could see the user before', async () => {
    const user = await createUser(db, 'unseen@example.com');
    await db.query(
      "UPDATE core.app_user SET name = 'Una', picture = 'x', timezone = 'UTC+1:00' WHERE id = $1",
      [user.id],
    );
    const added = async () =>
      podMemberSchema.parse(await (await add({ user_email: user.email })).json());
    const unseen = { user_name: '', profile_picture: null, timezone: null };
    expect(await added()).toMatchObject({ user_email: user.email, ...unseen });
    expect((await remove({ user_email: user.email })).status).toBe(204);
    expect(await added()).toMatchObject(unseen);
    await remove({ user_email: user.email });
    await assignRole(db, user, alpha, 'trainer');
    const seen = { user_name: 'Una', profile_picture: 'x', timezone: 'UTC+1:00' };
    expect(await added()).toMatchObject(seen);
    const list: unknown = await (await call('GET', 'Orion', manager, '/members')).json();
    expect(list).toMatchObject([{ user_email: trainer.email }, seen]);
    await db.query('DELETE FROM core.app_user WHERE id = $1', [user.id]);
  });

  it('POD-7 can be added once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => add({ user_email: viewer.email, role: 'lead' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    const again = await problemIn(await add({ user_email: trainer.email, role: 'lead' }));
    expect(again).toMatchObject({ code: 'conflict', errors: [{ pointer: '/user_email' }] });
    expect(await emails()).toEqual([trainer.email, viewer.email]);
  });

  it.each([
    [{ user_email: 'nobody@example.com' }, '/user_email'],
    [{ user_email: 'nobody' }, '/user_email'],
    [{ user_email: 'viewer@example.com', role: 'boss' }, '/role'],
    [{ user_email: 'viewer@example.com', colour: 'red' }, '/colour'],
  ])('POD-8 refuses to add %j and reports %s', async (body, pointer) => {
    const answer = await add(body);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.map((item) => item.pointer)).toEqual([pointer]);
    expect(await emails()).toEqual([trainer.email]);
  });

  it('POD-16 get another role, which is recorded and moves the revision of the project', async () => {
    const revision = async () =>
      (
        await db.query<{ revision: number }>(
          'SELECT revision FROM agg.project_revision WHERE project_id = $1',
          [alpha],
        )
      )[0]?.revision ?? 0;
    const before = await revision();
    const answer = await change({ user_email: ' Trainee@Example.com ', role: 'reviewer' });
    expect(answer.status).toBe(200);
    expect(podMemberSchema.parse(await answer.json())).toMatchObject({
      user_email: trainer.email,
      role: 'reviewer',
      pod_name: 'Orion',
    });
    expect(await revision()).toBe(before + 1);
    const records = () =>
      db.query<unknown>(
        `SELECT actor_id, action, before, after FROM core.audit
         WHERE entity = 'pod_member' AND action = 'update' ORDER BY id DESC`,
      );
    const recorded = await records();
    expect(recorded[0]).toEqual({
      actor_id: manager.id,
      action: 'update',
      before: { role: 'trainer' },
      after: { role: 'reviewer' },
    });
    // The same role again changes nothing.
    expect((await change({ user_email: trainer.email, role: 'reviewer' })).status).toBe(200);
    expect(await revision()).toBe(before + 1);
    expect(await records()).toEqual(recorded);
  });

  it('POD-16 get it by users who manage members, with no more permissions than these have', async () => {
    const body = { user_email: trainer.email, role: 'reviewer' };
    for (const user of [viewer, trainer]) expect((await change(body, user)).status).toBe(403);
    expect((await change(body, outsider)).status).toBe(404);
    await buildWorld(db, { roles: { keeper: ['pod-manage-members'] } });
    const keeper = await createUser(db, 'keeper@example.com');
    await assignRole(db, keeper, alpha, 'keeper');
    const refusal = await change(body, keeper);
    expect(refusal.status).toBe(403);
    expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe('/role');
    expect((await change(body)).status).toBe(200);
    // Taking a role needs the same permissions as giving it.
    expect((await change({ ...body, role: 'trainer' }, keeper)).status).toBe(403);
    expect((await remove({ user_email: trainer.email }, keeper)).status).toBe(403);
    expect((await change({ ...body, role: 'trainer' })).status).toBe(200);
    expect((await change({ ...body, role: 'trainer' }, keeper)).status).toBe(200);
    await db.query('DELETE FROM core.app_user WHERE id = $1', [keeper.id]);
  });

  it.each([
    [{ user_email: 'viewer@example.com', role: 'lead' }, 404, undefined],
    [{ user_email: 'nobody@example.com', role: 'lead' }, 404, undefined],
    [{ user_email: 'trainee@example.com' }, 400, '/role'],
    [{ user_email: 'trainee@example.com', role: 'boss' }, 400, '/role'],
    [{ role: 'lead' }, 400, '/user_email'],
  ])('POD-16 refuses %j with %i', async (body, status, pointer) => {
    const answer = await change(body);
    expect(answer.status).toBe(status);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe(pointer);
  });

  it('POD-9 are removed by the email in the body of a DELETE', async () => {
    expect((await remove({ user_email: viewer.email })).status).toBe(404);
    expect((await remove({ user_email: 'nobody@example.com' })).status).toBe(404);
    expect((await remove({})).status).toBe(400);
    expect((await remove(undefined)).status).toBe(400);
    expect(await emails()).toEqual([trainer.email]);
    const answer = await remove({ user_email: 'Trainee@example.com' });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(await emails()).toEqual([]);
    expect((await remove({ user_email: trainer.email })).status).toBe(404);
  });
});

describe('candidates for a pod', () => {
  it('CRUD-14 POD-15 are what the form of a pod member offers', async () => {
    const answer = await new ListClient(server, 'pod-members', manager).get('_meta');
    const { fields } = listMetaSchema.parse(await answer.json());
    const user = fields.find(({ name }) => name === 'user_email');
    const { path = '', field = '' } = user?.foreign_key?.candidates ?? {};
    const [, pods, pod, last] = path.split('/');
    expect([pods, pod]).toEqual(['pods', '{pod_name}']);
    const offered = await call('GET', 'Orion', manager, `/${last}?page=1&size=20&search=viewer`);
    expect(await offered.json()).toMatchObject({ items: [{ [field]: viewer.email }] });
  });

  it('POD-15 are the active users of the project and of all projects who are not in the pod, by email', async () => {
    // A member of another pod of the project, a deactivated user, a user of another project, and one of all projects.
    const users = await Promise.all(
      ['lyra', 'former', 'beta', 'everywhere'].map((name) => createUser(db, `${name}@example.com`)),
    );
    const [lyra, former, beta, everywhere] = users;
    if (!lyra || !former || !beta || !everywhere) throw new Error('There are four');
    await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Lyra', $1)", [
      lyra.email,
    ]);
    await assignRole(db, former, alpha, 'trainer');
    await db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [former.id]);
    await assignRole(db, everywhere, 0, 'admin');
    const others = [
      'admin@example.com',
      everywhere.email,
      manager.email,
      outsider.email,
      viewer.email,
    ];
    expect(await found()).toEqual([lyra.email, ...others].sort());
    expect((await add({ user_email: lyra.email })).status).toBe(201);
    expect(await found()).toEqual(others.sort());
    for (const { id } of users) await db.query('DELETE FROM core.app_user WHERE id = $1', [id]);
  });

  it('POD-15 CRUD-134 are found by a part of the name or of the email, without user-view', async () => {
    await db.query(
      `UPDATE core.app_user SET name = 'Vi 100%_Ö', picture = 'https://pictures.example/vi'
       WHERE id = $1`,
      [viewer.id],
    );
    const vi = {
      user_email: viewer.email,
      user_name: 'Vi 100%_Ö',
      profile_picture: 'https://pictures.example/vi',
    };
    for (const search of ['vi 1', ' VIEWER@', '%_', '_ö', '_O']) {
      expect(await candidates({ search })).toEqual({ items: [vi], total: 1, page: 1, size: 50 });
    }
    expect(await candidates({ search: 'nothing like it' })).toMatchObject({ items: [], total: 0 });
    expect(await found({ search: '' })).toHaveLength(4);
    const answer = await call('GET', 'Orion', manager, `/candidates?search=${'x'.repeat(201)}`);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('search');
  });

  it('POD-15 are paged', async () => {
    const all = await found();
    expect(await candidates({ size: '2', page: '2' })).toMatchObject({
      total: 4,
      page: 2,
      size: 2,
    });
    expect(await found({ size: '2', page: '2' })).toEqual(all.slice(2));
    expect(await candidates({ page: '9' })).toMatchObject({ items: [], total: 4 });
  });

  it('POD-15 are listed for users with pod-manage-members in the project of the pod', async () => {
    for (const user of [viewer, trainer]) {
      expect((await call('GET', 'Orion', user, '/candidates')).status).toBe(403);
    }
    expect((await call('GET', 'Orion', outsider, '/candidates')).status).toBe(404);
    expect((await call('GET', 'Nowhere', manager, '/candidates')).status).toBe(404);
    expect((await call('GET', 'Orion', manager, '/candidates')).status).toBe(200);
  });
});
