import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../sql.js';

const REFUSAL = 'nobody would be left with full access';

let database: TestDatabase;
let db: QueryClient;
let second: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  second = await connectTo(database.url);
});
beforeEach(async () => {
  await db.query('TRUNCATE core.app_user CASCADE');
  await db.query(sql`
    INSERT INTO core.app_user (id, email) VALUES
      (1, 'ada@example.com'), (2, 'bob@example.com'), (3, 'eve@example.com')`);
  await db.query(sql`
    INSERT INTO core.user_role (user_id, project_id, role_id)
    SELECT app_user.id, 0, role.id FROM core.role, core.app_user
    WHERE role.name = CASE app_user.id WHEN 3 THEN 'project_admin' ELSE 'admin' END`);
});
afterAll(async () => {
  await db.close();
  await second.close();
  await database.drop();
});

/** Runs statements in one transaction with user 3 as the acting user. */
async function acting(client: QueryClient, ...statements: string[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query("SELECT set_config('portal.actor', '3', true)");
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const take = (user: number) => sql`DELETE FROM core.user_role WHERE user_id = ${user}`;
const demote = (user: number) => sql`
  UPDATE core.user_role SET role_id = (SELECT id FROM core.role WHERE name = 'trainer')
  WHERE user_id = ${user}`;
const deactivate = (user: number) =>
  sql`UPDATE core.app_user SET is_active = false WHERE id = ${user}`;
const remove = (user: number) => sql`DELETE FROM core.app_user WHERE id = ${user}`;
const ofAdmin = "(SELECT id FROM core.role WHERE name = 'admin')";

describe('the last admin', () => {
  it.each([take, demote, deactivate, remove])(
    'USER-5 remains, whichever way the others are removed: %o',
    async (change) => {
      await acting(db, change(1));
      await expect(acting(db, change(2))).rejects.toThrow(REFUSAL);
      await acting(db, take(3));
    },
  );

  it.each([
    ['the role’s permission', sql`DELETE FROM core.role_permission WHERE role_id = ${ofAdmin}`],
    ['the permission', sql`DELETE FROM core.permission WHERE name = 'full-access'`],
    ['its name', sql`UPDATE core.permission SET name = 'some' WHERE name = 'full-access'`],
  ])('USER-5 keeps %s', async (_what, statement) => {
    await expect(acting(db, statement)).rejects.toThrow(REFUSAL);
  });

  it('USER-5 counts active users only', async () => {
    await db.query(deactivate(1));
    await expect(acting(db, take(2))).rejects.toThrow(REFUSAL);
  });

  it('USER-5 can be replaced within one transaction', async () => {
    await acting(db, take(1));
    await acting(
      db,
      take(2),
      sql`INSERT INTO core.user_role (user_id, project_id, role_id) VALUES (1, 0, ${ofAdmin})`,
    );
    await expect(acting(db, take(1))).rejects.toThrow(REFUSAL);
  });

  it('USER-5 remains when the last two are removed concurrently', async () => {
    const ends = await Promise.allSettled([acting(db, take(1)), acting(second, take(2))]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('USER-5 does not apply to an operator', async () => {
    await db.query(take(1));
    await db.query(take(2));
    await acting(db, take(3));
  });
});
