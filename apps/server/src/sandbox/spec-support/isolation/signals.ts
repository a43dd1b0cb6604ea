import type { ViewColumn } from './catalog.js';
import type { GeneratedQuery } from './query-generator.js';
import { keyOf, type ValueOf } from './values-of-columns.js';

/**
 * Queries that fail if a test of a column is true for a row that they must not see. PostgreSQL may
 * evaluate the tests below a security barrier, because they use only leakproof operations. The failing
 * expression itself uses no value of the row.
 * @param foreignValue a value that another project has in a column, as a literal
 */
export function signalsOf(columns: readonly ViewColumn[], foreignValue: ValueOf): GeneratedQuery[] {
  return columns.flatMap((column) => {
    const { view, name, type } = column;
    const key = { ...column, name: keyOf(view) };
    const written = { V: view, K: `t.${key.name} = ${foreignValue(key)}` };
    return [...TESTS, ...(TESTS_OF_TYPE.get(type) ?? [])].flatMap((test) =>
      ALARMS.flatMap((alarm) =>
        PLACES.map((place) => {
          const seen = fill(test, { x: `t.${name}`, F: `${foreignValue(column)}::${type}` });
          return {
            of: `${test} of ${view}.${name} in ${alarm} in ${place}`,
            sql: fill(place, { ...written, S: fill(alarm, { T: seen }) }),
            dependsOnOrder: false,
          };
        }),
      ),
    );
  });
}

/** `x` is the column, `F` a value that another project has in it. */
const TESTS = ['x IS NOT NULL', 'x IS NULL', 'x = F', 'x >= F', 'GREATEST(x, F) = F'];
const TESTS_OF_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['x ^@ F', 'md5(x) = md5(F)', '(jsonb_object(ARRAY[F], ARRAY[F]))[x] IS NOT NULL']],
  ['integer', ['(array_fill(1, ARRAY[1], ARRAY[F]))[x] IS NOT NULL']],
  ['jsonb', ["x['note'] IS NOT NULL"]],
]);

/** Uses no row and is evaluated only when the query runs. */
const FAILURE = '1 / (extract(epoch FROM now())::int * 0)';

/** `T` is the test. PostgreSQL estimates no cost for the second and the third. */
const ALARMS = [
  `CASE WHEN T THEN ${FAILURE} = 1 END`,
  `CASE WHEN T THEN (SELECT ${FAILURE}) IS NULL END`,
  'ARRAY[ARRAY[1, 2], CASE WHEN T THEN ARRAY[1] ELSE ARRAY[1, 2] END] IS NOT NULL',
];

/** `V` is the view, `S` the signal, `K` a condition that finds a row of another project. */
const PLACES = [
  'SELECT count(*) FROM V t WHERE S',
  'SELECT count(*) FROM V t WHERE K AND S',
  'SELECT count(t) FROM projects p LEFT JOIN V t ON K AND S',
  'SELECT count(*) FROM projects p, LATERAL (SELECT 1 FROM V t WHERE K AND S OFFSET 0) AS l',
  'SELECT count(*) FROM projects p WHERE EXISTS (SELECT FROM V t WHERE K AND S)',
];

function fill(template: string, parts: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\b[a-zA-Z]\b/g, (letter) => parts[letter] ?? letter);
}
