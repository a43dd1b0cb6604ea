import { type WeeklyProgress, weeklyProgressSchema } from '@portal/contracts/live';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import type { TestServer } from '../../testing/test-server.js';
import { openPodListsWorld } from './spec-support/pod-lists-world.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let admin: TestUser;
/** Leads pods of Alpha. */
let lead: TestUser;
/** Sees what there is in Alpha. */
let viewer: TestUser;
/** A trainer of Orion in Alpha and Cygnus in Beta. */
let trainer: TestUser;
let members: ListClient;
let targets: ListClient;

beforeAll(async () => {
  const { pods, ...world } = await openPodListsWorld();
  ({ server, db, alpha, beta, admin, lead, viewer, trainer, members, targets } = world);
  await pods.created({ name: 'Orion', project_id: alpha });
  await pods.created({ name: 'Lyra', project_id: alpha });
  await pods.created({ name: 'Cygnus', project_id: beta });
});
beforeEach(async () => {
  await db.query('DELETE FROM core.pod_member');
  await db.query('DELETE FROM core.pod_weekly_target');
  for (const pod_name of ['Orion', 'Cygnus']) {
    await members.created({ pod_name, user_email: trainer.email });
  }
});
afterAll(() => server.stop());

const target = (more: object = {}) => ({
  pod_name: 'Orion',
  week_start_date: '2026-01-05',
  daily_tasks_target: 10,
  daily_turns_target: 50,
  ...more,
});
const podsOf = async (list: ListClient, query = {}) =>
  (await list.list({ sort_by: 'pod_name', ...query })).items.map(({ pod_name }) => pod_name);

describe('pod members', () => {
  it('CRUD-23 are visible to themselves, and in a project to users who see its pods', async () => {
    await members.created({ pod_name: 'Orion', user_email: lead.email, role: 'lead' });
    expect((await members.list()).total).toBe(3);
    expect((await members.as(viewer).list()).total).toBe(2);
    const own = { filters: { user_email: { eq: trainer.email } } };
    expect(await podsOf(members.as(trainer))).toEqual(['Cygnus', 'Orion']);
    expect(await podsOf(members.as(trainer), own)).toEqual(['Cygnus', 'Orion']);
    const inAlpha = { filters: { ...own.filters, 'pod.project_id': { eq: alpha } } };
    expect(await podsOf(members.as(trainer), inAlpha)).toEqual(['Orion']);
    expect(await podsOf(members.as(viewer), { filters: { 'pod.project_id': beta } })).toEqual([]);
    expect(await podsOf(members, { sort_by: 'pod.project_id', sort_order: 'desc' })).toEqual([
      'Cygnus',
      'Orion',
      'Orion',
    ]);
  });

  it('CRUD-23 are changed with pod-manage-members in the project of the pod', async () => {
    const added = await members.as(lead).created({ pod_name: 'Lyra', user_email: viewer.email });
    expect(added).toMatchObject({ role: 'trainer' });
    const promoted = await members.as(lead).update(added['id'], { role: 'reviewer' });
    expect((await itemIn(promoted))['role']).toBe('reviewer');
    for (const pod_name of ['Cygnus', 'Nowhere']) {
      const foreign = await members.as(lead).create({ pod_name, user_email: viewer.email });
      expect(foreign.status).toBe(403);
      expect((await problemIn(foreign)).errors?.[0]?.pointer).toBe('/pod_name');
      expect((await members.as(lead).update(added['id'], { pod_name })).status).toBe(403);
    }
    expect((await members.as(viewer).update(added['id'], { role: 'lead' })).status).toBe(403);
    expect((await members.as(viewer).delete(added['id'])).status).toBe(403);
    expect((await members.as(trainer).delete(added['id'])).status).toBe(404);
    expect((await members.as(lead).delete(added['id'])).status).toBe(204);
  });

  it('CRUD-27 get no pod role with more permissions than the caller has there', async () => {
    await db.query("INSERT INTO core.role (name) VALUES ('caster') ON CONFLICT DO NOTHING");
    await db.query(
      `INSERT INTO core.role_permission
       SELECT role.id, permission.id FROM core.role, core.permission
       WHERE role.name = 'caster' AND permission.name = 'pod-manage-members'
       ON CONFLICT DO NOTHING`,
    );
    const caster = await createUser(db, 'caster@example.org');
    await assignRole(db, caster, alpha, 'caster');
    const own = members.as(caster);
    const place = { pod_name: 'Orion', user_email: caster.email };
    for (const role of ['lead', 'reviewer']) {
      const refusal = await own.create({ ...place, role });
      expect(refusal.status).toBe(403);
      expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe('/role');
    }
    const { id } = await own.created(place);
    expect((await own.update(id, { role: 'lead' })).status).toBe(403);
    const [leader] = [await members.created({ ...place, user_email: lead.email, role: 'lead' })];
    expect((await own.update(leader['id'], { user_email: viewer.email })).status).toBe(403);
    // Taking a role needs the same permissions as giving it.
    expect((await own.update(leader['id'], { role: 'trainer' })).status).toBe(403);
    expect((await own.delete(leader['id'])).status).toBe(403);
    // Leads of projects and pods can make other users leads.
    expect((await members.as(lead).update(id, { role: 'lead' })).status).toBe(200);
    expect((await own.update(leader['id'], { role: 'reviewer' })).status).toBe(200);
    await db.query('DELETE FROM core.app_user WHERE id = $1', [caster.id]);
  });

  it('CRUD-27 move with their pod only if the caller has the permissions that they get', async () => {
    await db.query("INSERT INTO core.role (name) VALUES ('mover') ON CONFLICT DO NOTHING");
    await db.query(
      `INSERT INTO core.role_permission
       SELECT role.id, permission.id FROM core.role, core.permission
       WHERE role.name = 'mover' AND permission.name = 'pod-manage' ON CONFLICT DO NOTHING`,
    );
    const mover = await createUser(db, 'mover@example.org');
    await assignRole(db, mover, alpha, 'project_lead');
    await assignRole(db, mover, beta, 'mover');
    const pods = new ListClient(server, 'pods', mover);
    const { id } = await pods.created({ name: 'Vagrant', project_id: alpha });
    await members.created({ pod_name: 'Vagrant', user_email: mover.email, role: 'lead' });
    const refusal = await pods.update(id, { project_id: beta });
    expect(refusal.status).toBe(403);
    expect((await problemIn(refusal)).errors?.[0]?.pointer).toBe('/project_id');
    expect((await pods.update(id, { project_id: alpha, description: 'Still' })).status).toBe(200);
    await db.query("UPDATE core.pod_member SET role = 'trainer' WHERE pod_name = 'Vagrant'");
    expect((await pods.update(id, { project_id: beta })).status).toBe(200);
    await db.query("DELETE FROM core.pod WHERE name = 'Vagrant'");
    await db.query('DELETE FROM core.app_user WHERE id = $1', [mover.id]);
  });

  it('CRUD-24 are existing users in existing pods, once each', async () => {
    const again = await members.create({ pod_name: 'Orion', user_email: 'Trainer@Example.org' });
    expect(again.status).toBe(409);
    expect(await problemIn(again)).toMatchObject({
      detail: 'User email is already a member of this pod',
      errors: [{ pointer: '/user_email' }],
    });
    for (const [field, value] of [
      ['user_email', 'nobody@example.org'],
      ['pod_name', 'Nowhere'],
    ] as const) {
      const body = { pod_name: 'Lyra', user_email: viewer.email, [field]: value };
      const refusal = await members.create(body);
      expect(refusal.status).toBe(400);
      expect((await problemIn(refusal)).errors).toEqual([
        { pointer: `/${field}`, detail: 'does not exist' },
      ]);
    }
  });
});

