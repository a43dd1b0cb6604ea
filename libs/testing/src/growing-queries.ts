/**
 * Queries of the maximum size whose naive analysis takes unlimited time or memory: they double at
 * every level, refer twice to the previous level, or repeat one part.
 */
export interface GrowingQuery {
  readonly name: string;
  /** @param picks the kind of growth at each level, in turn */
  text(picks: readonly number[]): string;
}

const MOST_BYTES = 64 * 1024;

type Grow = (inner: string) => string;

const VALUES: readonly Grow[] = [
  (value) => `(${value} + ${value})`,
  (value) => `(${value} and not ${value})`,
  (value) => `case when ${value} then ${value} else ${value} end`,
  (value) => `case ${value} when ${value} then 1 end`,
  (value) => `array[${value}, ${value}]`,
  (value) => `(array[${value}])[${value}:2]`,
  (value) => `row(${value}, ${value})`,
  (value) => `coalesce(${value}, ${value})`,
  (value) => `greatest(${value}, ${value})`,
  (value) => `concat(${value}, ${value})`,
  (value) => `json_object('a': ${value}, 'b': ${value})`,
  (value) => `(${value} between ${value} and 1)`,
  (value) => `(${value} in (${value}, 1))`,
  (value) => `sum(${value}) filter (where ${value}) over (partition by ${value})`,
  (value) => `(select ${value} union select ${value})`,
  (value) => `(select ${value} from (values (${value}), (1)) as v(c))`,
  (value) => `((${value})::date = ${value}::date)`,
  (value) => `string_agg(${value}, ${value} order by ${value})`,
];

const QUERIES: readonly Grow[] = [
  (query) => `select x.*, y.* from (${query}) x, (${query}) y`,
  (query) => `select * from (${query}) x natural join (${query}) y`,
  (query) => `select * from (${query}) x join (${query}) y using (status) as j`,
  (query) => `select * from ((${query}) x cross join (${query}) y) as j(a, b, c)`,
  (query) => `(${query}) union all (${query})`,
  (query) => `(${query}) except (${query})`,
  (query) => `with a as (${query}), b as (${query}) select a.*, b.* from a, b`,
  (query) => `with recursive a as (${query} union ${query}) select a.*, a from a`,
  (query) => `select x.*, y from (${query}) x, lateral (${query}) y(d)`,
  (query) => `select * from tasks where exists (${query}) or 1 in (${query})`,
  (query) => `select *, array(${query}) from (${query}) x window w as (order by 1)`,
  (query) => `select * from tasks group by cube (status, (${query}), (${query}))`,
];

/** `{new} as …` reads `{old}`, the query before it. */
const LINKS: readonly ((name: string, old: string) => string)[] = [
  (name, old) => `${name} as (select x.*, y.* from ${old} x, ${old} y)`,
  (name, old) => `${name} as (select * from ${old} x, ${old} y)`,
  (name, old) => `${name} as (select * from ${old} x natural join ${old} y)`,
  (name, old) => `${name} as (select * from ${old} x join ${old} y using (status))`,
  (name, old) => `${name} as (select * from (${old} x cross join ${old} y) as j(a))`,
  (name, old) => `${name}(a, b) as (select * from ${old} x, ${old} y)`,
  (name, old) => `${name} as (table ${old} union all table ${old})`,
  (name, old) => `${name} as (select x, y from ${old} x, ${old} y)`,
  (name, old) => `${name} as not materialized (select x.* from ${old} x, ${old} y)`,
  (name, old) => `${name} as (select x.*, y.* from ${old} x, lateral (table ${old}) y)`,
  (name, old) => `${name} as (select array_agg(x) a, array_agg(y) b from ${old} x, ${old} y)`,
];

