import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeGroupsSchema, undoneSchema } from '@portal/contracts/audit';
import { customStatListSchema, customStatResultSchema } from '@portal/contracts/custom-stats';
import { overviewSchema } from '@portal/contracts/dashboard';
import { importListSchema, uploadCompletedSchema } from '@portal/contracts/imports';
import { problemSchema } from '@portal/contracts/problem';
import { taskHistorySchema } from '@portal/contracts/task-history';
import { taskSchema } from '@portal/contracts/tasks';
import { oldDatabase } from '@portal/testing/old-database';
import type { TestDatabase } from '@portal/testing/postgres';
import { signIn } from '@portal/testing/sign-in';
import { startStack, type Stack } from '@portal/testing/stack';
import { Api } from '../support/api.js';
import { numbersOf, recount } from '../support/recount.js';
import { file, row } from '../support/rows.js';
import { query } from '../support/world.js';

/** The project that was made in version 0.2.0 besides the demo, and its first task. */
const TURING_ID = 987_654;
const TASK = 9_007_199_254_700_001;

let old: TestDatabase;
let stack: Stack;
let admin: Api;
let project: number;

beforeAll(async () => {
  old = await oldDatabase();
  // The server migrates the database when it starts.
  stack = await startStack({
    env: { DATABASE_URL: old.url, PORTAL_DEMO: 'on', PORTAL_AUTH_RATE_LIMIT: '10000' },
  });
  admin = new Api(stack.baseUrl, (await signIn(stack.baseUrl, 'admin@example.com')).access_token);
  const [found] = await query<{ id: number }>(
    old.url,
    'SELECT id FROM core.project WHERE turing_project_id = $1',
    [TURING_ID],
  );
  project = found?.id ?? 0;
});
afterAll(async () => {
  await stack.stop();
  await old.drop();
});

/** The first change of a kind that version 0.2.0 recorded in the project. */
async function groupOf(action: string, entity: string, size: number): Promise<number> {
  const filters = JSON.stringify({ project_id: project, action, entity });
  const answer = await admin.get(`/audit/groups?size=50&filters=${encodeURIComponent(filters)}`);
  const { items } = changeGroupsSchema.parse(answer.body);
  const found = items.findLast((group) => group.total === size && group.undone_by === null);
  if (found === undefined) throw new Error(`no ${action} of ${size} in ${JSON.stringify(items)}`);
  expect(found.undoable).toBe(true);
  return found.group_id;
}

async function isExact(): Promise<void> {
  for (const id of [0, 1, project]) {
    const answer = await admin.get(`/projects/${id}/overview`);
    expect(numbersOf(overviewSchema.parse(answer.body))).toEqual(await recount(old.url, id));
  }
}

describe('a portal with the data of version 0.2.0', () => {
  it('SYS-214 shows exact numbers and runs all custom statistics', async () => {
    await isExact();
    const ids = await query<{ id: number }>(old.url, 'SELECT id FROM core.project WHERE id > 0');
    let rows = 0;
    for (const { id } of ids) {
      const path = `/projects/${id}/custom-stats/`;
      const stats = customStatListSchema.parse((await admin.get(path)).body);
      expect(stats).not.toEqual([]);
      for (const stat of stats) {
        const run = await admin.post(`${path}${stat.id}/execute`, {});
        rows += customStatResultSchema.parse(run.body).row_count;
      }
    }
    expect(rows).toBeGreaterThan(100);
  });

  it('SYS-215 undoes changes that version 0.2.0 recorded, or says what has changed since', async () => {
    const states = () =>
      query<{ state: string | null; tasks: number }>(
        old.url,
        `SELECT validation_status AS state, count(*)::int AS tasks FROM core.task
         WHERE project_id = $1 GROUP BY 1 ORDER BY 1`,
        [project],
      );
    expect(await states()).toEqual([{ state: 'failed', tasks: 39 }]);
    const bulk = await groupOf('update', 'task', 39);
    expect(undoneSchema.parse((await admin.post(`/audit/${bulk}/undo`, {})).body).rows).toBe(39);
    expect(await states()).toEqual([
      { state: 'passed', tasks: 20 },
      { state: null, tasks: 19 },
    ]);
    const deletion = await groupOf('delete', 'task', 1);
    expect((await admin.post(`/audit/${deletion}/undo`, {})).status).toBe(200);
    const back = taskSchema.parse((await admin.get(`/tasks/tasks-crud/${TASK + 1}`)).body);
    expect(back).toMatchObject({
      status: 'in_progress',
      number_of_turns: 1,
      duration_minutes: 0.125,
    });

    const edit = await groupOf('update', 'task', 1);
    const other = await admin.patch(`/tasks/tasks-crud/${TASK}`, { number_of_turns: 13 });
    expect(other.status).toBe(200);
    const refused = problemSchema.parse((await admin.post(`/audit/${edit}/undo`, {})).body);
    expect(refused.detail).toContain(`Task ${TASK}: has changed since`);
    await isExact();
  });

  it('SYS-217 takes files and edits, and undoes what it imported', async () => {
    const rows = file(
      row(TASK + 2, { turing_project_id: TURING_ID, status: 'delivered', number_of_turns: 99 }),
      row(TASK + 500, { turing_project_id: TURING_ID, turing_batch_id: 2, batch_name: 'Second' }),
    );
    const upload = await admin.upload(rows);
    const done = uploadCompletedSchema.parse(upload.body);
    expect(done.tasks_imported).toMatchObject({ insert: 1, update: 1 });
    await isExact();
    const history = await admin.get(`/tasks/tasks-crud/${TASK + 2}/history`);
    expect(taskHistorySchema.parse(history.body).items[0]).toMatchObject({
      change: 'changed',
      import: { import_id: done.import_id },
    });

    expect((await admin.post(`/tasks/imports/${done.import_id}/undo`, {})).status).toBeLessThan(
      300,
    );
    const task = taskSchema.parse((await admin.get(`/tasks/tasks-crud/${TASK + 2}`)).body);
    expect(task).toMatchObject({ status: 'rework', number_of_turns: 2 });
    expect((await admin.get(`/tasks/tasks-crud/${TASK + 500}`)).status).toBe(404);
    const imports = importListSchema.parse((await admin.get('/tasks/imports')).body);
    expect(imports.total).toBeGreaterThan(6);
    await isExact();
  });
});
