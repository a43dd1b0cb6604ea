import { randomUUID } from 'node:crypto';
import { type Session, sessionsSchema } from '@portal/contracts/sessions';
import { tokenResponseSchema } from '@portal/contracts/auth';
import type { Db } from '@portal/persistence/db';
import { signIn } from '@portal/testing/sign-in';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { get, post, problemIn, send } from '../../../testing/requests.js';
import { startTestServer, type TestServer } from '../../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../../testing/user.js';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

let server: TestServer;
let db: Db;
let admin: TestUser;
let member: TestUser;
let projectAdmin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ config: { sessionDays: 45 } });
  db = server.db;
  const alpha = await createProject(db, 'Alpha');
  admin = await createUser(db, 'root@example.com');
  member = await createUser(db, 'member@example.com');
  projectAdmin = await createUser(db, 'project-admin@example.com');
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, member, alpha, 'project_member');
  await assignRole(db, projectAdmin, alpha, 'project_admin');
});
afterEach(() => db.query('DELETE FROM core.refresh_token'));
afterAll(() => server.stop());

const signedIn = (user: TestUser): Promise<Tokens> => signIn(server.baseUrl, user.email);
const refresh = ({ refresh_token }: Tokens): Promise<Response> =>
  post(`${server.baseUrl}/api/auth/refresh`, { refresh_token });
const urlOf = ({ id }: TestUser, session = ''): string =>
  `${server.baseUrl}/api/v1/auth/admin/users/${id}/sessions/${session}`;
const idOf = ({ access_token }: Tokens): string => String(decodeJwt(access_token)['sid']);
const worksFor = async ({ access_token }: Tokens): Promise<boolean> =>
  (await get(`${server.baseUrl}/api/v1/auth/profile/me`, access_token)).ok;
const endAll = (by: Tokens, of: TestUser): Promise<Response> =>
  send('DELETE', urlOf(of), by.access_token);
const endOne = (by: Tokens, of: TestUser, id: string): Promise<Response> =>
  send('DELETE', urlOf(of, id), by.access_token);

async function sessionsOf(user: TestUser, by: Tokens): Promise<Session[]> {
  const answer = await get(urlOf(user), by.access_token);
  return sessionsSchema.parse(await answer.json()).items;
}

/** As if the user had signed in so many days ago, and used the session since. */
async function age(session: Tokens, days: number): Promise<void> {
  await db.query(
    `UPDATE core.refresh_token SET opened_at = now() - make_interval(days => $2) WHERE family_id = $1`,
    [idOf(session), days],
  );
}

const daysLeft = ({ expires_at }: Session): number =>
  Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000);

describe('the end of a session', () => {
  it('AUTH-80 is a fixed time after the sign-in; a refresh does not move it', async () => {
    const tokens = await signedIn(member);
    const lengthOf = async (days: number): Promise<number> => {
      await age(tokens, days);
      const next = tokenResponseSchema.parse(await (await refresh(tokens)).json());
      Object.assign(tokens, next);
      const found = (await sessionsOf(member, tokens)).find(({ id }) => id === idOf(tokens));
      return found ? daysLeft(found) : 0;
    };
    expect(await lengthOf(10)).toBe(30);
    expect(await lengthOf(40)).toBe(5);
    await age(tokens, 45);
    // The last token had been issued until then.
    await db.query(
      'UPDATE core.refresh_token SET expires_at = opened_at + make_interval(days => 45) WHERE family_id = $1',
      [idOf(tokens)],
    );
    const answer = await refresh(tokens);
    expect((await problemIn(answer)).code).toBe('invalid-refresh-token');
    expect((await refresh(await signedIn(member))).status).toBe(200);
  });
});

describe('the list of sessions', () => {
  it('AUTH-81 has those that have not ended, the last used first, with the one of the request', async () => {
    const [first, second, over] = [
      await signedIn(projectAdmin),
      await signedIn(projectAdmin),
      await signedIn(projectAdmin),
    ];
    await post(`${server.baseUrl}/api/v1/auth/logout`, { refresh_token: over.refresh_token });
    await refresh(first);
    const items = await sessionsOf(projectAdmin, second);
    expect(items.map(({ id, is_current }) => [id, is_current])).toEqual([
      [idOf(first), false],
      [idOf(second), true],
    ]);
    const [used] = items;
    expect(Date.parse(used?.last_used_at ?? '')).toBeGreaterThan(Date.parse(used?.opened_at ?? ''));
    expect(used?.user_agent).toMatch(/node|undici/i);
    expect(JSON.stringify(items)).not.toContain(second.refresh_token);
  });

  it('AUTH-81 is open to those who manage the user, and to no other', async () => {
    const [own, other, root] = [
      await signedIn(member),
      await signedIn(projectAdmin),
      await signedIn(admin),
    ];
    expect((await get(urlOf(member), own.access_token)).status).toBe(200);
    expect((await get(urlOf(member), root.access_token)).status).toBe(200);
    expect((await get(urlOf(admin), own.access_token)).status).toBe(404);
    expect((await get(urlOf(admin), other.access_token)).status).toBe(404);
  });
});

