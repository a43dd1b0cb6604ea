import { createHash } from 'node:crypto';
import {
  apiTokensSchema,
  apiTokenSchema,
  type CreatedApiToken,
  createdApiTokenSchema,
} from '@portal/contracts/api-tokens';
import type { Db } from '@portal/persistence/db';
import { signIn } from '@portal/testing/sign-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject, type TestUser } from '../../../testing/user.js';
import { get, problemIn, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

interface SignedIn extends TestUser {
  session: string;
}

let server: TestServer;
let db: Db;
let alpha: number;
let admin: SignedIn;
let manager: SignedIn;
let owner: SignedIn;
let member: SignedIn;
let viewer: SignedIn;

async function signedIn(name: string): Promise<SignedIn> {
  const user = await createUser(db, `${name}@example.com`);
  const { access_token: session } = await signIn(server.baseUrl, user.email);
  return { ...user, session };
}

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  await db.query(`
    WITH manager AS (INSERT INTO core.role (name) VALUES ('users') RETURNING id)
    INSERT INTO core.role_permission
    SELECT manager.id, permission.id FROM manager, core.permission
    WHERE permission.name IN ('user-manage', 'pod-info-public-view')`);
  admin = await signedIn('root');
  manager = await signedIn('manager');
  owner = await signedIn('owner');
  member = await signedIn('member');
  viewer = await signedIn('viewer');
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, manager, 0, 'users');
  await assignRole(db, owner, alpha, 'admin');
  await assignRole(db, member, alpha, 'project_member');
  await assignRole(db, viewer, alpha, 'project_admin');
});
afterAll(() => server.stop());

const url = (path: string) => `${server.baseUrl}/api/v1/auth/${path}`;
const listOf = (of: TestUser) => url(`admin/users/${of.id}/api-tokens/`);
const create = (by: string, of: TestUser, body: unknown = { name: 'script' }) =>
  send('POST', listOf(of), by, body);
const update = (by: string, id: number, body: unknown) =>
  send('PUT', url(`api-tokens/${id}`), by, body);
const remove = (by: string, id: number) => send('DELETE', url(`api-tokens/${id}`), by);

async function created(by: string, of: TestUser, body?: unknown): Promise<CreatedApiToken> {
  const answer = await create(by, of, body);
  expect(answer.status).toBe(201);
  return createdApiTokenSchema.parse(await answer.json());
}
const worksAs = async (token: string): Promise<number> =>
  (await get(`${server.baseUrl}/api/v1/projects/`, token)).status;