/** The part that is repeated, with its prefix and suffix. */
const UNITS: readonly (readonly [before: string, unit: string, after: string])[] = [
  ['', '{{', ''],
  ['', '{{ x }}', ''],
  ['select 1 in (', '{{ project_id }}, ', '1)'],
  ['select ', "'{{ project_id }}', ", '1'],
  ['select 1 ', '/* a */ ', ''],
  ['select 1 ', '/*', ''],
  ['select 1 ', '/**/', ''],
  ['select 1 ', '-- a\n', ''],
  ['select ', "'a'\n", ''],
  ['select ', "E'\\x41', ", '1'],
  ['select ', `U&'\\0061' || `, "''"],
  ['select ', '$a$ b $a$, ', '1'],
  ['select ', '$a$$b', ''],
  ['select 1 ', '+-', '1'],
  ['select 1 ', `${'+'.repeat(298)} 1 `, ''],
  ["select '", 'é😀中', "'"],
  ['select 1 as "', '😀', '"'],
  ['select 1, ', '\u00a0é, ', '1'],
  ['select ', '1, ', '1'],
  ['select ', '*, ', '* from tasks'],
  ['select ', 't.*, ', '1 from tasks t'],
  ['select ', 't.status, ', '1 from tasks t'],
  ['select ', 't.no_such_column, ', '1 from tasks t'],
  ['select ', '(t).*, ', '1 from tasks t'],
  ['select ', 'a.', 'a'],
  ['select (t)', '.status', ' from tasks t'],
  ['select * from ', 'tasks, ', 'tasks'],
  ['select * from ', 'unnest(array[1]), ', 'tasks'],
  ['select * from tasks as t(', 'a, ', 'a)'],
  ['select * from tasks t', ' join tasks using (status, metadata)', ''],
  ['select * from tasks t', ' natural join tasks', ''],
  ['values ', '(1, 2), ', '(3, 4)'],
  ['values (', '1, ', '1)'],
  ['select 1 from tasks group by cube (', 'status, ', 'status)'],
  ['select 1 from tasks group by ', 'cube (status, user_email), ', '1'],
  ['select 1 from tasks group by grouping sets (', '(), ', '())'],
  ['select 1 from tasks window ', 'w as (order by 1), ', 'v as (w)'],
  ['select ', 'sum(1) over (order by 1), ', '1 from tasks'],
  ['select ', 'not ', 'true'],
  ['select ', '(', ''],
  ['select ', 'array[', ''],
  ['select ', 'case when 1 then ', ''],
  ['select ', '1 + ', '1'],
  ['select 1', '::date', ''],
  ['select 1', ' collate "C"', ''],
  ['select 1', ' is null', ''],
  ['select 1::int', '[]', ''],
  ['select ', '1 and ', '1'],
  ['', 'select 1 union ', 'select 1'],
  ['', 'select 1;', ''],
  ['select ', `${'a'.repeat(70)}, `, '1'],
  ['select "', 'é', '"'],
  ['select ', '9', ''],
];

/** What the scanner and the parser tell apart, with the characters that change how they go on. */
const TOKENS: readonly string[] = [
  ...['(', ')', '[', ']', '[1:2]', ',', ';', ':', '::', '.', '..', ':=', '=>', '=', '<', '>', '<>'],
  ...['+', '-', '*', '/', '%', '^', '|', '||', '&', '~', '!', '@', '#', '?', '`', '->', '@>', '\\'],
  ...['$1', '$', '$$', '$a$', '{', '}', '{{', '}}', '{{ project_id }}', '--', '/*', '*/', "'", '"'],
  ...['1', '.5', '1e308', '1_000', '0x1F', '12345678901234567890', "'a'", "E'\\n'", "E'\\u0041'"],
  ...[`U&'\\0061'`, `U&"\\0061"`, "B'01'", "X'1F'", "N'a'", '$$a$$', '"a"', "'a'\n'b'", 'é', '😀'],
  ...[' ', '\n', '\t', 'a', 'A', 't', 'status', 'tasks', 'a'.repeat(64), '-- x\n', '/* x */'],
  ...['select', 'from', 'where', 'group by', 'order by', 'limit 1', 'union all', 'except', 'with'],
  ...['as', 'not', 'and', 'or', 'in', 'between', 'like', 'is null', 'case when', 'then', 'else 1'],
  ...[
    'end',
    'cast',
    'collate',
    'array',
    'row',
    'values',
    'table',
    'lateral',
    'join',
    'on',
    'using',
  ],
  ...['natural join', 'distinct', 'over', 'partition by', 'filter', 'exists', 'any', 'interval'],
  ...['timestamp', 'at time zone', 'extract', 'overlay', 'grouping sets', 'cube', 'tablesample'],
  ...['json_object', 'json_value', 'json_table', 'xmlelement', 'double precision', 'setof', 'null'],
];

