import { PROJECT_MERGE_LOCK } from '@portal/persistence/locks';
import { createdApiTokenSchema } from '@portal/contracts/api-tokens';
import type { Db } from '@portal/persistence/db';
import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import { sql } from '@portal/persistence/sql';
import { signIn } from '@portal/testing/sign-in';
import { buildWorld, type TestUser } from '@portal/testing/world';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn, send } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let admin: TestUser;
let member: TestUser;
let session: string;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  const world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: {
      root: { email: 'root@example.com', roles: { 'All Projects': 'admin' } },
      member: { roles: { Alpha: 'project_member' } },
    },
    pods: { Orion: { project: 'Alpha', members: { member: 'trainer' } } },
    tasks: [1, 2, 3, 4].map((id) => ({
      turing_task_id: id,
      project: 'Alpha' as const,
      turing_batch_id: 1,
      status: 'pending',
    })),
  });
  alpha = world.projects.Alpha;
  ({ root: admin, member } = world.users);
  // API tokens are changed in a session only.
  ({ access_token: session } = await signIn(server.baseUrl, admin.email));
});
afterAll(() => server.stop());

interface Call {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

const call = ({ method, path, body }: Call) =>
  send(method, `${server.baseUrl}/api/v1${path}`, session, body);

/** Sends the calls while another connection has run the statements and not committed them. */
async function whileHeld(
  holder: string,
  statements: readonly string[],
  calls: readonly Call[],
): Promise<Response[]> {
  const other = new pg.Client({
    connectionString: server.config.databaseUrl,
    application_name: holder,
  });
  await other.connect();
  try {
    await other.query('BEGIN');
    for (const statement of statements) await other.query(statement);
    return await Promise.all(calls.map(call));
  } finally {
    await other.end();
  }
}

async function expectBusy(answers: readonly Response[], detail: string | RegExp): Promise<void> {
  for (const answer of answers) {
    expect(`${answer.url} ${answer.status}`).toBe(`${answer.url} 409`);
    expect(answer.headers.get('retry-after')).toBe('5');
    const problem = await problemIn(answer);
    expect(problem.code).toBe('busy');
    expect(problem.detail).toMatch(detail);
  }
}

describe('changes of what an import changes', () => {
  const IMPORT = WORKER_APPLICATIONS['worker-imports'];
  const task = (id: number) => `/tasks/tasks-crud/${id}`;
  const change = { status: 'rework' };

  it('API-20 are busy and say so, and work afterwards', async () => {
    const held = [
      'SELECT FROM core.task WHERE turing_task_id < 4 FOR UPDATE',
      sql`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
          VALUES (9, ${alpha}, 1, 'pending')`,
      `SELECT pg_advisory_xact_lock(${PROJECT_MERGE_LOCK}, ${alpha})`,
    ];
    const created = { turing_task_id: 9, project_id: alpha, turing_batch_id: 1, status: 'pending' };
    const [patched, twice, deleted, bulk, dryRun, posted, project] = await whileHeld(IMPORT, held, [
      { method: 'PATCH', path: task(1), body: change },
      // Waits for the one before, which waits for the import.
      { method: 'PATCH', path: task(1), body: change },
      { method: 'DELETE', path: task(2) },
      { method: 'POST', path: '/tasks/tasks-crud/bulk', body: { ids: [3, 4], change } },
      {
        method: 'POST',
        path: '/tasks/tasks-crud/bulk',
        body: { ids: [3, 4], change, dry_run: true },
      },
      { method: 'POST', path: '/tasks/tasks-crud/', body: created },
      { method: 'DELETE', path: `/projects/${alpha}?force=true` },
    ]);
    const words = 'Nothing was saved; try again in a moment';
    const one = [patched, twice, deleted, posted].flatMap((answer) => answer ?? []);
    await expectBusy(one, `An import is changing this task. ${words}`);
    const many = [bulk, dryRun].flatMap((answer) => answer ?? []);
    await expectBusy(many, `An import is changing some of these tasks. ${words}`);
    await expectBusy(project ? [project] : [], `An import is changing this project. ${words}`);
    expect(await db.query('SELECT status FROM core.task WHERE status <> $1', ['pending'])).toEqual(
      [],
    );
    expect((await call({ method: 'PATCH', path: task(1), body: change })).status).toBe(200);
    expect((await call({ method: 'POST', path: '/tasks/tasks-crud/', body: created })).status).toBe(
      201,
    );
  });

  it('API-20 are busy too if they wait at their commit, for the numbers of the project', async () => {
    const held = [
      `UPDATE agg.project_revision SET revision = revision WHERE project_id = ${alpha}`,
    ];
    const edit: Call = { method: 'PATCH', path: task(4), body: { number_of_turns: 7 } };
    await expectBusy(await whileHeld(IMPORT, held, [edit]), 'An import is changing this task');
    expect((await call(edit)).status).toBe(200);
  });
});

describe('changes of what another change has locked', () => {
  it('API-20 are busy and say so, for everything that can be changed', async () => {
    const [stat] = await db.query<{ id: number }>(
      sql`
      INSERT INTO core.custom_stat
        (project_id, name, sql_query, supported_chart_types, default_chart_type)
      VALUES ($1, 'Count', 'SELECT count(*) FROM tasks', '{table}', 'table') RETURNING id`,
      [alpha],
    );
    const held = [
      'SELECT FROM core.project FOR UPDATE',
      'SELECT FROM core.pod FOR UPDATE',
      'SELECT FROM core.app_user FOR UPDATE',
      'SELECT FROM core.custom_stat FOR UPDATE',
      'SELECT FROM core.user_role FOR UPDATE',
      'SELECT FROM core.api_token FOR UPDATE',
    ];
    const created = await call({
      method: 'POST',
      path: `/auth/admin/users/${admin.id}/api-tokens`,
      body: { name: 'Nightly' },
    });
    const { id: tokenId } = createdApiTokenSchema.parse(await created.json());
    const calls: Call[] = [
      { method: 'PUT', path: `/projects/${alpha}`, body: { client: 'New' } },
      { method: 'DELETE', path: `/projects/${alpha}?force=true` },
      {
        method: 'PATCH',
        path: '/pods/Orion/members',
        body: { user_email: member.email, role: 'reviewer' },
      },
      { method: 'PUT', path: '/auth/profile/me', body: { theme: 'light' } },
      { method: 'DELETE', path: `/projects/${alpha}/custom-stats/${stat?.id}` },
      { method: 'DELETE', path: `/auth/users/${member.id}/project-roles/${alpha}` },
      { method: 'PATCH', path: `/auth/users/${member.id}`, body: { name: 'New' } },
      { method: 'PUT', path: `/auth/api-tokens/${tokenId}`, body: { name: 'Weekly' } },
      { method: 'DELETE', path: `/auth/api-tokens/${tokenId}` },
    ];
    await expectBusy(
      await whileHeld('psql', held, calls),
      /^Another change has locked this( project| user| pod member)?\. Nothing was saved/,
    );
    const edit: Call = { method: 'PUT', path: `/projects/${alpha}`, body: { client: 'New' } };
    expect((await call(edit)).status).toBe(200);
  });
});
