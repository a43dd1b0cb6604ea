import { podMemberListSchema, podMemberSchema } from '@portal/contracts/pods';
import type { Db } from '@portal/persistence/db';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemIn } from '../../testing/requests.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { openPodsWorld, type PodsWorld } from './spec-support/pods-world.js';

let world: PodsWorld;
let db: Db;
let alpha: number;
let manager: TestUser;
let viewer: TestUser;
let trainer: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  world = await openPodsWorld();
  ({ db, alpha, manager, viewer, trainer, outsider } = world);
});
beforeEach(() => world.clear());
afterAll(() => world.server.stop());

describe('members of a pod', () => {
  it('POD-4 are listed by email with name, role, picture and time zone', async () => {
    await world.add({ user_email: viewer.email, role: 'reviewer' });
    await db.query(
      `UPDATE core.app_user SET name = 'Vi', picture = 'https://pictures.example/vi',
         timezone = 'UTC+5:30' WHERE email = $1`,
      [viewer.email],
    );
    const list: unknown = await (await world.call('GET', 'Orion', viewer, '/members')).json();
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
      expect((await world.add(body, user)).status).toBe(403);
      expect((await world.remove({ user_email: trainer.email }, user)).status).toBe(403);
    }
    expect((await world.add(body, outsider)).status).toBe(404);
    expect((await world.remove({ user_email: trainer.email }, outsider)).status).toBe(404);
    expect(await world.emails()).toEqual([trainer.email]);

    expect((await world.add(body)).status).toBe(201);
    expect((await world.remove({ user_email: trainer.email })).status).toBe(204);
    expect(await world.emails()).toEqual([viewer.email]);
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
    const refusal = await world.add({ user_email: caster.email, role: 'lead' }, caster);
    expect(refusal.status).toBe(403);
    expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe('/role');
    expect((await world.add({ user_email: caster.email }, caster)).status).toBe(201);
    expect((await world.add({ user_email: viewer.email, role: 'lead' })).status).toBe(201);
    await db.query('DELETE FROM core.app_user WHERE id = $1', [caster.id]);
  });

  it('POD-6 are trainers by default, identified by email in lower case', async () => {
    const answer = await world.add({ user_email: ' Viewer@Example.com ' });
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
      podMemberSchema.parse(await (await world.add({ user_email: user.email })).json());
    const unseen = { user_name: '', profile_picture: null, timezone: null };
    expect(await added()).toMatchObject({ user_email: user.email, ...unseen });
    expect((await world.remove({ user_email: user.email })).status).toBe(204);
    expect(await added()).toMatchObject(unseen);
    await world.remove({ user_email: user.email });
    await assignRole(db, user, alpha, 'trainer');
    const seen = { user_name: 'Una', profile_picture: 'x', timezone: 'UTC+1:00' };
    expect(await added()).toMatchObject(seen);
    const list: unknown = await (await world.call('GET', 'Orion', manager, '/members')).json();
    expect(list).toMatchObject([{ user_email: trainer.email }, seen]);
    await db.query('DELETE FROM core.app_user WHERE id = $1', [user.id]);
  });

  it('POD-7 can be added once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.add({ user_email: viewer.email, role: 'lead' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    const again = await problemIn(await world.add({ user_email: trainer.email, role: 'lead' }));
    expect(again).toMatchObject({ code: 'conflict', errors: [{ pointer: '/user_email' }] });
    expect(await world.emails()).toEqual([trainer.email, viewer.email]);
  });

  it.each([
    [{ user_email: 'nobody@example.com' }, '/user_email'],
    [{ user_email: 'nobody' }, '/user_email'],
    [{ user_email: 'viewer@example.com', role: 'boss' }, '/role'],
    [{ user_email: 'viewer@example.com', colour: 'red' }, '/colour'],
  ])('POD-8 refuses to add %j and reports %s', async (body, pointer) => {
    const answer = await world.add(body);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.map((item) => item.pointer)).toEqual([pointer]);
    expect(await world.emails()).toEqual([trainer.email]);
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
    const answer = await world.change({ user_email: ' Trainee@Example.com ', role: 'reviewer' });
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
    expect((await world.change({ user_email: trainer.email, role: 'reviewer' })).status).toBe(200);
    expect(await revision()).toBe(before + 1);
    expect(await records()).toEqual(recorded);
  });

  it('POD-16 get it by users who manage members, with no more permissions than these have', async () => {
    const body = { user_email: trainer.email, role: 'reviewer' };
    for (const user of [viewer, trainer]) expect((await world.change(body, user)).status).toBe(403);
    expect((await world.change(body, outsider)).status).toBe(404);
    await buildWorld(db, { roles: { keeper: ['pod-manage-members'] } });
    const keeper = await createUser(db, 'keeper@example.com');
    await assignRole(db, keeper, alpha, 'keeper');
    const refusal = await world.change(body, keeper);
    expect(refusal.status).toBe(403);
    expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe('/role');
    expect((await world.change(body)).status).toBe(200);
    // Taking a role needs the same permissions as giving it.
    expect((await world.change({ ...body, role: 'trainer' }, keeper)).status).toBe(403);
    expect((await world.remove({ user_email: trainer.email }, keeper)).status).toBe(403);
    expect((await world.change({ ...body, role: 'trainer' })).status).toBe(200);
    expect((await world.change({ ...body, role: 'trainer' }, keeper)).status).toBe(200);
    await db.query('DELETE FROM core.app_user WHERE id = $1', [keeper.id]);
  });

  it.each([
    [{ user_email: 'viewer@example.com', role: 'lead' }, 404, undefined],
    [{ user_email: 'nobody@example.com', role: 'lead' }, 404, undefined],
    [{ user_email: 'trainee@example.com' }, 400, '/role'],
    [{ user_email: 'trainee@example.com', role: 'boss' }, 400, '/role'],
    [{ role: 'lead' }, 400, '/user_email'],
  ])('POD-16 refuses %j with %i', async (body, status, pointer) => {
    const answer = await world.change(body);
    expect(answer.status).toBe(status);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe(pointer);
  });

  it('POD-9 are removed by the email in the body of a DELETE', async () => {
    expect((await world.remove({ user_email: viewer.email })).status).toBe(404);
    expect((await world.remove({ user_email: 'nobody@example.com' })).status).toBe(404);
    expect((await world.remove({})).status).toBe(400);
    expect((await world.remove(undefined)).status).toBe(400);
    expect(await world.emails()).toEqual([trainer.email]);
    const answer = await world.remove({ user_email: 'Trainee@example.com' });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(await world.emails()).toEqual([]);
    expect((await world.remove({ user_email: trainer.email })).status).toBe(404);
  });
});
