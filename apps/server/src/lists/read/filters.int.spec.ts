import { runs } from '@portal/testing/runs';
import type { ListedItem, FilterOperator } from '@portal/contracts/lists';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemException } from '../../problems/problem.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { type Asked, meets } from './spec-support/matches.js';
import { callerIn, INSTANTS, storeTasks, TaskList, WORDS } from './spec-support/task-list.js';

let server: TestServer;
let tasks: TaskList;
let everything: ListedItem[];

beforeAll(async () => {
  server = await sharedServer();
  tasks = new TaskList(server, callerIn(await storeTasks(server)));
  everything = await tasks.items();
});
afterAll(() => server.stop());

const idsOf = (items: readonly ListedItem[]) => items.map((item) => item['turing_task_id']);

const ORDERED: FilterOperator[] = ['lt', 'lte', 'gt', 'gte'];
const EQUAL: FilterOperator[] = ['eq', 'ne'];
const PATTERNS: FilterOperator[] = ['contains', 'starts_with'];

/** A filter of a field with a value from `values`. */
function asked(
  field: string,
  values: fc.Arbitrary<unknown>,
  operators: readonly FilterOperator[],
  nullable: boolean,
): fc.Arbitrary<Asked> {
  const filterBy = (operator: fc.Arbitrary<FilterOperator>, value: fc.Arbitrary<unknown>) =>
    fc.record({ field: fc.constant(field), operator, value });
  return fc.oneof(
    filterBy(fc.constantFrom(...operators), values),
    filterBy(fc.constantFrom('in', 'nin'), fc.array(values, { maxLength: 4 })),
    filterBy(fc.constant('is_null'), fc.boolean()),
    ...(nullable ? [filterBy(fc.constantFrom(...EQUAL), fc.constant(null))] : []),
    ...(operators.includes('lt')
      ? [filterBy(fc.constant('between'), fc.tuple(values, values))]
      : []),
  );
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 2 });
const words = fc.oneof(
  fc.constantFrom(...WORDS, '%', '_', '\\', "'", '--', '$1', 'A'),
  fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => text.normalize('NFC')),
);
const anyFilter = fc.oneof(
  asked('turing_task_id', fc.integer({ min: 0, max: 61 }), [...EQUAL, ...ORDERED], false),
  asked('number_of_turns', fc.integer({ min: -1, max: 2 ** 40 }), [...EQUAL, ...ORDERED], false),
  asked('duration_minutes', fc.constantFrom(0, 0.5, 1, 2.25, 3), [...EQUAL, ...ORDERED], true),
  asked('completed_at', fc.constantFrom(...INSTANTS), [...EQUAL, ...ORDERED], true),
  asked('target_model', words, [...EQUAL, ...PATTERNS], true),
  asked('status', letters, [...EQUAL, ...ORDERED, ...PATTERNS], false),
);

/** At most one per field and operator, because the last of equal keys would win. */
const someFilters = fc.uniqueArray(anyFilter, {
  maxLength: 3,
  selector: ({ field, operator }) => `${field} ${operator}`,
});

