import { taskHistorySchema } from '@portal/contracts/task-history';
import { readTaskHistory } from '@portal/persistence/tasks/task-history';
import type { Queryable } from '@portal/persistence/queryable';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../../testing/list-client.js';
import { post, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

let server: TestServer;
let users: Record<'reviewer' | 'trainer' | 'editor' | 'other' | 'admin', TestUser>;
let projects: Record<'Alpha' | 'Beta', number>;
let tasks: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  ({ projects, users } = await buildWorld(server.db, {
    projects: { Alpha: {}, Beta: {} },
    users: {
      reviewer: { roles: { Alpha: 'project_admin' } },
      trainer: { roles: { Alpha: 'project_member' } },
      editor: { roles: { Alpha: 'project_admin' } },
      other: { roles: { Beta: 'project_admin' } },
      admin: { roles: { 'All Projects': 'admin' } },
    },
  }));
  await server.db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One'), ($2, 1, 'One')`,
    [projects.Alpha, projects.Beta],
  );
  tasks = new ListClient(server, 'tasks/tasks-crud', users.editor);
});
beforeEach(async () => {
  await server.db.query('TRUNCATE core.audit; DELETE FROM core.task');
  await tasks.created({
    ...{ turing_task_id: 7, project_id: projects.Alpha, turing_batch_id: 1 },
    ...{ status: 'completed', user_email: users.trainer.email },
  });
});
afterAll(() => server.stop());

const url = (id = '') => `${server.baseUrl}/api/v1/tasks/7/feedback${id && `/${id}`}`;
async function give(words: string, rework = false): Promise<string> {
  const answer = await post(url(), { words, rework }, users.reviewer.token);
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  return String(id);
}
const edit = async (id: string, words: string) =>
  expect((await send('PATCH', url(id), users.reviewer.token, { words })).status).toBe(200);
const withdraw = async (id: string) =>
  expect((await send('DELETE', url(id), users.reviewer.token)).status).toBe(204);
async function historyOf(query = '', by = users.editor) {
  const answer = await tasks.as(by).get(`7/history${query}`);
  expect(answer.status).toBe(200);
  return taskHistorySchema.parse(await answer.json());
}
const wordsOf = async (query = '', by = users.editor) =>
  (await historyOf(query, by)).items.flatMap(
    ({ fields }) =>
      fields
        ?.filter(({ field }) => ['feedback', 'appeal'].includes(field))
        .map(({ before, after }) => [before, after]) ?? [],
  );
const undo = (group: number | null | undefined) =>
  post(`${server.baseUrl}/api/v1/audit/${group}/undo`, {}, users.admin.token);

