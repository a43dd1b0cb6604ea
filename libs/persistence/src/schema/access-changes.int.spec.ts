import { runs } from '@portal/testing/runs';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    CREATE SCHEMA shipped;
    CREATE TABLE shipped.role AS TABLE core.role;
    CREATE TABLE shipped.permission AS TABLE core.permission;
    CREATE TABLE shipped.role_permission AS TABLE core.role_permission`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(reset);

/**
 * Three users with a session and a token each, two of them with a role, all members of a pod and
 * two projects.
 */
async function reset(): Promise<void> {
  await client.query(`
    TRUNCATE core.app_user, core.pod RESTART IDENTITY CASCADE;
    DELETE FROM core.role;
    DELETE FROM core.permission;
    INSERT INTO core.role TABLE shipped.role;
    INSERT INTO core.permission TABLE shipped.permission;
    INSERT INTO core.role_permission TABLE shipped.role_permission;
    DELETE FROM core.project WHERE id > 0;
    INSERT INTO core.app_user (email) SELECT 'p' || n || '@example.com' FROM generate_series(1, 3) AS n;
    INSERT INTO core.project (id, name) SELECT n, 'Project ' || n FROM generate_series(1, 2) AS n;
    INSERT INTO core.pod (name, project_id) SELECT 'pod ' || n, n FROM generate_series(1, 2) AS n;
    INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
      SELECT n, ('00000000-0000-0000-0000-00000000000' || n)::uuid, sha256(n::text::bytea), now()
      FROM generate_series(1, 3) AS n;
    INSERT INTO core.api_token (user_id, name, token_hash)
      SELECT n, 'token', sha256(n::text::bytea) FROM generate_series(1, 3) AS n;
    INSERT INTO core.user_role SELECT n, n - 1, role.id
      FROM generate_series(1, 2) AS n JOIN core.role ON role.name = 'project_lead';
    INSERT INTO core.pod_member (pod_name, user_email, role)
      SELECT 'pod ' || 1 + n % 2, 'p' || n || '@example.com', 'reviewer'
      FROM generate_series(1, 3) AS n`);
}

/** The result of every lookup, by session and token, and the snapshot it was read in. */
async function look(on: pg.Client = client): Promise<{ shown: unknown; seenIn: string }> {
  const { rows } = await on.query<{ shown: unknown; seen_in: string }>(`
    SELECT pg_current_snapshot()::text AS seen_in, jsonb_build_array(
      (SELECT jsonb_agg((id, email, name, grants)::text ORDER BY id)
        FROM generate_series(1, 3) AS n, core.user_access(n,
          ('00000000-0000-0000-0000-00000000000' || n)::uuid, NULL)),
      (SELECT jsonb_agg((id, user_id, token_hash, expires_at)::text ORDER BY id)
        FROM core.api_token WHERE is_active)) AS shown`);
  const [row] = rows;
  if (!row) throw new Error('no row');
  return { shown: row.shown, seenIn: row.seen_in };
}

async function isChangedSince(seenIn: string): Promise<boolean> {
  const { rows } = await client.query<{ changed: boolean }>(
    `SELECT EXISTS (SELECT FROM agg.access_change
       WHERE xid < pg_snapshot_xmax(pg_current_snapshot())
         AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)) AS changed`,
    [seenIn],
  );
  return rows[0]?.changed ?? false;
}

/** A statement that the schema refuses changes nothing. */
async function attempt(text: string): Promise<void> {
  await client.query(text).catch((error: unknown) => {
    const isRefused = error instanceof pg.DatabaseError && error.code?.startsWith('23');
    if (isRefused !== true) throw error;
  });
}

const user = fc.integer({ min: 1, max: 3 });
const project = fc.integer({ min: 0, max: 2 });
const role = fc.constantFrom('admin', 'project_lead', 'reviewer', 'pod-lead', 'trainer');
const podRole = fc.constantFrom('lead', 'reviewer', 'trainer');
const permission = fc.constantFrom('user-view', 'pod-manage', 'data-upload');
const roleId = (name: string): string => `(SELECT id FROM core.role WHERE name = '${name}')`;
const permissionId = (name: string): string =>
  `(SELECT id FROM core.permission WHERE name = '${name}')`;

/** Statements that may change the result of a lookup, and statements that cannot. */
const change: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(user, project, role).map(
    ([who, where, what]) => `INSERT INTO core.user_role SELECT ${who}, project.id, role.id
        FROM core.project, core.role, core.app_user
        WHERE project.id = ${where} AND role.name = '${what}' AND app_user.id = ${who}
        ON CONFLICT (user_id, project_id) DO UPDATE SET role_id = excluded.role_id`,
  ),
  fc
    .tuple(user, project)
    .map(
      ([who, where]) =>
        `DELETE FROM core.user_role WHERE user_id = ${who} AND project_id = ${where}`,
    ),
  fc.tuple(user, podRole).map(
    ([who, what]) => `INSERT INTO core.pod_member (pod_name, user_email, role)
      SELECT pod.name, app_user.email, '${what}' FROM core.pod, core.app_user
      WHERE app_user.id = ${who} ON CONFLICT DO NOTHING`,
  ),
  podRole.map((what) => `UPDATE core.pod_member SET role = '${what}'`),
  fc.constant('DELETE FROM core.pod_member'),
  user.map((who) => `UPDATE core.app_user SET email = 'x' || email WHERE id = ${who}`),
  user.map((who) => `UPDATE core.app_user SET name = name || 'x' WHERE id = ${who}`),
  user.map((who) => `UPDATE core.app_user SET is_active = NOT is_active WHERE id = ${who}`),
  user.map((who) => `UPDATE core.app_user SET theme = 'dark' WHERE id = ${who}`),
  user.map((who) => `DELETE FROM core.app_user WHERE id = ${who}`),
  user.map((who) => `UPDATE core.refresh_token SET revoked_at = now() WHERE user_id = ${who}`),
  user.map((who) => `UPDATE core.refresh_token SET spent_at = now() WHERE user_id = ${who}`),
  user.map((who) => `DELETE FROM core.refresh_token WHERE user_id = ${who}`),
  user.map((who) => `UPDATE core.api_token SET is_active = false WHERE user_id = ${who}`),
  user.map((who) => `UPDATE core.api_token SET expires_at = now() WHERE user_id = ${who}`),
  user.map((who) => `UPDATE core.api_token SET last_used_at = now() WHERE user_id = ${who}`),
  user.map((who) => `DELETE FROM core.api_token WHERE user_id = ${who}`),
  project.map((which) => `UPDATE core.project SET name = name || 'x' WHERE id = ${which}`),
  project.map((which) => `UPDATE core.project SET client = 'x' WHERE id = ${which}`),
  fc.constant('DELETE FROM core.project WHERE id = 2'),
  fc.constant(`UPDATE core.pod SET name = name || 'x'`),
  fc.constant('UPDATE core.pod SET project_id = 1'),
  fc.constant('DELETE FROM core.pod'),
  fc.constant(`UPDATE core.role SET name = name || id WHERE name IN ('reviewer', 'trainer')`),
  role.map((name) => `INSERT INTO core.role (name) VALUES ('${name}') ON CONFLICT DO NOTHING`),
  fc.tuple(role, permission).map(
    ([of, what]) => `INSERT INTO core.role_permission
        SELECT role.id, permission.id FROM core.role, core.permission
        WHERE role.name = '${of}' AND permission.name = '${what}' ON CONFLICT DO NOTHING`,
  ),
  fc.tuple(role, permission).map(
    ([of, what]) => `DELETE FROM core.role_permission
        WHERE role_id = ${roleId(of)} AND permission_id = ${permissionId(what)}`,
  ),
  permission.map((what) => `UPDATE core.permission SET name = name || 'x' WHERE name = '${what}'`),
  permission.map((what) => `DELETE FROM core.permission WHERE name = '${what}'`),
  fc.constant('TRUNCATE core.user_role'),
  fc.constant('TRUNCATE core.pod_member'),
);

describe('a change of access', () => {
  it('PERM-13 is recorded once it is visible, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        await reset();
        for (const text of changes) {
          const before = await look();
          await attempt(text);
          const after = await look();
          const isSame = JSON.stringify(before.shown) === JSON.stringify(after.shown);
          if (!isSame) expect(await isChangedSince(before.seenIn), text).toBe(true);
        }
      }),
      { numRuns: runs(8) },
    );
  });

  it.each([
    ['what users set for themselves', `UPDATE core.app_user SET theme = 'dark', timezone = 'UTC'`],
    ['a refreshed session', 'UPDATE core.refresh_token SET spent_at = now()'],
    ['a used API token', 'UPDATE core.api_token SET last_used_at = now()'],
    ['a described project', `UPDATE core.project SET client = 'x', updated_at = now()`],
    ['a new user', `INSERT INTO core.app_user (email) VALUES ('new@example.com')`],
    [
      'a sign-in',
      `INSERT INTO core.app_user (email) VALUES ('p1@example.com')
        ON CONFLICT (email) DO UPDATE SET name = app_user.name;
      DELETE FROM core.refresh_token WHERE expires_at < '-infinity'`,
    ],
    ['a second sign-out', 'UPDATE core.refresh_token SET revoked_at = now() WHERE false'],
    ['a role given again', 'UPDATE core.user_role SET role_id = role_id'],
  ])('PERM-13 is not %s', async (_what, text) => {
    const { seenIn } = await look();
    await client.query(text);
    expect(await isChangedSince(seenIn)).toBe(false);
    await client.query('UPDATE core.app_user SET is_active = false WHERE id = 1');
    expect(await isChangedSince(seenIn)).toBe(true);
  });

  it.each([
    ['another role in a pod', `UPDATE core.pod_member SET role = 'lead'`],
    ['another pod', `UPDATE core.pod_member SET pod_name = 'pod 1' WHERE pod_name = 'pod 2'`],
    ['the pod of another project', `UPDATE core.pod SET project_id = 1 WHERE name = 'pod 2'`],
    ['another role', `UPDATE core.user_role SET role_id = ${roleId('admin')} WHERE user_id = 1`],
    ['a role of another project', 'UPDATE core.user_role SET project_id = 2 WHERE user_id = 1'],
    ['another address', `UPDATE core.app_user SET email = 'x@example.com' WHERE id = 1`],
    ['an ended session', 'UPDATE core.refresh_token SET revoked_at = now() WHERE user_id = 1'],
    ['a deleted session', `DELETE FROM core.refresh_token WHERE user_id = 1`],
    ['a switched-off token', 'UPDATE core.api_token SET is_active = false WHERE user_id = 1'],
    ['another end of a token', 'UPDATE core.api_token SET expires_at = now() WHERE user_id = 1'],
    [
      'a permission less of a role',
      `DELETE FROM core.role_permission WHERE role_id = ${roleId('project_lead')}`,
    ],
    ['no role', 'DELETE FROM core.user_role WHERE user_id = 1'],
  ])('PERM-13 is %s', async (_what, text) => {
    const { seenIn } = await look();
    await client.query(text);
    expect(await isChangedSince(seenIn)).toBe(true);
  });

  it('PERM-13 is detected even if its transaction is older', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('UPDATE core.app_user SET is_active = false WHERE id = 1');
      await client.query('UPDATE core.app_user SET is_active = false WHERE id = 2');
      const { seenIn } = await look();
      expect(await isChangedSince(seenIn)).toBe(false);
      await other.query('COMMIT');
      expect(await isChangedSince(seenIn)).toBe(true);
      expect(await isChangedSince((await look()).seenIn)).toBe(false);
    } finally {
      await other.end();
    }
  });

  it('PERM-13 is not recorded after a rollback', async () => {
    const { seenIn } = await look();
    await client.query('BEGIN');
    await client.query('UPDATE core.app_user SET is_active = false');
    await client.query('ROLLBACK');
    expect(await isChangedSince(seenIn)).toBe(false);
  });

  it('PERM-13 of another cluster, restored from a dump, does not count', async () => {
    const bring = (from: number) =>
      client.query(
        `INSERT INTO agg.access_change
         SELECT (pg_current_xact_id()::text::bigint + $1 + n)::text::xid8
         FROM generate_series(1, 3) AS n`,
        [from],
      );
    // So far away that no other database of this cluster reaches these numbers meanwhile.
    await bring(1_000_000_000);
    const { seenIn } = await look();
    expect(await isChangedSince(seenIn)).toBe(false);
    await bring(0);
    // The sequence also advances here, with and without changes of access.
    for (let index = 0; index < 5; index++) {
      const before = await look();
      await client.query(`UPDATE core.app_user SET name = name || 'x' WHERE id = 1`);
      expect(await isChangedSince(before.seenIn)).toBe(true);
    }
  });
});
