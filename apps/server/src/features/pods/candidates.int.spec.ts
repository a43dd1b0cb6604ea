import { listMetaSchema } from '@portal/contracts/lists';
import { podCandidateListSchema } from '@portal/contracts/pods';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
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

async function candidates(query: Record<string, string> = {}, user = manager) {
  const answer = await world.call(
    'GET',
    'Orion',
    user,
    `/candidates?${new URLSearchParams(query)}`,
  );
  return podCandidateListSchema.parse(await answer.json());
}
const found = async (...asked: Parameters<typeof candidates>) =>
  (await candidates(...asked)).items.map(({ user_email }) => user_email);

describe('candidates for a pod', () => {
  it('CRUD-14 POD-15 are what the form of a pod member offers', async () => {
    const answer = await new ListClient(world.server, 'pod-members', manager).get('_meta');
    const { fields } = listMetaSchema.parse(await answer.json());
    const user = fields.find(({ name }) => name === 'user_email');
    const { path = '', field = '' } = user?.foreign_key?.candidates ?? {};
    const [, pods, pod, last] = path.split('/');
    expect([pods, pod]).toEqual(['pods', '{pod_name}']);
    const offered = await world.call(
      'GET',
      'Orion',
      manager,
      `/${last}?page=1&size=20&search=viewer`,
    );
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
    expect((await world.add({ user_email: lyra.email })).status).toBe(201);
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
    const answer = await world.call(
      'GET',
      'Orion',
      manager,
      `/candidates?search=${'x'.repeat(201)}`,
    );
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
      expect((await world.call('GET', 'Orion', user, '/candidates')).status).toBe(403);
    }
    expect((await world.call('GET', 'Orion', outsider, '/candidates')).status).toBe(404);
    expect((await world.call('GET', 'Nowhere', manager, '/candidates')).status).toBe(404);
    expect((await world.call('GET', 'Orion', manager, '/candidates')).status).toBe(200);
  });
});
