import { runs } from '@portal/testing/runs';
import type { ListedItem } from '@portal/contracts/lists';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { callerIn, storeTasks, TaskList } from './spec-support/task-list.js';

let server: TestServer;
let projects: number[];
let tasks: TaskList;
/** Of the first project only. */
let some: TaskList;

beforeAll(async () => {
  server = await sharedServer();
  projects = await storeTasks(server);
  tasks = new TaskList(server, callerIn(projects));
  some = new TaskList(server, callerIn(projects.slice(0, 1)));
});
afterAll(() => server.stop());

const idsOf = (items: readonly ListedItem[]) => items.map((item) => item['turing_task_id']);
const FIELDS = [
  'turing_task_id',
  'number_of_turns',
  'duration_minutes',
  'completed_at',
  'target_model',
];

describe('paging', () => {
  it('CRUD-6 shows each visible item once, for any order and page size', async () => {
    const expected = new Set(idsOf(await some.items()));
    expect(expected.size).toBe(30);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FIELDS),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 1, max: 31 }),
        async (sort_by, sort_order, size) => {
          const seen: ListedItem[] = [];
          for (let page = 1; ; page += 1) {
            const { items, total } = await some.page({ sort_by, sort_order, size, page });
            expect(total).toBe(30);
            if (items.length === 0) break;
            seen.push(...items);
          }
          expect(idsOf(seen)).toEqual(idsOf(await some.items({ sort_by, sort_order })));
          expect(new Set(idsOf(seen))).toEqual(expected);
        },
      ),
      { numRuns: runs(8) },
    );
  });

  it.each(FIELDS)(
    'CRUD-7 sorts by %s with absent values as the largest, and in reverse order descending',
    async (field) => {
      const ascending = await tasks.items({ sort_by: field });
      const descending = await tasks.items({ sort_by: field, sort_order: 'desc' });
      expect(idsOf(descending)).toEqual(idsOf(ascending).reverse());
      const values = ascending.map((item) => item[field]);
      const present = values.filter((value) => value !== null);
      expect(values.slice(present.length).every((value) => value === null)).toBe(true);
    },
  );

  it('CRUD-7 sorts only by sortable fields', async () => {
    for (const sort_by of ['metadata', 'colour']) {
      await expect(tasks.items({ sort_by })).rejects.toMatchObject({
        code: 'invalid-input',
        errors: [{ pointer: 'sort_by' }],
      });
    }
  });

  it('CRUD-8 hides items from lists, counts, filters and search that the caller must not see', async () => {
    const none = new TaskList(server, callerIn([]));
    expect(await none.page({})).toMatchObject({ items: [], total: 0 });
    const hidden = { filters: JSON.stringify({ project_id: projects[1] }) };
    expect(await some.page(hidden)).toMatchObject({ items: [], total: 0 });
    expect((await tasks.page({ ...hidden, size: 1 })).total).toBe(30);
    const word = (await some.page({ search: 'a', size: 1 })).total;
    const other = await new TaskList(server, callerIn(projects.slice(1))).page({
      search: 'a',
      size: 1,
    });
    expect(word + other.total).toBe((await tasks.page({ search: 'a', size: 1 })).total);
  });
});