/** All kinds of growth. */
export const GROWING_QUERIES: readonly GrowingQuery[] = [
  {
    name: 'values',
    text: (picks) => repeated('select ', `${doubled('status', VALUES, picks)}, `, '1 from tasks'),
  },
  {
    name: 'queries',
    text: (picks) =>
      repeated('', `(${doubled('select * from tasks', QUERIES, picks)}) union `, 'select 1'),
  },
  { name: 'references', text: (picks) => referring(picks, MOST_BYTES) },
  {
    name: 'repetitions',
    text: ([pick = 0]) => repeated(...(UNITS[pick % UNITS.length] ?? ['', 'select ', ''])),
  },
  { name: 'tokens', text: anyTokens },
];

/** Texts that once exceeded a limit. */
export const ONCE_TOO_MUCH: readonly (readonly [name: string, text: string])[] = [
  ['columns doubled fifteen times', referring([0], 672)],
  ['columns doubled in 35 KB', referring([0], 35 * 1024)],
  ['30,000 placeholders that do not end', '{{'.repeat(30_000)],
  ['8,000 unknown placeholders', '{{ x }}'.repeat(8_000)],
  ['2,900 WITH queries', `with ${'a as (select 1), '.repeat(2_899)}a as (select 1) select 1`],
];

function doubled(start: string, ways: readonly Grow[], picks: readonly number[]): string {
  let text = start;
  for (const pick of picks) {
    const next = ways[pick % ways.length]?.(text) ?? text;
    if (Buffer.byteLength(next) > MOST_BYTES - 100) break;
    text = next;
  }
  return text;
}

/** Each WITH query reads the previous one twice. */
function referring(picks: readonly number[], bytes: number): string {
  const queries = ['a0 as (select * from tasks)'];
  let left = bytes - 60;
  for (let level = 1; left > 0; level += 1) {
    const link = LINKS[(picks[level % picks.length] ?? 0) % LINKS.length];
    const query = link?.(`a${level}`, `a${level - 1}`) ?? '';
    queries.push(query);
    left -= query.length + 2;
  }
  return `with ${queries.slice(0, -1).join(', ')} select * from a${queries.length - 2}`;
}

/**
 * Tokens in any order, as `ababab…`, `aaa…bbb…` or `aaabaaabaaab…`.
 * @param picks the way of repetition, how often and how many; then the tokens
 */
function anyTokens([way = 0, times = 0, length = 0, ...picks]: readonly number[]): string {
  const tokens = picks.map((pick) => TOKENS[pick % TOKENS.length] ?? '');
  const glue = way % 2 === 0 ? ' ' : '';
  const before = way % 5 === 0 ? '' : 'select ';
  const a = tokens.slice(0, 1 + (length % 9)).join(glue) + glue;
  const b = tokens.slice(9, 9 + (length % 4)).join(glue) + glue;
  const halves = Math.floor((MOST_BYTES - before.length) / Math.max(1, Buffer.byteLength(a + b)));
  if (way % 3 === 0) return before + a.repeat(halves) + b.repeat(halves);
  return repeated(before, way % 3 === 1 ? a : a.repeat(times % 400) + b, '');
}

/** Repeats the unit up to the maximum size. */
function repeated(before: string, unit: string, after: string): string {
  const room = MOST_BYTES - Buffer.byteLength(before + after);
  return before + unit.repeat(Math.floor(room / Math.max(1, Buffer.byteLength(unit)))) + after;
}
