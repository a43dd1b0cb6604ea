import type { HostileClass } from './class.js';

const nested = (open: string, times: number, close = ''): string =>
  `select ${open.repeat(times)}1${close.repeat(times)}`;

/** Texts that are hard to read for a user or a parser. */
export const TEXTS: readonly HostileClass[] = [
  {
    name: 'broken text',
    queries: [
      ['\0', 'select 1\0; drop table tasks', 'select 1'],
      ['\0', "select 'a\0b'", `select 'ab'`],
      ['\uD800', `select '\uD800'`, `select '\u{10000}'`],
      ['\uDC00', `select '\uDC00\uD800'`, `select '\u{10FC00}'`],
      ['\\', `\\! id`, `select '\\! id'`],
      [`'`, `select 'a`, `select 'a'`],
      ['"', `select "a`, `select 1 as "a"`],
      ['$$', `select $$ a`, `select $$ a $$`],
      ['/*', `select /* /* */ 1`, `select /* /* */ */ 1`],
      ['from', `select from from`, `select from tasks`],
      ['this', `this is nonsense`, `select 1`],
      ['', '', 'select 1'],
      [' ', ' \n ', 'select 1'],
      [';', ';', 'select 1;'],
      ['-- only', '-- only a comment', 'select 1 -- only a comment'],
    ],
  },
  {
    name: 'placeholders',
    queries: [
      ['{{ user_id', `select {{ user_id }}`, `select {{ project_id }}`],
      ['{{}}', `select {{}}`, `select {{project_id}}`],
      ['{{ project_id; ', `select {{ project_id; drop table tasks }}`, `select {{ project_id }}`],
      ['{{ PROJECT_ID', `select {{ PROJECT_ID }}`, `select {{ project_id }}`],
      ['{', `select { { project_id } }`, `select {{ project_id }}`],
      ['{', `select {{ project_id`, `select {{ project_id }}`],
      ['{', `select { project_id }`, `select {{ project_id }}`],
      ['{{ project_id', `select 1 as {{ project_id }}`, `select {{ project_id }} as one`],
      ['{{ project_id', `select * from {{ project_id }}`, `select {{ project_id }} from tasks`],
      ['{{ start_date', `select * from {{ start_date }}`, `select {{ start_date }} from tasks`],
      ['{{ start_date;', `select {{ start_date; drop table tasks }}`, `select {{ start_date }}`],
      ['{{ end_date', `select {{ start_date }}.{{ end_date }}`, `select {{ end_date }}`],
      ['{{ end_datum', `select {{ end_datum }}`, `select {{ end_date }}`],
      ['{{ Batch_ids', `select {{ Batch_ids }}`, `select {{ batch_ids }}`],
      ['{{ batch_ids', `select {{ batch_ids, 1 }}`, `select {{ batch_ids }}, 1`],
      ['{{ batch_ids', `select 1 in {{ batch_ids }}`, `select 1 = any ({{ batch_ids }})`],
      ['{{ batch_ids', `select {{ batch_ids }}[1]`, `select ({{ batch_ids }})[1]`],
      ['count', `select count{{ batch_ids }}`, `select count({{ batch_ids }})`],
    ],
  },
  {
    name: 'too much',
    queries: [
      ["'", `select '${'x'.repeat(65_536)}'`, `select '${'x'.repeat(65_000)}'`],
      ['(', nested('(', 30_000, ')'), nested('(', 1000, ')')],
      ['', `select ${'not '.repeat(9000)}true`, `select ${'not '.repeat(50)}true`],
      ['', `select 1${'+1'.repeat(20_000)}`, `select 1${'+1'.repeat(100)}`],
      ['', nested('(select ', 2000, ')'), nested('(select ', 20, ')')],
      ['', nested('abs(', 1000, ')'), nested('abs(', 50, ')')],
      ['', `select 1${' union select 1'.repeat(1000)}`, `select 1${' union select 1'.repeat(50)}`],
      ['', `select 1${'::int'.repeat(5000)}`, `select 1${'::int'.repeat(20)}`],
      ['', `select ${'1,'.repeat(30_000)}1`, `select ${'1,'.repeat(1000)}1`],
      ['+', `select ${'+-'.repeat(30_000)}1`, `select ${'+ '.repeat(20)}1`],
      ['/', `select ${'/*'.repeat(30_000)}1`, `select /* ${'-'.repeat(200)} */ 1`],
      [
        'generate_series',
        `select * from generate_series(1, 100000000)`,
        `select * from generate_series(1, 1000)`,
      ],
      [
        'generate_series',
        `select generate_series(0, 1e9, 10)`,
        `select generate_series(0, 1e3, 10)`,
      ],
      [
        'generate_series',
        `select generate_series(100000000, 1, -1)`,
        `select generate_series(100, 1, -1)`,
      ],
      ['repeat', `select repeat(repeat('x', 30000), 30000)`, `select repeat(repeat('x', 30), 30)`],
      ['repeat', `select repeat('x', 600000000)`, `select repeat('x', 600)`],
      ['lpad', `select lpad('x', 600000000)`, `select lpad('x', 600)`],
      [
        'regexp_match',
        `select regexp_match('x', '${'(a*)*'.repeat(400)}')`,
        `select regexp_match('x', '(a*)')`,
      ],
      ['~', `select 'x' ~ '${'(a*)*'.repeat(400)}'`, `select 'x' ~ '(a*)'`],
    ],
  },
];
