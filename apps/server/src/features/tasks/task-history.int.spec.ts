import { taskHistorySchema } from '@portal/contracts/tasks';
import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import { PATIENCE } from '@portal/testing/patience';
import { buildWorld, type TestUser } from '@portal/testing/world';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CrudClient } from '../../testing/crud-client.js';
import { post, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';

let server: TestServer;
let alpha: number;
let beta: number;
let editor: TestUser;
let member: TestUser;
let other: TestUser;
let admin: TestUser;
let tasks: CrudClient;

beforeAll(async () => {
  server = await startTestServer({ config: { importHistoryDays: 12 } });
  const { projects, users } = await buildWorld(server.db, {
    projects: { Alpha: {}, Beta: {} },
    users: {
      editor: { roles: { Alpha: 'project_admin' } },
      member: { roles: { Alpha: 'project_member' } },
      other: { roles: { Beta: 'project_admin' } },
      admin: { roles: { 'All Projects': 'admin' } },
    },
  });
  ({ Alpha: alpha, Beta: beta } = projects);
  ({ editor, member, other, admin } = users);
  await server.db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One'), ($2, 1, 'One')`,
    [alpha, beta],
  );
  tasks = new CrudClient(server, 'tasks/tasks-crud', editor);
});
beforeEach(() =>
  server.db.query(
    'TRUNCATE core.audit, core.task_before, core.task_import CASCADE; DELETE FROM core.task',
  ),
);
afterAll(() => server.stop());

const newTask = (id: number) =>
  tasks.created({ turing_task_id: id, project_id: alpha, turing_batch_id: 1, status: 'pending' });

async function historyOf(key: string | number, by = editor) {
  const answer = await tasks.as(by).get(`${key}/history`);
  return answer.status === 200 ? taskHistorySchema.parse(await answer.json()) : answer.status;
}

/** What the worker keeps of an import that changes the task. */
async function importTask(id: number, status: string): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO core.task_import (id, uploaded_by, state, file_name, store_key, sha256, bytes_total, finished_at)
       VALUES ($1, $2, 'completed', 'tasks.json', 'gone', repeat('a', 64), 1, clock_timestamp())`,
      [IMPORT, admin.id],
    );
    await tx.query(
      `SELECT set_config('portal.import', $1, true), set_config('portal.import_history', 'on', true)`,
      [IMPORT],
    );
    await tx.query('UPDATE core.task SET status = $2 WHERE turing_task_id = $1', [id, status]);
    await tx.query(
      `UPDATE core.task_import SET history_xid = pg_current_xact_id(), finished_at = clock_timestamp()`,
    );
  });
}

it('TASK-66 has edits through the API and imports, newest first', async () => {
  await newTask(7);
  await tasks.update(7, { status: 'completed' });
  await importTask(7, 'rework');
  expect(await historyOf(7)).toMatchObject({
    ...{ total: 3, page: 1, size: 50, is_removed: false, imports_kept_days: 12 },
    last: { user_email: admin.email, import: { import_id: IMPORT } },
    items: [
      {
        ...{ change: 'changed', user_email: admin.email, audit_group: null },
        import: { import_id: IMPORT, file_name: 'tasks.json', undoes: null, is_visible: false },
        fields: [{ field: 'status', before: 'completed', after: 'rework' }],
      },
      {
        ...{ change: 'changed', user_email: editor.email, import: null },
        fields: expect.arrayContaining([
          { field: 'status', before: 'pending', after: 'completed' },
        ]) as unknown,
      },
      {
        ...{ change: 'created', user_email: editor.email, import: null },
        fields: expect.arrayContaining([
          { field: 'status', before: null, after: 'pending' },
        ]) as unknown,
      },
    ],
  });
});

it('TASK-81 says whether the caller may read the import, and names the undo of an edit', async () => {
  await newTask(7);
  await importTask(7, 'rework');
  expect(await historyOf(7, admin)).toMatchObject({
    items: [{ import: { is_visible: true } }, { import: null }],
  });
  await tasks.update(7, { status: 'completed' });
  const edited = await historyOf(7);
  const group = typeof edited === 'number' ? null : edited.items[0]?.audit_group;
  expect(group).toEqual(expect.any(Number));
  const undone = await post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, editor.token);
  expect(undone.status).toBe(200);
  expect(await historyOf(7)).toMatchObject({
    items: [
      { undoes_group: group, fields: expect.arrayContaining([expect.anything()]) as unknown },
      { audit_group: group, undoes_group: null },
      { change: 'changed' },
      { change: 'created' },
    ],
  });
});

/** Edits the task while another connection has it locked, and for as long as is noted. */
async function editWhileLockedBy(holder: string): Promise<void> {
  const other = new pg.Client({
    connectionString: server.config.databaseUrl,
    application_name: holder,
  });
  await other.connect();
  try {
    await other.query('BEGIN; SELECT FROM core.task FOR UPDATE');
    const edit = tasks.update(7, { status: 'completed' });
    await vi.waitFor(async () => {
      const waiting = await server.db.query(
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE datname = current_database() AND application_name = 'portal-server changes'
           AND waitstart < clock_timestamp() - interval '300 ms'`,
      );
      expect(waiting).toHaveLength(1);
    }, PATIENCE);
    await other.query('COMMIT');
    await edit;
  } finally {
    await other.end();
  }
}

it('TASK-82 says of an edit that it waited for an import, not for another change', async () => {
  await newTask(7);
  await editWhileLockedBy(WORKER_APPLICATIONS['worker-imports']);
  const waited = await historyOf(7);
  expect(waited).toMatchObject({ items: [{ waited: { import: null } }, { waited: null }] });
  expect(typeof waited === 'number' ? 0 : waited.items[0]?.waited?.ms).toBeGreaterThanOrEqual(300);
  await tasks.update(7, { status: 'rework' });
  await editWhileLockedBy('psql');
  expect(await historyOf(7)).toMatchObject({
    items: [{ waited: null }, { waited: null }, { waited: { import: null } }, { waited: null }],
  });
});

it('TASK-80 of a removed task is for those who could read it, of one that never was for nobody', async () => {
  await newTask(7);
  expect(await historyOf(7, member)).toBe(403);
  expect(await historyOf(7, other)).toBe(404);
  await tasks.delete(7);
  expect(await historyOf(7)).toMatchObject({
    is_removed: true,
    last: { user_email: editor.email },
    items: [{ change: 'removed' }, { change: 'created' }],
  });
  expect(await historyOf(7, admin)).toMatchObject({ is_removed: true });
  for (const caller of [member, other]) expect(await historyOf(7, caller)).toBe(404);
  expect(await historyOf(8)).toBe(404);
  for (const key of ['x', '7.5']) expect(await historyOf(key)).toBe(400);
});

it('TASK-79 TASK-66 refuses another page size and an unknown field', async () => {
  await newTask(7);
  expect(await historyOf('7', editor)).toMatchObject({ total: 1 });
  for (const [query, pointer] of [
    ['size=101', '/size'],
    ['page=0', '/page'],
    ['field=secret', '/field'],
  ]) {
    const refused = await tasks.get(`7/history?${query}`);
    expect(refused.status).toBe(400);
    expect((await problemIn(refused)).errors?.[0]?.pointer).toContain(pointer?.slice(1));
  }
  expect((await tasks.get('7/history?size=100&page=2&field=status')).status).toBe(200);
});
