import type { AvailableFunction, AvailableOperator, Catalog } from './catalog.js';
import { valuesOf } from './values.js';

/** An expression over one column, whose text is `x`. */
export interface Expression {
  /** Description for failure reports. */
  readonly of: string;
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'rows';
  sql(x: string): string;
}

/** Every expression that can be made from the catalog, each over one column. */
export function expressionsOf({ functions, operators, types }: Catalog): Expression[] {
  return [
    ...types.flatMap(castsTo),
    ...functions.flatMap(callsOf),
    ...operators.flatMap(usesOf),
    ...SYNTAX.map((text) => scalar(text, (x) => fill(text, x))),
  ];
}

/** The types of arguments of which the generator makes no value; calls with them are left out. */
export function typesLeftOut({ functions, operators }: Catalog): string[] {
  const used = [
    ...functions.flatMap(({ types }) => types),
    ...operators.flatMap(({ left, right }) => (left === null ? [right] : [left, right])),
  ];
  return [...new Set(used)].filter((type) => !isUsable(type)).sort();
}

const CHOICES = [0, 1];

function castsTo(type: string): Expression[] {
  const casts = [`x::${type}`, `('q' || x)::${type}`, `ARRAY[x]::text::${type}[]`];
  return casts.map((text) => scalar(`cast ${text}`, (x) => fill(text, x)));
}

/** The column as each argument in turn, with two choices of constants for the other arguments. */
function callsOf(called: AvailableFunction): Expression[] {
  const { name, kind, givesRows, types } = called;
  if (!types.every(isUsable)) return [];
  return types.flatMap((_, column) =>
    CHOICES.map((choice) => ({
      of: `${name}(${types.join(', ')}) at ${column + 1}, choice ${choice + 1}`,
      kind: givesRows ? 'rows' : kind === 'function' ? 'scalar' : kind,
      sql: (x: string) =>
        callOf(
          called,
          types.map((type, at) =>
            at === column ? ofColumn(type, x) : constantOf(type, choice + at),
          ),
        ),
    })),
  );
}

/** With the schema, because some names are keywords. */
function callOf(
  { name, kind, isOrderedSet, isVariadic }: AvailableFunction,
  args: string[],
): string {
  const last = args.at(-1) ?? '';
  if (isOrderedSet) {
    // A hypothetical-set aggregate takes one direct argument per ORDER BY column.
    const direct = args.length === 1 ? last : args.slice(0, -1).join(', ');
    return `pg_catalog.${name}(${direct}) WITHIN GROUP (ORDER BY ${last})`;
  }
  const written =
    isVariadic && name !== 'format' ? [...args.slice(0, -1), `VARIADIC ${last}`] : args;
  const call = `pg_catalog.${name}(${written.join(', ')})`;
  return kind === 'window' ? `${call} OVER (ORDER BY t)` : call;
}

function usesOf({ name, left, right }: AvailableOperator): Expression[] {
  if (!isUsable(right) || (left !== null && !isUsable(left))) return [];
  if (left === null) return [scalar(`${name} ${right}`, (x) => `(${name} ${ofColumn(right, x)})`)];
  return CHOICES.flatMap((choice) => [
    scalar(
      `${left} ${name} ${right}, left, choice ${choice + 1}`,
      (x) => `(${ofColumn(left, x)} ${name} ${constantOf(right, choice)})`,
    ),
    scalar(
      `${left} ${name} ${right}, right, choice ${choice + 1}`,
      (x) => `(${constantOf(left, choice)} ${name} ${ofColumn(right, x)})`,
    ),
  ]);
}

function scalar(of: string, sql: (x: string) => string): Expression {
  return { of, kind: 'scalar', sql };
}

/** False for types that queries cannot use, such as geometric ones. */
function isUsable(type: string): boolean {
  return valuesOf(type) !== undefined;
}

function ofColumn(type: string, x: string): string {
  return valuesOf(type)?.of(x) ?? 'NULL';
}

function constantOf(type: string, choice: number): string {
  const constants = valuesOf(type)?.constants ?? [];
  return constants[choice % constants.length] ?? 'NULL';
}

function fill(text: string, x: string): string {
  return text.replaceAll(/\bx\b/g, () => x);
}

/** Special syntax, which is not a plain function call; `x` is a text. */
const SYNTAX = `
EXTRACT(year FROM x::timestamp)
now() AT TIME ZONE x
x SIMILAR TO x ESCAPE x
x LIKE '\\' || x ESCAPE x
SUBSTRING(x FROM 1 FOR -length(x))
SUBSTRING(x SIMILAR x ESCAPE x)
OVERLAY(x PLACING 'y' FROM -1)
(string_to_array(x, 'e')::int[])[1]
('{1,2}'::int[])[x::int]
to_jsonb(x)['a']
(x::jsonb)[x]
JSON_VALUE(x::jsonb, '$.a' RETURNING int ERROR ON ERROR)
JSON_VALUE(to_jsonb(x), 'strict $.b' ERROR ON ERROR)
JSON_QUERY(x, '$' ERROR ON ERROR)
JSON_OBJECT(x VALUE 1, x VALUE 2 WITH UNIQUE KEYS)
x IS JSON
x::date BETWEEN x::date AND now()
1 / (length(x) - length(x))
2147483647 + length(x)
power(0, -length(x))
10.0 ^ (length(x) * 9999)
GREATEST(x::int, 1)
NULLIF(x::int, 1)
COALESCE(NULL, x::int)
(x || '5')::int = ANY (ARRAY[1])
x ~ ('[' || x)
x COLLATE "C" > x
(x, 1) < (x, x::int)
ROW(x::int) IS NULL
x::varchar(1)::int
x::numeric(3, 2)
x::bit(3)
x::interval(2)
ARRAY[x, x]::int[]
interval '1 day' * x::float8
timestamp '294276-12-31' + length(x) * interval '1 year'`
  .trim()
  .split('\n');
