import { taskHistorySchema } from '@portal/contracts/task-history';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { post, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';

let server: TestServer;
let alpha: number;
let beta: number;
let editor: TestUser;
let member: TestUser;
let other: TestUser;
let trainer: TestUser;
let reviewer: TestUser;
let admin: TestUser;
let tasks: ListClient;

beforeAll(async () => {
  server = await startTestServer({ config: { importHistoryDays: 12 } });
  const { projects, users } = await buildWorld(server.db, {
    projects: { Alpha: {}, Beta: {} },
    roles: { reviewing: ['trainer-feedback-add'] },
    users: {
      trainer: {},
      reviewer: { roles: { Alpha: 'reviewing' } },
      editor: { roles: { Alpha: 'project_admin' } },
      member: { roles: { Alpha: 'project_member' } },
      other: { roles: { Beta: 'project_admin' } },
      admin: { roles: { 'All Projects': 'admin' } },
    },
  });
  ({ Alpha: alpha, Beta: beta } = projects);
  ({ editor, member, other, admin, trainer, reviewer } = users);
  await server.db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One'), ($2, 1, 'One')`,
    [alpha, beta],
  );
  tasks = new ListClient(server, 'tasks/tasks-crud', editor);
});
beforeEach(() =>
  server.db.query(
    `TRUNCATE core.audit, core.task_before, core.task_created, core.task_import CASCADE; DELETE FROM core.task`,
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
const importTask = (id: number, status: string) =>
  importing('UPDATE core.task SET status = $2 WHERE turing_task_id = $1', [id, status]);

async function importing(
  change: string,
  values: readonly unknown[],
  id = IMPORT,
  projects: readonly number[] = [],
): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO core.task_import (id, uploaded_by, state, file_name, store_key, sha256, bytes_total, finished_at, projects)
       VALUES ($1, $2, 'completed', 'tasks.json', 'gone', repeat('a', 64), 1, clock_timestamp(), $3)`,
      [id, admin.id, projects],
    );
    await tx.query(
      `SELECT set_config('portal.import', $1, true), set_config('portal.import_history', 'on', true)`,
      [id],
    );
    await tx.query(change, [...values]);
    await tx.query(
      `UPDATE core.task_import SET history_xid = pg_current_xact_id(), finished_at = clock_timestamp()
       WHERE id = $1`,
      [id],
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

it('TASK-80 of a removed task is for those who could read it, of one that never was for nobody', async () => {
  await newTask(7);
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

/** A change by the administrator that is recorded. */
const changing = (change: string, values: readonly unknown[]) =>
  server.db.transaction(async (tx) => {
    await tx.query(`SELECT set_config('portal.actor', $1, true)`, [String(admin.id)]);
    await tx.query(change, [...values]);
  });

/** Life in Beta of the task 7 that the imports make, change and remove there; an edit, too. */
async function livedInBeta(): Promise<void> {
  const inBeta = tasks.as(admin);
  await importing(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, user_email, number_of_turns)
     VALUES (7, $1, 1, 'secret', 'secret@example.com', 1)`,
    [beta],
    '0197f3a0-0000-7000-8000-0000000000c1',
    [beta],
  );
  await importing(
    `UPDATE core.task SET colab_link = 'https://secret.example.com' WHERE turing_task_id = $1`,
    [7],
    '0197f3a0-0000-7000-8000-0000000000c2',
    [beta],
  );
  await inBeta.update(7, { status: 'rework', target_model: 'secret' });
}

/** Everything that the caller gets, page by page and field by field. */
async function allOf(by: TestUser): Promise<string> {
  const fields = ['status', 'colab_link', 'project_id', 'user_email', 'metadata', 'feedback'];
  const parts = ['', '?size=1&page=2', ...fields.map((field) => `?field=${field}`)];
  return (
    await Promise.all(
      parts.map(async (part) => (await tasks.as(by).get(`7/history${part}`)).text()),
    )
  ).join('\n');
}

it('TASK-83 an id that is used again has for each caller the lives in their projects', async () => {
  await livedInBeta();
  await tasks.as(admin).delete(7);
  await newTask(7);
  await importTask(7, 'completed');
  expect(await historyOf(7)).toMatchObject({
    ...{ total: 2, is_removed: false },
    last: { import: { import_id: IMPORT } },
    items: [
      { change: 'changed', fields: [{ field: 'status', before: 'pending', after: 'completed' }] },
      { change: 'created', user_email: editor.email },
    ],
  });
  expect(await allOf(editor)).not.toContain('secret');
  // In Beta the task has ended.
  expect(await historyOf(7, other)).toMatchObject({
    ...{ total: 4, is_removed: true },
    last: { change: 'removed', user_email: admin.email },
    items: [
      { change: 'removed' },
      { change: 'changed', user_email: admin.email },
      { change: 'changed', fields: [{ field: 'colab_link', before: null }] },
      { change: 'created' },
    ],
  });
  expect(await allOf(other)).not.toContain(editor.email);
  expect(await historyOf(7, admin)).toMatchObject({ total: 6, is_removed: false });
});

it('TASK-83 holds where nothing tells of the end of the former life, as after the deletion of its project', async () => {
  await livedInBeta();
  await server.db.query('DELETE FROM core.task');
  await newTask(7);
  await importTask(7, 'completed');
  expect(await historyOf(7)).toMatchObject({ total: 2, items: [{}, { change: 'created' }] });
  expect(await allOf(editor)).not.toContain('secret');
  expect(await historyOf(7, other)).toMatchObject({ total: 3, is_removed: true });
});

