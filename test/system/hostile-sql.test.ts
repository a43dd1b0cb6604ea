import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { classesOf } from '@portal/testing/attack-classes';
import { HOSTILE } from '@portal/testing/hostile-queries';
import { ATTACKS } from '@portal/testing/hostile-corpus';
import { buildHostileWorld, FINGERPRINT, LEFTOVERS, SECRET } from '@portal/testing/hostile-world';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { signIn } from '@portal/testing/sign-in';
import { startStack, type Stack } from '@portal/testing/stack';
import { Api, type Answer } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { file, row } from '../support/rows.js';

const OWN = 1;
const COUNT = { sql: 'SELECT count(*) FROM tasks', rows: [['20']] };

let stack: Stack;
let db: QueryClient;
let author: Api;
let before: Record<string, string>;

beforeAll(async () => {
  stack = await startStack({ redis: false, env: { PORTAL_DEMO: 'on' } });
  db = await connectTo(stack.databaseUrl);
  await buildHostileWorld(db);
  const { access_token } = await signIn(stack.baseUrl, 'author@example.com');
  author = new Api(stack.baseUrl, access_token);
  // The server creates the roles of custom SQL after it starts to respond; a run waits for them.
  expect(await preview(COUNT.sql)).toMatchObject({ status: 200 });
  before = await fingerprint();
});
afterAll(async () => {
  await db.close();
  await stack.stop();
});

async function fingerprint(): Promise<Record<string, string>> {
  const [found] = await db.query<Record<string, string>>(FINGERPRINT);
  return found ?? {};
}

const preview = (sql_query: string, seconds = 30): Promise<Answer> =>
  author.post(`/projects/${OWN}/custom-stats/preview?timeout_seconds=${seconds}`, { sql_query });

async function expectNothingHappened(): Promise<void> {
  expect(await fingerprint()).toEqual(before);
  await eventually('no query to be left', async () => (await db.query(LEFTOVERS)).length === 0);
  expect((await fetch(`${stack.baseUrl}/health/ready`)).status).toBe(200);
}

describe('custom SQL through the API', () => {
  it('CST-60 is tried by somebody who may write it, for a project that has rows', async () => {
    const answer = await preview(COUNT.sql);
    expect(answer).toMatchObject({ status: 200, body: { data: COUNT.rows } });
    const secret = await db.query('SELECT * FROM core.task WHERE project_id = 2');
    expect(JSON.stringify(secret)).toMatch(SECRET);
  });

  it.each(classesOf(HOSTILE))('CST-60 refuses $class', async ({ attacks }) => {
    for (const { sql, honest } of attacks) {
      const attack = await preview(sql, 1);
      expect({ sql, ...attack }).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
      expect(JSON.stringify(attack.body)).toMatch(/\/sql_query/);
      const answer = await preview(honest);
      expect([honest, answer.status, JSON.stringify(answer.body)]).toEqual([
        honest,
        200,
        expect.not.stringMatching(SECRET),
      ]);
    }
    await expectNothingHappened();
  });

  it.each(classesOf(ATTACKS))('CST-60 withstands $class', async ({ attacks }) => {
    for (const { name, sql } of attacks) {
      const attack = await preview(sql, 1);
      const errors = JSON.stringify(attack.body).replaceAll(sql, '');
      expect([name, errors]).toEqual([name, expect.not.stringMatching(SECRET)]);
    }
    // After each attack, the specs of the runner.
    expect(await preview(COUNT.sql)).toMatchObject({ status: 200, body: { data: COUNT.rows } });
    await expectNothingHappened();
  });

  it('CST-60 leaves a portal that goes on working', async () => {
    const { access_token } = await signIn(stack.baseUrl, 'admin@example.com');
    const admin = new Api(stack.baseUrl, access_token);
    const task = row(21, { turing_project_id: 1 });
    await db.query('UPDATE core.project SET turing_project_id = id WHERE id = $1', [OWN]);
    expect(await admin.upload(file(task))).toMatchObject({
      status: 200,
      body: { tasks_imported: { insert: 1 } },
    });
    expect(await preview(COUNT.sql)).toMatchObject({ status: 200, body: { data: [['21']] } });
  });
});
