import { REPORTING } from '@portal/testing/reporting-views';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET search_path TO pg_catalog, reporting');
  // The views have exactly the columns that the guard knows.
  for (const [name, columns] of Object.entries(REPORTING)) {
    await client.query(
      `CREATE VIEW pg_temp.${name} AS SELECT ${columns.join(', ')} FROM reporting.${name}`,
    );
  }
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function columnsOf(sql: string): Promise<string[]> {
  const { fields } = await client.query(`${sql} LIMIT 0`);
  return fields.map(({ name }) => name);
}

function problemOf(text: string): string | undefined {
  const check = checkQuery(text, REPORTING);
  return check.ok ? undefined : check.problems[0]?.message;
}

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `c${at + 1}`);

const FROM = [
  'tasks',
  'tasks, batches',
  'tasks join batches using (project_id, turing_batch_id)',
  'tasks t left join batches b using (turing_batch_id)',
  'tasks full join task_reviews using (turing_task_id, project_id) join batches using (turing_batch_id)',
  '(tasks join batches using (turing_batch_id)) as j',
  '(tasks join batches using (turing_batch_id)) as j(first, second)',
  'pods natural join pod_members',
  'pods natural join (select 1 as x) as nothing_in_common',
  'pods natural join pod_members natural left join tasks',
  'pods p, lateral (select p.name, m.* from pod_members m where m.pod_name = p.name) l',
  '(select * from pods natural join pod_members) as q(a, b)',
  'tasks t cross join lateral jsonb_each(t.metadata) with ordinality as e',
  'rows from (generate_series(1, 2), jsonb_each(null)) as f',
  'jsonb_to_record(null) as r(a int, b text)',
  '(values (1, 2), (3, 4)) as v(a)',
  '(select project_id, count(*) from tasks group by 1 union select 1, 2) as u',
];

describe('the columns of a query', () => {
  it.each(FROM)('GUARD-6 GUARD-15 equal those of PostgreSQL: %s', async (from) => {
    const columns = await columnsOf(`select * from ${from}`);
    const query = (aliases: readonly string[], column: string): string =>
      `select q.${column} from (select * from ${from}) as q(${aliases.join(', ')})`;
    const all = names(columns.length);
    expect(problemOf(query(all, all.at(-1) ?? ''))).toBeUndefined();
    // Renamed columns lose their names, the others keep theirs.
    const unique = columns.filter((name, at) => columns.indexOf(name) === at);
    for (const name of unique) {
      expect(problemOf(`select q.${name} from (select * from ${from}) as q`)).toBeUndefined();
      expect(problemOf(query(all, name))).toMatch(`The column ${name} is not available in q`);
    }
    const last = columns.at(-1) ?? '';
    expect(problemOf(query(all.slice(0, -1), last))).toBeUndefined();
  });

  it('GUARD-15 are at most as many as PostgreSQL accepts, and refused above', async () => {
    const list = (count: number): string => `select ${'1, '.repeat(count - 1)}1`;
    const wide = (count: number): string => `select * from (${list(count)}) as w, tasks`;
    const more = 'A table or result has at most 1,664 columns';
    const width = REPORTING['tasks']?.length ?? 0;
    const most = 1664 - width;
    for (const [honest, refused] of [
      [list(1664), list(1665)],
      [wide(most), wide(most + 1)],
      [`values (${'1, '.repeat(1663)}1)`, `values (${'1, '.repeat(1664)}1)`],
    ] as const) {
      expect(problemOf(honest)).toBeUndefined();
      await client.query(honest);
      expect(problemOf(refused)).toBe(more);
      await expect(client.query(refused)).rejects.toMatchObject({ code: '54011' });
    }
    const check = checkQuery(`select 0,\n${'1, '.repeat(1663)}2, 3`, REPORTING);
    expect(check).toMatchObject({
      ok: false,
      problems: [{ message: more, line: 2, column: 3 * 1663 + 1 }],
    });
    // A merged column counts once, so that this many tables have columns enough for each other.
    const merged = Math.floor(1663 / (width - 1));
    const joined = (join: string): string => `select * from tasks${` ${join}`.repeat(merged - 1)}`;
    expect(problemOf(joined('join tasks using (project_id)'))).toBeUndefined();
    expect(problemOf(joined('cross join tasks'))).toBe(more);
  });
});

describe('a name', () => {
  it('GUARD-6 in the condition of a JOIN belongs to one of its sides or to an outer query', async () => {
    const within = (condition: string, call: string): string =>
      `select (select count(*) from (select 1 as ${call}) as t, ${condition})
       from unnest(array['/etc/passwd']) as t`;
    const on = 'pods a join pods b on t.pg_read_file is not null';
    expect(problemOf(within(on, 'pg_read_file'))).toBe(
      'The column pg_read_file is not available in t',
    );
    // PostgreSQL reads it as a call with the outer row.
    const called = await client.query(within('pods a join pods b on t.upper > 1', 'upper')).then(
      () => 'a column',
      (error: unknown) => String(error),
    );
    expect(called).toContain('operator does not exist: text > integer');
    const lateral = 'pods a join lateral (select t.pg_read_file) as b on true';
    expect(problemOf(within(lateral, 'pg_read_file'))).toBeUndefined();
    await client.query(within(lateral, 'pg_read_file'));
    const where = 'pods a join pods b on true where t.pg_read_file = 1';
    expect(problemOf(within(where, 'pg_read_file'))).toBeUndefined();
    await client.query(within(where, 'pg_read_file'));
  });

  it.each([
    ['ASCII', 'a'.repeat(63), 'b', 'c'],
    ['two bytes', 'a'.repeat(62), 'é', 'è'],
    ['three bytes', 'a'.repeat(61), '中', '文'],
    ['four bytes', 'a'.repeat(60), '😀', '😁'],
  ])('GUARD-16 is cut after 63 bytes, as in PostgreSQL: %s', async (_, start, one, other) => {
    const query = (table: string, column: string): string =>
      `select "${table}"."${column}" from (select 1 as "${start}${other}") as "${start}${other}"`;
    expect(problemOf(query(start + one, start + one))).toBeUndefined();
    const { fields } = await client.query(query(start + one, start + one));
    expect(fields.map(({ name }) => name)).toEqual([start]);
    const shorter = start.slice(0, -1);
    expect(problemOf(query(shorter + one, start + one))).toContain('There is no table or alias');
    expect(problemOf(query(start + one, shorter))).toContain('is not available');
    await expect(client.query(query(start + one, shorter))).rejects.toMatchObject({
      code: '42703',
    });
  });
});
