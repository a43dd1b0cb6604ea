import type { ListedItem } from '@portal/contracts/lists';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TASKS } from '../../features/tasks/tasks.list.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { callerIn, storeTasks, TaskList } from './spec-support/task-list.js';

let server: TestServer;
let projects: number[];
/** A list of the planner, and the list of very many tasks; of two projects and of one. */
let lists: readonly TaskList[];

beforeAll(async () => {
  server = await sharedServer();
  projects = await storeTasks(server);
  lists = [projects, projects.slice(0, 1)].flatMap((visible) => [
    new TaskList(server, callerIn(visible)),
    new TaskList(server, callerIn(visible), TASKS),
  ]);
});
afterAll(() => server.stop());

const FIELDS = [
  ...['turing_task_id', 'project_id', 'number_of_turns', 'duration_minutes', 'completed_at'],
  ...['created_at', 'updated_at', 'target_model', 'user_email', 'validation_status', 'status'],
];
const idsOf = (items: readonly ListedItem[]) => items.map((item) => item['turing_task_id']);

const filtersOf = (projectId: number) => [
  {},
  { project_id: projectId },
  { status: 'pending', project_id: projectId },
  { user_email: 'a@b.c' },
  { user_email__is_null: true },
  { completed_at__gte: '2026-01-05T00:00:00.001131Z' },
  { number_of_turns__in: [1, 2] },
  { turing_task_id__between: [5, 50], target_model__is_null: false },
];
const listed = fc.record({
  list: fc.nat(3),
  sort_by: fc.option(fc.constantFrom(...FIELDS), { nil: undefined }),
  sort_order: fc.constantFrom('asc' as const, 'desc' as const),
  filter: fc.nat(7),
  search: fc.constantFrom(undefined, undefined, 'a', 'b'),
});
const at = <T>(values: readonly T[], index: number): T => {
  const value = values[index];
  if (value === undefined) throw new Error(`There is no ${index}`);
  return value;
};

describe('a list by cursor', () => {
  it('CRUD-124 equals the whole list, for any order, filters, search and size', async () => {
    await fc.assert(
      fc.asyncProperty(listed, fc.integer({ min: 1, max: 31 }), async (chosen, size) => {
        const { list, filter, ...query } = chosen;
        const filters = JSON.stringify(at(filtersOf(at(projects, 0)), filter));
        const tasks = at(lists, list);
        const whole = await tasks.page({ ...query, filters });
        expect(await tasks.walk({ ...query, filters, size })).toEqual(whole.items);
      }),
      { numRuns: runs(15) },
    );
  });

  it('CRUD-124 shows what stays once, while others come and go', async () => {
    const add = (id: number, turns: number | null) =>
      server.db.query(
        `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, duration_minutes)
         VALUES ($1, $2::int, $2::int, 'pending', $3)`,
        [id, projects[0], turns],
      );
    for (const sort_order of ['asc', 'desc'] as const) {
      for (const tasks of lists) {
        const query = { sort_by: 'duration_minutes', sort_order };
        const staying = idsOf(await tasks.items(query));
        let id = 1000;
        const walked = await tasks.walk({ ...query, size: 7 }, async () => {
          await server.db.query('DELETE FROM core.task WHERE turing_task_id = $1', [id]);
          id += 1;
          await add(id, [0, 1, 3, null][id % 4] ?? null);
        });
        await server.db.query('DELETE FROM core.task WHERE turing_task_id >= 1000');
        const seen = idsOf(walked);
        expect(seen.filter((key) => Number(key) < 1000)).toEqual(staying);
        expect(new Set(seen).size).toBe(seen.length);
      }
    }
  });

  it('CRUD-125 keeps the total of its first page and counts the pages', async () => {
    for (const tasks of lists) {
      const first = await tasks.page({ size: 10 });
      const second = await tasks.page({ size: 10, after: first.next ?? '' });
      expect(second).toMatchObject({ page: 2, total: first.total, total_is_estimate: false });
      const jumped = await tasks.page({ size: 10, page: 2 });
      expect(jumped).toEqual(second);
      expect((await tasks.page({ size: 100 })).next).toBeNull();
    }
  });

  it('CRUD-126 refuses a changed cursor, one of another list, order or filter, and one with a page', async () => {
    const tasks = at(lists, 0);
    const query = { size: 5, sort_by: 'number_of_turns' };
    const after = (await tasks.page(query)).next ?? '';
    const refused = { code: 'invalid-input', errors: [{ pointer: 'after' }] };
    await expect(tasks.page({ ...query, after, page: 2 })).rejects.toMatchObject(refused);
    for (const other of [
      { sort_by: 'status' },
      { sort_order: 'desc' as const },
      { filters: '{"status":"pending"}' },
      { search: 'a' },
      { after: `x${after}` },
      { after: `${after}x` },
      { after: 'null' },
    ]) {
      await expect(tasks.page({ ...query, after, ...other })).rejects.toMatchObject(refused);
    }
    await expect(at(lists, 1).page({ ...query, after })).rejects.toMatchObject(refused);
    const somebodyElse = { ...callerIn(projects), userId: callerIn(projects).userId + 1 };
    const theirs = new TaskList(server, somebodyElse);
    await expect(theirs.page({ ...query, after })).rejects.toMatchObject(refused);
    expect((await theirs.page(query)).items).toHaveLength(5);
    await fc.assert(
      fc.asyncProperty(fc.nat(after.length - 1), async (index) => {
        const changed = after[index] === 'A' ? 'B' : 'A';
        const forged = after.slice(0, index) + changed + after.slice(index + 1);
        await expect(tasks.page({ ...query, after: forged })).rejects.toMatchObject(refused);
      }),
      { numRuns: runs(8) },
    );
    expect((await tasks.page({ ...query, after, size: 9 })).items).toHaveLength(9);
  });
});