describe('filters', () => {
  it('CRUD-3 select exactly the items that match all of them, in either notation', async () => {
    await fc.assert(
      fc.asyncProperty(someFilters, fc.boolean(), async (all, flat) => {
        const filters = JSON.stringify(flat ? flatSpelling(all) : nestedSpelling(all));
        const expected = everything.filter((item) => all.every((filter) => meets(item, filter)));
        expect(idsOf(await tasks.items({ filters }))).toEqual(idsOf(expected));
      }),
      { numRuns: runs(50) },
    );
  });

  it('CRUD-3 compare with a plain value by equality', async () => {
    const found = await tasks.items({ filters: '{"target_model":"a%","number_of_turns__gt":1}' });
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(
      everything.filter(
        (item) => item['target_model'] === 'a%' && Number(item['number_of_turns']) > 1,
      ),
    );
  });

  it.each([
    ['[]', 'filters', 'must be a JSON object'],
    ['{"a"', 'filters', 'must be a JSON object'],
    ['null', 'filters', 'must be a JSON object'],
    ['{"colour":1}', 'filters/colour', 'colour is not a field'],
    ['{"constructor":1}', 'filters/constructor', 'constructor is not a field'],
    ['{"__proto__":{"eq":1}}', 'filters/__proto__', ' is not a field'],
    ['{"status":{"like":"x"}}', 'filters/status/like', 'like is not an operator of status'],
    ['{"status__":"x"}', 'filters/status__', ' is not an operator of status'],
    ['{"number_of_turns":{"contains":1}}', 'filters/number_of_turns/contains', 'contains is not'],
    ['{"number_of_turns":"1"}', 'filters/number_of_turns', 'must be an integer'],
    ['{"number_of_turns":1.5}', 'filters/number_of_turns', 'must be an integer'],
    ['{"number_of_turns":null}', 'filters/number_of_turns', 'must be an integer'],
    ['{"number_of_turns__in":[1,"2"]}', 'filters/number_of_turns__in', 'must be an integer'],
    ['{"number_of_turns":{"lt":9007199254740993}}', 'filters/number_of_turns/lt', 'exactly'],
    [
      '{"duration_minutes__in":[1,0.1234567890123456789]}',
      'filters/duration_minutes__in/1',
      'exactly',
    ],
    ['{"number_of_turns__in":1}', 'filters/number_of_turns__in', 'must be a list'],
    [String.raw`{"status":"a","\u0073tatus":"b"}`, 'filters/status', 'is repeated'],
    ['{"number_of_turns":{"gt":1,"lt":3,"gt":2}}', 'filters/number_of_turns/gt', 'is repeated'],
    ['{"status__between":["a"]}', 'filters/status__between', 'must be a list of two values'],
    ['{"status__is_null":0}', 'filters/status__is_null', 'must be true or false'],
    ['{"completed_at":"2026-01-05"}', 'filters/completed_at', 'must be an instant'],
    ['{"completed_at":"0000-01-01T00:00:00Z"}', 'filters/completed_at', 'must be an instant'],
    [String.raw`{"status":"a\u0000"}`, 'filters/status', 'must not contain NUL'],
    [String.raw`{"status":"a\ud800"}`, 'filters/status', 'must not contain a lone surrogate'],
    ['{"metadata":{"eq":1}}', 'filters/metadata/eq', 'eq is not an operator of metadata'],
  ])('CRUD-4 are refused by name: %s', async (filters, pointer, detail) => {
    const refusal = await tasks.items({ filters }).catch((error: unknown) => error);
    if (!(refusal instanceof ProblemException)) throw new Error('not refused');
    expect(refusal.code).toBe('invalid-input');
    expect(refusal.errors?.map((error) => error.pointer)).toEqual([pointer]);
    expect(refusal.errors?.[0]?.detail).toContain(detail);
  });

  it('CRUD-4 are refused with all errors in one response, and beyond their maximum number', async () => {
    const two = await tasks.items({ filters: '{"a":1,"b":2}' }).catch((error: unknown) => error);
    expect(two).toMatchObject({ errors: [{ pointer: 'filters/a' }, { pointer: 'filters/b' }] });
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, 1]));
    const refusal = tasks.items({ filters: JSON.stringify(many) });
    await expect(refusal).rejects.toMatchObject({ errors: [{ pointer: 'filters' }] });
  });

  it.each([
    ['eq', 'a@b.c'],
    ['ne', 'a@b.c'],
    ['in', ['a@b.c', 'aa@b.c']],
    ['nin', ['a@b.c', 'aa@b.c']],
    ['lt', 'aa@b.c'],
    ['lte', 'aa@b.c'],
    ['gt', 'a@b.c'],
    ['gte', 'aa@b.c'],
    ['between', ['aa@b.c', 'b']],
    ['contains', 'a@'],
    ['starts_with', 'a@'],
  ])('CRUD-135 compare addresses without regard to capitals: %s', async (operator, value) => {
    const select = (operand: unknown) =>
      tasks.items({ filters: JSON.stringify({ user_email: { [operator]: operand } }) });
    const found = idsOf(await select(value));
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(everything.length);
    const shouted: unknown = JSON.parse(JSON.stringify(value).toUpperCase());
    expect(idsOf(await select(shouted))).toEqual(found);
  });

  it('CRUD-134 search without regard to capitals and accents', async () => {
    const withAccent = idsOf(everything.filter((item) => item['target_model'] === 'é'));
    expect(withAccent.length).toBeGreaterThan(0);
    for (const search of ['É', 'e', 'Ê']) {
      const found = await tasks.items({ search, filters: '{"target_model__in":["é","a"]}' });
      expect(idsOf(found)).toEqual(expect.arrayContaining(withAccent));
    }
  });

  it('CRUD-5 search for text literally, also with special characters of SQL', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        const contains = (field: string) => (item: ListedItem) =>
          meets(item, { field, operator: 'contains', value: text });
        const expected = everything.filter(
          (item) => contains('target_model')(item) || contains('delivery_batch')(item),
        );
        expect(idsOf(await tasks.items({ search: text }))).toEqual(idsOf(expected));
      }),
      { numRuns: runs(20) },
    );
  });

  it.each(["'; DROP TABLE core.task; --", '1=1) OR (1=1', 'status"', 'item.status', '$1', ''])(
    'CRUD-5 accept only names of fields: %s',
    async (name) => {
      for (const query of [
        { sort_by: name },
        { filters: JSON.stringify({ [name]: 'x' }) },
        { filters: JSON.stringify({ status: { [name]: 'x' } }) },
        { filters: JSON.stringify({ [`status__${name}`]: 'x' }) },
      ]) {
        await expect(tasks.items(query)).rejects.toMatchObject({ code: 'invalid-input' });
      }
      expect(await tasks.items()).toEqual(everything);
    },
  );
});

function flatSpelling(all: readonly Asked[]): Record<string, unknown> {
  return Object.fromEntries(
    all.map(({ field, operator, value }) => [`${field}__${operator}`, value]),
  );
}

function nestedSpelling(all: readonly Asked[]): Record<string, Record<string, unknown>> {
  const nested: Record<string, Record<string, unknown>> = {};
  for (const { field, operator, value } of all) (nested[field] ??= {})[operator] = value;
  return nested;
}
