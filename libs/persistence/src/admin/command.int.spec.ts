import { emptyDatabase, testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './command.js';

let database: TestDatabase;
let db: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await buildWorld(db, { projects: { Alpha: {} }, users: { known: {} } });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function admin(...words: string[]): Promise<[number, string]> {
  const printed: string[] = [];
  const code = await runAdmin(words, database.url, (text) => printed.push(text));
  return [code, printed.join('')];
}

const changes = () =>
  db.query<{ actor_id: number | null; actor_email: string; action: string; entity: string }>(
    'SELECT actor_id, actor_email, action, entity FROM core.audit ORDER BY id',
  );

describe('npm run admin', () => {
  it('AUTH-26 gives, lists and takes roles, and the audit records it', async () => {
    expect(await admin('list')).toEqual([
      0,
      'Nobody has a role in all projects, nor full access to a project.\n',
    ]);
    expect(await admin('grant', ' Known@Example.com')).toEqual([
      0,
      'known@example.com has the role admin in All Projects now.\n',
    ]);
    expect(await admin('grant', 'known@example.com')).toEqual([
      0,
      'known@example.com has the role admin in All Projects already.\n',
    ]);
    const [code, said] = await admin('grant', 'new@example.com', 'project_admin', 'Alpha');
    expect([code, said]).toEqual([
      0,
      'new@example.com has the role project_admin in Alpha now. Nobody has signed in with this ' +
        'address yet: the account is created and waits.\n',
    ]);
    expect(await admin('grant', 'new@example.com', 'admin', '1')).toEqual([
      0,
      'new@example.com has the role admin in Alpha now, instead of project_admin.\n',
    ]);
    expect(await admin('list')).toEqual([
      0,
      'known@example.com  admin  All Projects\nnew@example.com  admin  Alpha\n',
    ]);
    expect(await admin('revoke', 'new@example.com', 'Alpha')).toEqual([
      0,
      'new@example.com no longer has the role admin in Alpha.\n',
    ]);
    expect(await changes()).toEqual(
      ['create', 'create', 'update', 'delete'].map((action) => ({
        ...{ action, entity: 'user_role', actor_id: null, actor_email: 'npm run admin' },
      })),
    );
  });

  it('AUTH-26 keeps the last admin, and activates an account', async () => {
    const kept =
      'This is the last active user with full access to all projects. Give somebody else the role admin first.\n';
    expect(await admin('revoke', 'known@example.com')).toEqual([1, kept]);
    expect(await admin('grant', 'known@example.com', 'trainer')).toEqual([1, kept]);
    await db.query("UPDATE core.app_user SET is_active = false WHERE email = 'new@example.com'");
    const [code, said] = await admin('grant', 'new@example.com');
    expect([code, said]).toEqual([
      0,
      'new@example.com has the role admin in All Projects now. The account was deactivated, and is active again.\n',
    ]);
    expect((await admin('revoke', 'known@example.com'))[0]).toBe(0);
  });

  it('AUTH-93 releases the Google account of a user, ends the sessions, and the audit records it', async () => {
    await db.query('TRUNCATE core.audit');
    expect(await admin('release', 'known@example.com')).toEqual([
      1,
      'No Google account is linked to known@example.com: the next one with this address will be.\n',
    ]);
    const [user] = await db.query<{ id: number }>(
      `SELECT id FROM core.app_user WHERE email = 'known@example.com'`,
    );
    await db.query(`INSERT INTO core.google_account (user_id, sub) VALUES ($1, '111')`, [user?.id]);
    await db.query(
      `INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
       VALUES ($1, gen_random_uuid(), '\\x01', now() + interval '1 day')`,
      [user?.id],
    );
    expect(await admin('release', 'Known@example.com')).toEqual([
      0,
      'The Google account of known@example.com is released, and the sessions have ended. ' +
        'The next Google account that signs in with this address is linked.\n',
    ]);
    expect(await db.query('SELECT FROM core.google_account')).toEqual([]);
    expect(await db.query('SELECT FROM core.refresh_token WHERE revoked_at IS NULL')).toEqual([]);
    expect(await db.query('SELECT entity_id, before FROM core.audit')).toEqual([
      { entity_id: String(user?.id), before: { sub: '111' } },
    ]);
    expect(await changes()).toEqual([
      {
        ...{ action: 'delete', entity: 'google_account' },
        ...{ actor_id: null, actor_email: 'npm run admin' },
      },
    ]);
    expect((await admin('release', 'nobody@example.com'))[0]).toBe(1);
    expect((await admin('release', 'known@example.com', 'admin'))[0]).toBe(2);
  });

  it('AUTH-26 says what is wrong and what would be right', async () => {
    const [code, said] = await admin('grant', 'new@example.com', 'emperor');
    expect([code, said]).toEqual([
      1,
      "There is no role 'emperor'. The roles are: admin, project_admin, project_lead, project_member, pod-lead, reviewer, trainer.\n",
    ]);
    expect(await admin('grant', 'new@example.com', 'trainer', 'Omega')).toEqual([
      1,
      "There is no project 'Omega'. The projects are: All Projects (0), Alpha (1).\n",
    ]);
    await db.query(`INSERT INTO core.project (name) VALUES ('1')`);
    const [refused, which] = await admin('revoke', 'new@example.com', '1');
    expect([refused, which]).toEqual([
      1,
      expect.stringMatching(
        /^'1' is the id of one project and the name of another: Alpha \(1\) and 1 \(\d+\)\. Say which/,
      ),
    ]);
    await db.query(`DELETE FROM core.project WHERE name = '1'`);
    expect(await admin('revoke', 'nobody@example.com')).toEqual([
      1,
      'There is no user nobody@example.com.\n',
    ]);
    expect(await admin('revoke', 'new@example.com', 'Alpha')).toEqual([
      1,
      'new@example.com has no role in Alpha.\n',
    ]);
    expect(await admin('grant', 'nobody')).toEqual([
      2,
      "'nobody' is not an email address, such as ada@example.com.\n",
    ]);
    for (const words of [
      [],
      ['grant'],
      ['list', 'x'],
      ['make', 'new@example.com'],
      ['constructor'],
    ]) {
      const [usage, text] = await admin(...words);
      expect([usage, text.startsWith('Usage:')]).toEqual([2, true]);
    }
    const empty = await emptyDatabase();
    const printed: string[] = [];
    expect(await runAdmin(['list'], empty.url, (text) => printed.push(text))).toBe(1);
    expect(printed).toEqual([
      'This database is empty: start the portal once, or run the migration.\n',
    ]);
    await empty.drop();
  });
});
