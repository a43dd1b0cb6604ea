import { REPORTING } from '@portal/testing/reporting-views';
import { afterAll, describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.js';
import { GuardThreads } from './guard-threads.js';

const guard = new GuardThreads(REPORTING);
afterAll(() => guard.close());

async function problems(text: string): Promise<[string, number][]> {
  const check = await guard.check(text);
  return check.ok ? [] : check.problems.map(({ message, position }) => [message, position]);
}

async function accepted(text: string): Promise<[string, readonly string[]]> {
  const check = await guard.check(text);
  if (!check.ok) throw new Error(check.problems[0]?.message);
  return [check.sql, check.placeholders];
}

describe('a placeholder', () => {
  it('GUARD-3 becomes a typed parameter and keeps all positions', async () => {
    const text = `select 'é' from tasks where project_id={{project_id}} -- {{ project_id }}`;
    const [sql, names] = await accepted(text);
    expect(sql).toBe(`select 'é' from tasks where project_id= $1::int4      -- {{ project_id }}`);
    expect([sql.length, names]).toEqual([text.length, ['project_id']]);
  });

  it('GUARD-20 start_date, end_date and batch_ids become typed parameters, without a gap between the numbers', async () => {
    const text = `select {{batch_ids}},{{end_date}}, {{ end_date }} from tasks where {{  batch_ids  }} is null`;
    const [sql, names] = await accepted(text);
    expect(sql).toBe(
      `select  $2::int8[]  , $1::date   ,  $1::date      from tasks where  $2::int8[]       is null`,
    );
    expect([sql.length, names]).toEqual([text.length, ['end_date', 'batch_ids']]);
    const [, all] = await accepted(
      'select {{batch_ids}}, {{end_date}}, {{start_date}}, {{project_id}}',
    );
    expect(all).toEqual(['project_id', 'start_date', 'end_date', 'batch_ids']);
  });

  it('GUARD-20 brackets after a placeholder are refused, as they would change its type', async () => {
    for (const [written, at] of [
      ['{{ batch_ids }}[1]', '{{ batch_ids }}'],
      ['{{ start_date }}[]', '{{ start_date }}'],
      ['{{ end_date }} array', '{{ end_date }}'],
      ['{{ project_id }}(3)', '{{ project_id }}'],
    ]) {
      expect(await problems(`select ${written}`)).toEqual([[`Write (${at}) before brackets`, 8]]);
    }
    await accepted(
      'select ({{ batch_ids }})[1], {{ batch_ids }}::text, {{ start_date }}::timestamptz',
    );
  });

  it('GUARD-3 stays text inside strings, names and comments', async () => {
    for (const text of [
      `select '{{ project_id }}'`,
      `select $$ {{ project_id }} {{ other }} $$`,
      `select 1 as "{{ project_id }}"`,
      `select /* {{ project_id }} /* {{ other }} */ */ 1 -- {{ other }}`,
    ]) {
      expect(await accepted(text)).toEqual([text, []]);
    }
  });

  it('GUARD-3 of another name is refused at its position, with those that exist', async () => {
    const all = 'use {{ project_id }}, {{ start_date }}, {{ end_date }} or {{ batch_ids }}';
    expect(await problems(`select 'é😀', {{ user_id }}, {{ x y }}`)).toEqual([
      [`The placeholder {{ user_id }} is unknown; ${all}`, 15],
      [`The placeholder {{ x y }} is unknown; ${all}`, 30],
    ]);
    expect(await problems('select $1')).toEqual([[`The parameter $1 is not available; ${all}`, 8]]);
    expect(await problems('select 1 as {{ project_id }}')).toEqual([
      ['Syntax error at or near "{{ project_id }}"', 13],
    ]);
    expect(await problems('select {{ end_date }} as {{ batch_ids }}')).toEqual([
      ['Syntax error at or near "{{ batch_ids }}"', 26],
    ]);
  });
});

describe('a refusal', () => {
  it('GUARD-4 states the error and a correct alternative', async () => {
    const hints: [string, string][] = [
      ['select * from core.task', 'The table core.task is not available; use tasks'],
      ['select * from taks', 'The table taks is not available; use tasks'],
      ['select ifnull(1, 2)', 'The function ifnull is not available; use coalesce'],
      ['select lenght(status) from tasks', 'The function lenght is not available; use length'],
      ['select t.statuss from tasks t', 'The column statuss is not available in t; use status'],
      ['select 1::numerc', 'The type numerc is not available; use numeric'],
      ['drop table tasks', 'Only SELECT and WITH queries are allowed'],
      ['', 'SQL query is required'],
    ];
    for (const [text, message] of hints) {
      expect((await problems(text)).map(([first]) => first)).toEqual([message]);
    }
  });

  it('GUARD-4 lists errors in the order of the text', async () => {
    const text = `select pg_sleep(1),\n  current_user\nfrom core.task`;
    const check = await guard.check(text);
    if (check.ok) throw new Error('passed');
    expect(check.problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 8],
      [2, 3],
      [3, 6],
    ]);
    const many = await problems(`select ${'pg_sleep(1),'.repeat(100)} 1`);
    expect(many).toHaveLength(20);
  });

  it('GUARD-5 depends on the given relations', async () => {
    const text = 'select notes.body from other.notes';
    expect(await problems(text)).not.toEqual([]);
    const check = checkQuery(text, { notes: ['body'] }, 'other');
    expect(check).toMatchObject({ ok: true });
    expect(checkQuery('table tasks', { notes: ['body'] })).toMatchObject({ ok: false });
  });

  it('GUARD-6 distinguishes a column from a call, whatever its name is', async () => {
    const call = `select f.pg_read_file from unnest(array['/etc/passwd']) as f`;
    expect(await problems(call)).toEqual([['The column pg_read_file is not available in f', 8]]);
    await accepted(`select q.pg_read_file from (select 1 as pg_read_file) as q`);
    await accepted(`select f.pg_read_file from unnest(array['x']) as f(pg_read_file)`);
  });
});
