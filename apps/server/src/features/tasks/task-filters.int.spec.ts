import type { ListedItem, FilterOperator } from '@portal/contracts/lists';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Asked, meets } from '../../lists/read/spec-support/matches.js';
import {
  callerIn,
  INSTANTS,
  storeTasks,
  TaskList,
  WORD_COLUMNS,
  WORDS,
} from '../../lists/read/spec-support/task-list.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { TASKS } from './tasks.list.js';

let server: TestServer;
let lists: readonly { readonly list: TaskList; readonly all: readonly ListedItem[] }[];

beforeAll(async () => {
  server = await sharedServer();
  const projects = await storeTasks(server);
  lists = await Promise.all(
    [[0], projects.slice(1)].map(async (seen) => {
      const list = new TaskList(server, callerIn(seen), TASKS);
      return { list, all: await list.items() };
    }),
  );
});
afterAll(() => server.stop());

const EQUAL: FilterOperator[] = ['eq', 'ne'];
const ORDER: FilterOperator[] = [...EQUAL, 'lt', 'lte', 'gt', 'gte'];
const TEXT: FilterOperator[] = [...ORDER, 'contains', 'starts_with'];

const filterOf = (
  field: string,
  values: fc.Arbitrary<unknown>,
  operators: readonly FilterOperator[],
): fc.Arbitrary<Asked> => {
  const by = (operator: fc.Arbitrary<FilterOperator>, value: fc.Arbitrary<unknown>) =>
    fc.record({ field: fc.constant(field), operator, value });
  return fc.oneof(
    by(fc.constantFrom(...operators), values),
    by(fc.constantFrom('in', 'nin'), fc.array(values, { maxLength: 3 })),
    by(fc.constant('is_null'), fc.boolean()),
    by(fc.constant('between'), fc.tuple(values, values)),
  );
};

const words = fc.constantFrom(...WORDS, '%', 'A');
const emails = fc.constantFrom('a@b.c', 'aa@b.c', 'b%@b.c', 'A', 'b%', '@', 'none');
const instants = fc.constantFrom(...INSTANTS);
const anyFilter = fc.oneof(
  filterOf('turing_task_id', fc.integer({ min: 0, max: 61 }), ORDER),
  filterOf('project_id', fc.integer({ min: 1, max: 3 }), ORDER),
  filterOf('turing_batch_id', fc.integer({ min: 1, max: 3 }), ORDER),
  filterOf('user_email', emails, TEXT),
  filterOf('status', fc.constantFrom('pending', 'completed', 'p'), TEXT),
  filterOf('number_of_turns', fc.integer({ min: 0, max: 5 }), ORDER),
  filterOf('duration_minutes', fc.constantFrom(0, 0.5, 1, 2.25), ORDER),
  filterOf('completed_at', instants, ORDER),
  filterOf('created_at', instants, ORDER),
  filterOf('updated_at', instants, ORDER),
  filterOf('colab_link', fc.constantFrom('https://a.example/1', 'EXAMPLE/2', '_'), TEXT),
  filterOf('validation_status', fc.constantFrom('passed', 'failed', 'ed'), TEXT),
  ...WORD_COLUMNS.map((column) => filterOf(column, words, TEXT)),
);
const someFilters = fc.uniqueArray(anyFilter, {
  maxLength: 3,
  selector: ({ field, operator }) => `${field} ${operator}`,
});
/** All but `completed_at`, whose instants with and without microseconds do not compare as text. */
const sorts = fc.constantFrom(
  ...['turing_task_id', 'project_id', 'turing_batch_id', 'user_email', 'status'],
  ...['number_of_turns', 'duration_minutes', 'created_at', 'updated_at', 'colab_link'],
  ...['validation_status', ...WORD_COLUMNS],
);

it('TASK-12 any filters and any order show exactly the matching tasks in that order, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      someFilters,
      sorts,
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      async (filters, sort_by, sort_order, size, page) => {
        for (const { list, all } of lists) {
          const matching = all.filter((item) => filters.every((filter) => meets(item, filter)));
          const sorted = sortedBy(matching, sort_by);
          if (sort_order === 'desc') sorted.reverse();
          const found = await list.page({
            ...{ page, size, sort_by, sort_order },
            filters: JSON.stringify(asParameter(filters)),
          });
          expect(found.items).toEqual(sorted.slice((page - 1) * size, page * size));
          expect(found).toMatchObject({ total: matching.length, total_is_estimate: false });
        }
      },
    ),
    { numRuns: runs(20) },
  );
});

/** Null is the largest value; ties by id. */
function sortedBy(items: readonly ListedItem[], field: string): ListedItem[] {
  const rank = (value: unknown): string | number =>
    value === null ? '' : (value as string | number);
  return items.toSorted((one, other) => {
    const [a, b] = [one[field], other[field]];
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    if (rank(a) !== rank(b)) return rank(a) < rank(b) ? -1 : 1;
    return Number(one['turing_task_id']) - Number(other['turing_task_id']);
  });
}

function asParameter(filters: readonly Asked[]): Record<string, unknown> {
  return Object.fromEntries(
    filters.map(({ field, operator, value }) => [`${field}__${operator}`, value]),
  );
}
