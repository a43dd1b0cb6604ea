import { runs } from '@portal/testing/runs';
import { testDatabase } from '@portal/testing/postgres';
import { AGGREGATION_METHODS } from '@portal/contracts/constants';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregate } from './aggregate.js';

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^-?[0-9]{1,${length}}(\\.[0-9]{1,12})?$`));
const numeric = fc.oneof(
  { weight: 8, arbitrary: digits(40) },
  { weight: 1, arbitrary: fc.constantFrom('NaN', 'Infinity', '-Infinity') },
  { weight: 1, arbitrary: fc.constant(null) },
);
const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', null), numeric), { maxLength: 12 });
const METHODS = AGGREGATION_METHODS;

const columns = [
  { name: 'key', type: 'text' },
  { name: 'value', type: 'numeric' },
];

describe('aggregate', () => {
  it('CST-20 computes the same totals as PostgreSQL, per group and in all', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(...METHODS), async (given, method) => {
        const ours = aggregate(columns, given, 0, method);
        const found = [
          ...ours.aggregated_data.map(({ group_key, subtotals }) => [group_key, subtotals[1]]),
          ['all', ours.grand_totals[1]],
        ];
        // PostgreSQL rounds an average to its own number of digits.
        const { rows: wrong } = await client.query(
          `WITH given AS (SELECT * FROM unnest($1::text[], $2::numeric[]) AS row (key, value)),
             theirs AS (
               SELECT key, ${method}(value)::numeric AS total FROM given GROUP BY key
               UNION ALL SELECT 'all', ${method}(value)::numeric FROM given),
             ours AS (SELECT * FROM unnest($3::text[], $4::numeric[]) AS row (key, total))
           SELECT * FROM theirs FULL JOIN ours
             ON coalesce(theirs.key, 'none') = coalesce(ours.key, 'none')
           WHERE theirs.total IS DISTINCT FROM ours.total
             AND NOT coalesce('${method}' = 'avg'
               AND abs(theirs.total - ours.total) <= abs(theirs.total) * 1e-15 + 1e-15, false)`,
          [
            given.map(([key]) => key),
            given.map(([, value]) => value),
            found.map(([key]) => key),
            found.map(([, total]) => total),
          ],
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });

  it('CST-20 keeps digits that a floating-point number would lose', () => {
    const sum = aggregate(
      columns,
      [
        ['a', '9007199254740993'],
        ['a', '0.1'],
        ['b', '0.2'],
      ],
      0,
      'sum',
    );
    expect(sum).toEqual({
      aggregated_data: [
        {
          group_key: 'a',
          group_data: [
            ['a', '9007199254740993'],
            ['a', '0.1'],
          ],
          row_count: 2,
          subtotals: [null, '9007199254740993.1'],
        },
        { group_key: 'b', group_data: [['b', '0.2']], row_count: 1, subtotals: [null, '0.2'] },
      ],
      grand_totals: [null, '9007199254740993.3'],
    });
  });

  it('CST-21 counts non-null values, and sums only numbers', () => {
    const mixed = [
      { name: 'n', type: 'integer' },
      { name: 'key', type: 'jsonb' },
      { name: 'text', type: 'text' },
    ];
    const given = [
      [1, { a: 1 }, 'x'],
      [2, { a: 1 }, null],
      [null, null, '3'],
    ];
    const totals = (method: (typeof METHODS)[number]) => aggregate(mixed, given, 1, method);
    expect(totals('count').grand_totals).toEqual([2, null, 2]);
    expect(totals('avg').grand_totals).toEqual(['1.5', null, null]);
    expect(totals('max').aggregated_data).toMatchObject([
      { group_key: { a: 1 }, row_count: 2, subtotals: ['2', null, null] },
      { group_key: null, row_count: 1, subtotals: [null, null, null] },
    ]);
  });
});
