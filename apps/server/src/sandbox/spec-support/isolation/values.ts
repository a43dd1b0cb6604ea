/** A value of a type made from a text `x` without failing, and constants that often make calls fail. */
interface TypeValues {
  of(x: string): string;
  readonly constants: readonly string[];
}

const day = (x: string): string => `(date '2026-01-01' + length(${x}))`;
const instant = (x: string): string => `(timestamptz '2026-01-01' + length(${x}) * interval '1 h')`;
const range = (name: string, value: (x: string) => string): TypeValues => ({
  of: (x) => `${name}(${value(x)}, ${value(x)}, '[]')`,
  constants: [`${name}(NULL, NULL)`, `'empty'::${name}`],
});
const multirange = (name: string, inner: string, value: (x: string) => string): TypeValues => ({
  of: (x) => `${name}(${inner}(${value(x)}, ${value(x)}, '[]'))`,
  constants: [`'{}'::${name}`],
});
const int = (type: string, most: string): TypeValues => ({
  of: (x) => `length(${x})::${type}`,
  constants: [`0::${type}`, `(-1)::${type}`, `${most}::${type}`],
});
const json = (type: string): TypeValues => ({
  of: (x) => `to_${type}(${x})`,
  constants: [`'{"a": [1, "x"]}'::${type}`, `'[]'::${type}`, `'"x"'::${type}`],
});

const TEXT: TypeValues = {
  of: (x) => x,
  constants: [`''`, `'YYYY-MM-DD'`, `'['`, `'%q'`, `'year'`, `'1'`, `'g'`, `'\\'`],
};
/** For arguments where PostgreSQL cannot infer the type of a constant. */
const TYPED_TEXT: TypeValues = {
  of: (x) => x,
  constants: TEXT.constants.map((constant) => `${constant}::text`),
};
const TIMESTAMP: TypeValues = {
  of: (x) => `${instant(x)}::timestamp`,
  constants: [`timestamp '294276-12-31'`, `timestamp 'infinity'`],
};
const INSTANT: TypeValues = {
  of: instant,
  constants: [`timestamptz '294276-12-31'`, `timestamptz '-infinity'`],
};
const DAY: TypeValues = { of: day, constants: [`date '5874897-12-31'`, `date 'infinity'`] };
const NUMBER: TypeValues = {
  of: (x) => `length(${x})::numeric`,
  constants: ['0::numeric', '(-1)::numeric', `'NaN'::numeric`, '1e300::numeric'],
};

const VALUES: ReadonlyMap<string, TypeValues> = new Map<string, TypeValues>([
  ['text', TEXT],
  ['character varying', TEXT],
  ['character', TEXT],
  ['name', { of: (x) => `${x}::name`, constants: [`'LATIN1'::name`, `'UTF8'::name`, `'q'::name`] }],
  ['smallint', int('smallint', '32767')],
  ['integer', int('integer', '2147483647')],
  ['bigint', int('bigint', '9223372036854775807')],
  ['numeric', NUMBER],
  ['real', { of: (x) => `length(${x})::real`, constants: ['0::real', '3e38::real'] }],
  [
    'double precision',
    {
      of: (x) => `length(${x})::float8`,
      constants: ['0::float8', '1e308::float8', '(-1)::float8'],
    },
  ],
  ['money', { of: (x) => `length(${x})::money`, constants: ['0::money'] }],
  ['boolean', { of: (x) => `(length(${x}) > 3)`, constants: ['true', 'false'] }],
  ['bytea', { of: (x) => `convert_to(${x}, 'UTF8')`, constants: [`'\\xff'::bytea`, `''::bytea`] }],
  ['bit', { of: (x) => `length(${x})::bit(8)`, constants: [`B'1'`, `B'00000000'`] }],
  [
    'bit varying',
    { of: (x) => `length(${x})::bit(8)::varbit`, constants: [`B'1'::varbit`, `B''::varbit`] },
  ],
  ['uuid', { of: (x) => `md5(${x})::uuid`, constants: [`'${'0'.repeat(32)}'::uuid`] }],
  ['date', DAY],
  ['timestamp without time zone', TIMESTAMP],
  ['timestamp with time zone', INSTANT],
  ['time without time zone', { of: (x) => `${instant(x)}::time`, constants: [`time '24:00'`] }],
  ['time with time zone', { of: (x) => `${instant(x)}::timetz`, constants: [`timetz '00:00+15'`] }],
  [
    'interval',
    {
      of: (x) => `length(${x}) * interval '1 day'`,
      constants: [`interval '0'`, `interval '178000000 years'`, `interval '-1 month'`],
    },
  ],
  ['json', json('json')],
  ['jsonb', json('jsonb')],
  ['jsonpath', { of: (x) => `('$.a' || length(${x}))::jsonpath`, constants: [`'strict $.b'`] }],
  ['int4range', range('int4range', (x) => `length(${x})`)],
  ['int8range', range('int8range', (x) => `length(${x})::bigint`)],
  ['numrange', range('numrange', (x) => `length(${x})::numeric`)],
  ['daterange', range('daterange', day)],
  ['tsrange', range('tsrange', (x) => `${instant(x)}::timestamp`)],
  ['tstzrange', range('tstzrange', instant)],
  ['int4multirange', multirange('int4multirange', 'int4range', (x) => `length(${x})`)],
  ...['anyelement', 'anynonarray', 'anycompatible', '"any"'].map((type): [string, TypeValues] => [
    type,
    TYPED_TEXT,
  ]),
  ['record', { of: (x) => `ROW(${x}, 1)`, constants: [`ROW('a'::text, 1)`, `ROW(NULL::text, 1)`] }],
]);

/** The element types of pseudo-types for arrays, and the types used for any range. */
const AS_ARRAYS: ReadonlyMap<string, string> = new Map([
  ['anyarray', 'text'],
  ['anycompatiblearray', 'text'],
  ['anyrange', 'int4range'],
  ['anymultirange', 'int4multirange'],
]);

/** @returns undefined if no value of the type can be made */
export function valuesOf(type: string): TypeValues | undefined {
  const known = VALUES.get(type);
  if (known !== undefined) return known;
  if (type === 'anyrange' || type === 'anymultirange') return VALUES.get(AS_ARRAYS.get(type) ?? '');
  const element = AS_ARRAYS.get(type) ?? /^(.*)\[\]$/.exec(type)?.[1];
  const inner = element === undefined ? undefined : VALUES.get(element);
  if (inner === undefined) return undefined;
  return {
    of: (x) => `ARRAY[${inner.of(x)}]`,
    constants: [`'{}'::${element}[]`, `ARRAY[[${inner.constants[0]}], [${inner.constants[0]}]]`],
  };
}