it('TASK-83 counts all projects of an import of which the project of its changes is not recorded', async () => {
  await newTask(7);
  await importing(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = $1`, [7], IMPORT, [
    alpha,
  ]);
  await server.db.query('UPDATE core.task_before SET project_id = NULL');
  expect(await historyOf(7)).toMatchObject({ total: 2 });
  await server.db.query('UPDATE core.task_import SET projects = $1', [[alpha, beta]]);
  // The last change is in the list, without what it did.
  expect(await historyOf(7)).toMatchObject({ items: [{ fields: null }, { change: 'created' }] });
  const [change] = [{ fields: [expect.anything()] as unknown }];
  expect(await historyOf(7, admin)).toMatchObject({ items: [change, { change: 'created' }] });
});

it.each([
  ['an import', importing],
  ['a person', changing],
])(
  'TASK-84 a task that %s moves is removed in its former project, and created in the other one',
  async (_, by) => {
    await newTask(7);
    await importTask(7, 'rework');
    const MOVE = '0197f3a0-0000-7000-8000-0000000000c3';
    await by(
      `UPDATE core.task SET project_id = $2, colab_link = 'https://beta.example.com'
     WHERE turing_task_id = $1`,
      [7, beta],
      MOVE,
    );
    await tasks.as(admin).update(7, { status: 'completed', target_model: 'secret' });
    expect(await historyOf(7)).toMatchObject({
      ...{ total: 3, is_removed: true },
      items: [
        {
          change: 'removed',
          fields: expect.arrayContaining([
            { field: 'project_id', before: alpha, after: null },
          ]) as unknown,
        },
        { change: 'changed', fields: [{ field: 'status', before: 'pending' }] },
        { change: 'created' },
      ],
    });
    for (const hidden of ['secret', 'beta.example.com', '"completed"']) {
      expect(await allOf(editor)).not.toContain(hidden);
    }
    expect(await historyOf(7, other)).toMatchObject({
      ...{ total: 2, is_removed: false },
      items: [
        {
          change: 'changed',
          fields: expect.arrayContaining([
            { field: 'status', before: 'rework', after: 'completed' },
          ]) as unknown,
        },
        {
          change: 'created',
          fields: expect.arrayContaining([
            { field: 'project_id', before: null, after: beta },
            { field: 'status', before: null, after: 'rework' },
          ]) as unknown,
        },
      ],
    });
    expect(await allOf(other)).not.toContain('"pending"');
    expect(await historyOf(7, admin)).toMatchObject({
      items: ['changed', 'changed', 'changed', 'created'].map((change) => ({ change })),
    });
  },
);

/** Has a trainer of Alpha as its user now, and somebody else before. */
async function reassigned(): Promise<void> {
  await newTask(7);
  await tasks.update(7, { user_email: 'former@example.com' });
  await tasks.update(7, { metadata: { note: 'for uploaders' } });
  await importTask(7, 'rework');
  await tasks.update(7, { user_email: trainer.email });
  const path = `${server.baseUrl}/api/v1/tasks/7/feedback`;
  const given = await post(path, { words: 'taken back' }, reviewer.token);
  expect(given.status).toBe(201);
}

/** An edit also sets the time of update. */
const isChosen = (field: string): boolean => field !== 'updated_at';

it('TASK-120 has for users who see the task what its panel shows them', async () => {
  await reassigned();
  expect(await historyOf(7)).toMatchObject({ total: 6 });
  for (const [caller, fields] of [
    [trainer, ['status']],
    [reviewer, ['user_email', 'status', 'user_email']],
    [member, ['user_email', 'status', 'user_email']],
  ] as const) {
    const history = await historyOf(7, caller);
    if (typeof history === 'number') throw new Error(`${caller.email}: ${history}`);
    const [created, ...changed] = history.items.toReversed();
    expect(history).toMatchObject({ total: fields.length + 1, is_removed: false });
    expect(history.last?.at).toBe(history.items[0]?.at);
    expect(changed.map((one) => one.fields?.map(({ field }) => field).find(isChosen))).toEqual(
      fields,
    );
    expect(created).toMatchObject({ change: 'created', user_email: editor.email });
    const text = await allOf(caller);
    for (const hidden of ['for uploaders', 'taken back']) expect(text).not.toContain(hidden);
    expect(text.includes('former@example.com')).toBe(caller !== trainer);
  }
  expect(await historyOf(7, other)).toBe(404);
});

it('TASK-120 begins for them with the move of the task to its project', async () => {
  await livedInBeta();
  await changing(
    'UPDATE core.task SET project_id = $2, user_email = $3 WHERE turing_task_id = $1',
    [7, alpha, trainer.email],
  );
  await tasks.update(7, { status: 'completed' });
  for (const caller of [trainer, reviewer]) {
    expect(await historyOf(7, caller)).toMatchObject({
      total: 2,
      items: [
        {
          fields: expect.arrayContaining([expect.objectContaining({ field: 'status' })]) as unknown,
        },
        { change: 'created', user_email: admin.email },
      ],
    });
    expect(await allOf(caller)).not.toContain('secret@example.com');
  }
  await tasks.update(7, { user_email: null });
  expect(await historyOf(7, trainer)).toBe(404);
});

it('AUD-80 does not undo what was done to a task of this id in another project', async () => {
  const taskId = 7;
  await newTask(taskId);
  await tasks.update(taskId, { status: 'rework' });
  const edited = await historyOf(taskId);
  const group = typeof edited === 'number' ? null : edited.items[0]?.audit_group;
  await tasks.delete(taskId);
  await tasks.as(admin).created({
    ...{ turing_task_id: taskId, project_id: beta, turing_batch_id: 1, status: 'rework' },
  });
  const undo = await post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, admin.token);
  expect(undo.status).toBe(409);
  expect(
    await tasks
      .as(admin)
      .get(String(taskId))
      .then((answer) => answer.json()),
  ).toMatchObject({
    ...{ status: 'rework', project_id: beta },
  });
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