describe('feedback in the history of a task', () => {
  it('TASK-116 was given, changed and withdrawn, with the words before and after', async () => {
    const first = await give('One.');
    await edit(first, 'Two.');
    const second = await give('Other.');
    await withdraw(first);
    const { items, last, total } = await historyOf();
    const { email } = users.reviewer;
    const by = { change: 'changed', user_email: email, import: null };
    expect(items).toMatchObject([
      { ...by, fields: [{ field: 'feedback', before: 'Two.', after: null }] },
      { ...by, fields: [{ field: 'feedback', before: null, after: 'Other.' }] },
      { ...by, fields: [{ field: 'feedback', before: 'One.', after: 'Two.' }] },
      { ...by, fields: [{ field: 'feedback', before: null, after: 'One.' }] },
      { change: 'created' },
    ]);
    expect(total).toBe(5);
    // It left the values of the task as they were.
    expect(last).toMatchObject({ change: 'created', user_email: users.editor.email });
    expect(await historyOf('?field=feedback&size=1&page=2')).toMatchObject({ total: 4 });
    expect(await historyOf('?field=status')).toMatchObject({ total: 1 });
    await edit(second, 'Others.');
    expect((await wordsOf())[0]).toEqual(['Other.', 'Others.']);
  });

  it('TASK-116 stays when the task is deleted, and is as it was after an undo', async () => {
    const id = await give('One.');
    await withdraw(id);
    await give('Two.');
    const before = await wordsOf();
    expect(before).toHaveLength(3);
    await tasks.delete(7);
    expect(await wordsOf()).toEqual(before);
    const { items } = await historyOf();
    expect(items[0]).toMatchObject({ change: 'removed' });
    expect((await undo(items[0]?.audit_group)).status).toBe(200);
    expect(await wordsOf()).toEqual(before);
    expect((await historyOf()).items[0]).toMatchObject({ change: 'created' });
  });

  it('TASK-116 has appeals, and what an undo put back', async () => {
    const id = await give('Again.', true);
    const appeal = { words: 'Why?' };
    expect((await post(`${url(id)}/appeal`, appeal, users.trainer.token)).status).toBe(200);
    expect((await historyOf('?field=appeal')).items).toMatchObject([
      {
        user_email: users.trainer.email,
        fields: [{ field: 'appeal', before: null, after: 'Why?' }],
      },
    ]);
    await withdraw(id);
    const [withdrawal] = (await historyOf()).items;
    expect((await undo(withdrawal?.audit_group)).status).toBe(200);
    expect((await historyOf('?field=feedback')).items).toMatchObject([
      {
        undoes_group: withdrawal?.audit_group,
        fields: [{ field: 'feedback', before: null, after: 'Again.' }],
      },
      { fields: [{ field: 'feedback', before: 'Again.', after: null }] },
      { fields: [{ field: 'feedback', before: null, after: 'Again.' }] },
    ]);
  });

  it('TASK-116 has for each caller what was written in their projects', async () => {
    await give('Only in Alpha.');
    await server.db.transaction(async (tx) => {
      await tx.query(`SELECT set_config('portal.actor', $1, true)`, [String(users.admin.id)]);
      await tx.query('UPDATE core.task SET project_id = $1', [projects.Beta]);
    });
    expect(await wordsOf('', users.other)).toEqual([]);
    expect(await wordsOf('', users.editor)).toEqual([[null, 'Only in Alpha.']]);
  });

  it('TASK-116 is found by keys, whatever else the audit has', async () => {
    const id = await give('One.');
    await tasks.delete(7);
    expect((await undo((await historyOf()).items[0]?.audit_group)).status).toBe(200);
    await edit(id, 'Two.');
    await server.db
      .query(`INSERT INTO core.audit (at, action, entity, entity_id, project_id, after, group_id)
      SELECT now() - n * interval '1 minute', 'create', (ARRAY['task_feedback', 'task'])[1 + n % 2],
        (1000000 + n)::text, 1, '{"words": "x"}', 1000000 + n
      FROM generate_series(1, 60000) AS n`);
    await server.db.query('ANALYZE core.audit');
    const plans: string[] = [];
    const explained = (explain: string): Queryable => ({
      async query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
        const lines = await server.db.query<{ 'QUERY PLAN': string }>(
          `${explain} ${text}`,
          explain.includes('GENERIC') ? undefined : values,
        );
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
        return server.db.query<T>(text, values);
      },
    });
    for (const explain of ['EXPLAIN (ANALYZE, BUFFERS OFF)', 'EXPLAIN (GENERIC_PLAN)']) {
      await readTaskHistory(
        explained(explain),
        7,
        { page: 1, size: 50 },
        { projects: [projects.Alpha], hidden: [] },
      );
    }
    for (const plan of plans) {
      expect(plan).toMatch(/task_feedback'::text\) AND \(entity_id = /);
      expect(plan).not.toMatch(/Seq Scan on audit\b/);
      // A condition without the id reads all records of the table.
      expect(plan).not.toMatch(/Cond: \(entity = '[a-z_]+'::text\)/);
      for (const [, rows] of plan.matchAll(/ on audit\b.*?actual time=\S+ rows=([\d.]+)/g)) {
        expect(Number(rows), plan).toBeLessThan(20);
      }
    }
  });
});