describe('API tokens', () => {
  it('USER-12 show the secret of a new one once, store its hash, and authenticate with it', async () => {
    const { token, ...shown } = await created(member.session, member, { name: ' Nightly ' });
    expect(shown).toMatchObject({
      name: 'Nightly',
      is_active: true,
      last_used_at: null,
      expires_at: null,
    });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [kept] = await db.query<{ token_hash: Buffer }>(
      'SELECT token_hash FROM core.api_token WHERE id = $1',
      [shown.id],
    );
    expect(kept?.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(await worksAs(token)).toBe(200);
    const list = await (await get(listOf(member), member.session)).text();
    expect(list).not.toContain(token);
    expect(apiTokensSchema.parse(JSON.parse(list)).items[0]).toMatchObject({ id: shown.id });
  });

  it.each([
    [{}, '/name', 'Token name is required'],
    [{ name: ' ' }, '/name', 'Token name is required'],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at', 'must lie in the future'],
    [{ name: 'x', is_active: true }, '/is_active', 'is not known'],
  ])('USER-12 refuses %j', async (body, pointer, detail) => {
    const answer = await create(member.session, member, body);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors).toEqual([{ pointer, detail }]);
  });

  it('USER-11 are listed, changed and deleted by their user and by those who manage the user', async () => {
    for (const by of [member, owner, manager]) {
      const { id } = await created(member.session, member);
      const { items } = apiTokensSchema.parse(await (await get(listOf(member), by.session)).json());
      expect(items[0]?.id).toBe(id);
      const end = '2999-01-01T00:00:00.000Z';
      const changed = await update(by.session, id, { name: 'other', expires_at: end });
      expect(apiTokenSchema.parse(await changed.json())).toMatchObject({
        name: 'other',
        is_active: true,
        expires_at: end,
      });
      expect(await (await update(by.session, id, { expires_at: null })).json()).toMatchObject({
        name: 'other',
        expires_at: null,
      });
      expect((await remove(by.session, id)).status).toBe(204);
      expect((await remove(by.session, id)).status).toBe(404);
    }
  });

  it('DATA-7 keep the microseconds of their expiry', async () => {
    const end = '2999-01-01T00:00:00.000001Z';
    const { id, expires_at } = await created(member.session, member, {
      name: 'exact',
      expires_at: end,
    });
    expect(expires_at).toBe(end);
    const changed = await update(member.session, id, { name: 'still exact' });
    expect(apiTokenSchema.parse(await changed.json()).expires_at).toBe(end);
  });

  it('USER-11 are hidden from other users', async () => {
    const { id } = await created(member.session, member);
    expect((await get(listOf(member), viewer.session)).status).toBe(403);
    expect((await update(viewer.session, id, { name: 'x' })).status).toBe(403);
    expect((await remove(viewer.session, id)).status).toBe(403);
    const { id: hidden } = await created(admin.session, admin);
    expect((await get(listOf(admin), owner.session)).status).toBe(404);
    expect((await update(owner.session, hidden, { name: 'x' })).status).toBe(404);
    expect((await remove(owner.session, hidden)).status).toBe(404);
    expect((await get(url('admin/users/99999/api-tokens/'), admin.session)).status).toBe(404);
  });

  it('USER-13 are created for others only with user-manage for all and all of their permissions', async () => {
    expect(await worksAs((await created(admin.session, owner)).token)).toBe(200);
    await created(manager.session, member);
    const beyond = await create(manager.session, viewer);
    expect(beyond.status).toBe(403);
    expect((await problemIn(beyond)).detail).toContain('acts as its user');
    expect((await create(manager.session, admin)).status).toBe(403);
    expect((await create(owner.session, member)).status).toBe(403);
    expect((await create(viewer.session, member)).status).toBe(403);
    expect((await create(member.session, viewer)).status).toBe(404);
  });

  it('USER-14 cannot create or change API tokens', async () => {
    const { id, token } = await created(member.session, member);
    expect((await create(token, member)).status).toBe(403);
    expect((await update(token, id, { expires_at: null })).status).toBe(403);
    expect((await get(listOf(member), token)).status).toBe(200);
    expect((await remove(token, id)).status).toBe(204);
  });

  it('USER-15 stop working when switched off, expired, deleted, or with their user', async () => {
    const { id, token } = await created(member.session, member);
    await update(member.session, id, { is_active: false });
    expect(await worksAs(token)).toBe(401);
    await update(member.session, id, { is_active: true });
    expect(await worksAs(token)).toBe(200);
    await db.query("UPDATE core.api_token SET expires_at = now() - interval '1 s' WHERE id = $1", [
      id,
    ]);
    expect(await worksAs(token)).toBe(401);
    await update(member.session, id, { expires_at: null });
    await db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [member.id]);
    expect(await worksAs(token)).toBe(401);
    await db.query('UPDATE core.app_user SET is_active = true WHERE id = $1', [member.id]);
    expect(await worksAs(token)).toBe(200);
    // Deactivating ended the session.
    member.session = (await signIn(server.baseUrl, member.email)).access_token;
    await remove(member.session, id);
    expect(await worksAs(token)).toBe(401);
  });

  describe('that were switched off', () => {
    const off = (by: SignedIn, id: number) => update(by.session, id, { is_active: false });
    const on = async (by: SignedIn, id: number) =>
      (await update(by.session, id, { is_active: true })).status;
    const newToken = async () => (await created(member.session, member)).id;

    it('USER-48 by their owner are switched on only by the owner or with user-manage in project 0', async () => {
      const id = await newToken();
      await off(member, id);
      const refused = await update(owner.session, id, { is_active: true, name: 'mine' });
      expect(refused.status).toBe(403);
      expect(await problemIn(refused)).toMatchObject({
        detail: 'The owner of this token switched it off',
        errors: [{ pointer: '/is_active' }],
      });
      const { items } = apiTokensSchema.parse(
        await (await get(listOf(member), owner.session)).json(),
      );
      expect(items[0]).toMatchObject({ id, is_active: false, name: 'script' });
      expect(await on(member, id)).toBe(200);
      await off(member, id);
      expect(await on(manager, id)).toBe(200);
    });

    it('USER-48 by a manager are switched on by the manager, the owner, and user-manage in project 0', async () => {
      const id = await newToken();
      for (const by of [owner, member, manager]) {
        expect((await off(owner, id)).status).toBe(200);
        expect(await on(by, id)).toBe(200);
      }
    });

    it('USER-48 by their owner stay so when another user switches them off again', async () => {
      const id = await newToken();
      await off(member, id);
      expect((await off(owner, id)).status).toBe(200);
      expect(await on(owner, id)).toBe(403);
      expect((await update(owner.session, id, { name: 'renamed' })).status).toBe(200);
      await on(member, id);
      expect(await on(owner, id)).toBe(200);
      await off(owner, id);
      await off(member, id);
      expect(await on(owner, id)).toBe(403);
    });

    it('USER-48 by a deleted or unknown user count as switched off by their owner', async () => {
      const second = await signedIn('second');
      await assignRole(db, second, alpha, 'admin');
      const id = await newToken();
      await off(second, id);
      await db.query('DELETE FROM core.app_user WHERE id = $1', [second.id]);
      expect(await on(owner, id)).toBe(403);
      expect(await on(member, id)).toBe(200);
    });
  });
});