describe('weekly targets', () => {
  it('CRUD-25 are visible to members of the pod and users who see its project, and changed with pod-targets-manage', async () => {
    const { id } = await targets.as(lead).created(target());
    await targets.created(target({ pod_name: 'Lyra' }));
    expect(await podsOf(targets.as(viewer))).toEqual(['Lyra', 'Orion']);
    expect(await podsOf(targets.as(trainer))).toEqual(['Orion']);
    const change = { daily_tasks_target: 11 };
    expect((await targets.as(lead).update(id, change)).status).toBe(200);
    expect((await targets.as(viewer).update(id, change)).status).toBe(403);
    expect((await targets.as(trainer).delete(id)).status).toBe(403);
    expect((await targets.as(lead).create(target({ pod_name: 'Cygnus' }))).status).toBe(403);
    const asked = {
      size: 1,
      filters: {
        pod_name: 'Orion',
        week_start_date__lte: '2026-01-07',
        week_end_date__gte: '2026-01-07',
      },
    };
    expect((await targets.as(trainer).list(asked)).items).toMatchObject([{ id, ...change }]);
  });

  it('CRUD-26 LEAD-12 start on a Monday and end on its Sunday by default', async () => {
    expect(await targets.created(target())).toMatchObject({ week_end_date: '2026-01-11' });
    const later = { week_start_date: '2026-01-12', week_end_date: '2026-01-16' };
    expect(await targets.created(target(later))).toMatchObject(later);
    for (const [field, value, reason] of [
      ['week_start_date', '2026-01-20', 'must be a Monday'],
      ['week_start_date', '0001-01-01', 'must lie between'],
      ['week_start_date', '2026-02-30', ''],
      ['week_end_date', '2026-01-05', 'must come after the start'],
      ['daily_tasks_target', 0, 'must be a whole number from 1 to 100,000'],
      ['daily_turns_target', 1.5, 'must be a whole number from 1 to 100,000'],
    ] as const) {
      const refusal = await targets.create(target({ pod_name: 'Lyra', [field]: value }));
      expect(refusal.status).toBe(400);
      const [problem] = (await problemIn(refusal)).errors ?? [];
      expect(problem?.pointer).toBe(`/${field}`);
      expect(problem?.detail).toContain(reason);
    }
  });

  it('CRUD-26 of one pod never overlap, when created or moved', async () => {
    await targets.created(target());
    const next = await targets.created(target({ week_start_date: '2026-01-12' }));
    await targets.created(target({ pod_name: 'Lyra' }));
    const long = { week_start_date: '2025-12-29', week_end_date: '2026-01-05' };
    for (const refusal of [
      await targets.create(target()),
      await targets.create(target(long)),
      await targets.update(next['id'], { week_start_date: '2026-01-05' }),
    ]) {
      expect(refusal.status).toBe(409);
      expect(await problemIn(refusal)).toMatchObject({
        errors: [
          {
            pointer: '/week_start_date',
            detail: 'is in a week for which this pod already has a target',
          },
        ],
      });
    }
    const early = await targets.update(next['id'], { week_end_date: '2026-01-11' });
    expect((await problemIn(early)).errors?.[0]?.pointer).toBe('/week_end_date');
  });

  it('CRUD-137 repeat until another one begins, and a single week goes before them', async () => {
    const first = await targets.created(target({ repeats: true }));
    expect(first).toMatchObject({ repeats: true, week_end_date: '2100-01-03' });
    const own = { week_start_date: '2026-01-12', daily_tasks_target: 7 };
    await targets.created(target(own));
    await targets.created(
      target({ week_start_date: '2026-01-26', daily_tasks_target: 9, repeats: true }),
    );
    const daily = async (monday: string) => (await weekOf(monday)).target?.daily_tasks;
    expect(await Promise.all(MONDAYS.map(daily))).toEqual([undefined, 10, 7, 10, 9, 9]);
    // As the specified client asks for the target of a week.
    const filters = { pod_name: 'Orion', ...{ week_start_date__lte: '2026-01-07' } };
    const asked = { size: 1, filters: { ...filters, week_end_date__gte: '2026-01-07' } };
    expect((await targets.as(trainer).list(asked)).items).toMatchObject([{ id: first['id'] }]);
    const twice = await targets.create(target({ repeats: true }));
    expect(twice.status).toBe(409);
    expect((await problemIn(twice)).errors).toEqual([
      {
        pointer: '/week_start_date',
        detail: 'is the start of another target of this pod that repeats',
      },
    ]);
    const ended = await targets.create(target({ repeats: true, week_end_date: '2026-01-11' }));
    expect((await problemIn(ended)).errors?.[0]?.pointer).toBe('/week_end_date');
  });

  it('CRUD-137 end on their Sunday when they no longer repeat', async () => {
    const { id } = await targets.created(target({ repeats: true }));
    const single = await itemIn(await targets.update(id, { repeats: false }));
    expect(single).toMatchObject({ repeats: false, week_end_date: '2026-01-11' });
    const again = await itemIn(await targets.update(id, { repeats: true }));
    expect(again).toMatchObject({ week_end_date: '2100-01-03' });
  });

  it('CRUD-138 WEEK-18 of one member hold for them only, and are for members only', async () => {
    await targets.created(target());
    const own = { user_email: trainer.email, daily_tasks_target: 2, repeats: true };
    const { id } = await targets.created(target(own));
    const week = await weekOf('2026-01-05');
    expect(week.target).toMatchObject({ daily_tasks: 10 });
    const goals = week.members.map(({ email, goal }) => [email, goal?.weekly.tasks]);
    expect(goals).toContainEqual([trainer.email, 10]);
    expect((await weekOf('2026-01-12')).target).toBeNull();
    const [later] = (await weekOf('2026-01-12')).members.filter(
      ({ email }) => email === trainer.email,
    );
    expect(later?.goal?.weekly.tasks).toBe(10);
    // The own one, that of the pod, and for another member that of the pod only.
    const idsOf = async (list: ListClient) => (await list.list()).items.map((item) => item['id']);
    expect(await idsOf(targets.as(trainer))).toContain(id);
    await members.created({ pod_name: 'Orion', user_email: viewer.email });
    const stranger = await createUser(db, 'colleague@example.org');
    await members.created({ pod_name: 'Orion', user_email: stranger.email });
    expect(await idsOf(targets.as(stranger))).toHaveLength(1);
    expect(await idsOf(targets.as(lead))).toContain(id);
    const refusal = await targets.create(target({ user_email: admin.email }));
    expect(refusal.status).toBe(400);
    expect((await problemIn(refusal)).errors).toEqual([
      { pointer: '/user_email', detail: 'is not a member of this pod' },
    ]);
  });
});

/** Of the weeks around the targets. */
const MONDAYS = [
  ...['2025-12-29', '2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02'],
];

async function weekOf(monday: string): Promise<WeeklyProgress> {
  const url = `${server.baseUrl}/api/v1/pods/Orion/weekly-progress?week_start=${monday}`;
  return weeklyProgressSchema.parse(await (await get(url, admin.token)).json());
}