describe('ending sessions', () => {
  it('AUTH-82 ends one, with its access tokens; the others go on', async () => {
    const [here, there] = [await signedIn(member), await signedIn(member)];
    expect((await endOne(here, member, idOf(there))).status).toBe(204);
    expect(await worksFor(there)).toBe(false);
    expect((await refresh(there)).status).toBe(401);
    expect(await worksFor(here)).toBe(true);
    expect((await endOne(here, member, idOf(there))).status).toBe(404);
    expect((await endOne(here, member, randomUUID())).status).toBe(404);
    expect((await endOne(here, member, 'x')).status).toBe(400);
  });

  it('AUTH-82 ends all but the one of the request', async () => {
    const [here, there] = [await signedIn(member), await signedIn(member)];
    expect((await endAll(here, member)).status).toBe(204);
    expect([await worksFor(here), await worksFor(there)]).toEqual([true, false]);
    expect((await refresh(here)).status).toBe(200);
    expect((await sessionsOf(member, here)).map(({ id }) => id)).toEqual([idOf(here)]);
  });

  it('AUTH-82 ends those of others for callers who manage them and have their permissions', async () => {
    const [root, theirs] = [await signedIn(admin), await signedIn(member)];
    expect((await endAll(theirs, admin)).status).toBe(404);
    expect(await worksFor(root)).toBe(true);
    // The id of a session of another user is not one of this user.
    expect((await endOne(root, admin, idOf(theirs))).status).toBe(404);
    expect(await worksFor(theirs)).toBe(true);
    expect((await endAll(root, member)).status).toBe(204);
    expect([await worksFor(root), await worksFor(theirs)]).toEqual([true, false]);
    expect(await worksFor(await signedIn(member))).toBe(true);
  });

  it('AUTH-82 needs the permissions of the user, also of who manages users in all projects', async () => {
    await db.query(`
      INSERT INTO core.role (name) VALUES ('user managers');
      INSERT INTO core.role_permission SELECT role.id, permission.id FROM core.role, core.permission
      WHERE role.name = 'user managers' AND permission.name = 'user-manage'`);
    const [manager, other] = [
      await createUser(db, 'manager@example.com'),
      await createUser(db, 'other@example.com'),
    ];
    await assignRole(db, manager, 0, 'user managers');
    const [here, root, theirs] = [
      await signedIn(manager),
      await signedIn(admin),
      await signedIn(other),
    ];
    expect((await endOne(here, admin, idOf(root))).status).toBe(403);
    expect(await worksFor(root)).toBe(true);
    expect((await endOne(here, other, idOf(theirs))).status).toBe(204);
  });

  it('AUTH-83 leaves no successor of a refresh at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [here, there] = [await signedIn(member), await signedIn(member)];
      const [refreshed] = await Promise.all([refresh(there), endAll(here, member)]);
      const next = refreshed.ok ? tokenResponseSchema.parse(await refreshed.json()) : there;
      expect(await worksFor(next)).toBe(false);
      expect((await refresh(next)).status).toBe(401);
      expect(await worksFor(here)).toBe(true);
    }
  });

  it('AUTH-84 is recorded once for each session, without a secret, and cannot be undone', async () => {
    const [here, there] = [await signedIn(member), await signedIn(member)];
    await endOne(here, member, idOf(there));
    const records = await db.query<{ action: string; group_id: number; before: object }>(
      `SELECT action, group_id, before FROM core.audit
       WHERE entity = 'refresh_token' AND entity_id = $1 AND actor_id = $2`,
      [idOf(there), member.id],
    );
    expect(records).toMatchObject([{ action: 'delete', before: { user_id: member.id } }]);
    expect(Object.keys(records[0]?.before ?? {}).sort()).toEqual([
      'opened_at',
      'user_agent',
      'user_id',
    ]);
    const root = await signedIn(admin);
    const undo = await send(
      'POST',
      `${server.baseUrl}/api/v1/audit/${records[0]?.group_id}/undo`,
      root.access_token,
    );
    expect(undo.status).toBe(409);
    expect((await problemIn(undo)).detail).toContain('a session that has ended stays so');
  });
});
