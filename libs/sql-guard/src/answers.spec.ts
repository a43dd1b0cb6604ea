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

async function accepted(text: string): Promise<[string, boolean]> {
  const check = await guard.check(text);
  if (!check.ok) throw new Error(check.problems[0]?.message);
  return [check.sql, check.usesProjectId];
}

describe('the placeholder', () => {
  it('GUARD-3 becomes a typed parameter and keeps all positions', async () => {
    const text = `select 'é' from tasks where project_id={{project_id}} -- {{ project_id }}`;
    const [sql, uses] = await accepted(text);
    expect(sql).toBe(`select 'é' from tasks where project_id= $1::int4      -- {{ project_id }}`);
    expect([sql.length, uses]).toEqual([text.length, true]);
  });

  it('GUARD-3 stays text inside strings, names and comments', async () => {
    for (const text of [
      `select '{{ project_id }}'`,
      `select $$ {{ project_id }} {{ other }} $$`,
      `select 1 as "{{ project_id }}"`,
      `select /* {{ project_id }} /* {{ other }} */ */ 1 -- {{ other }}`,
    ]) {
      expect(await accepted(text)).toEqual([text, false]);
    }
  });

  it('GUARD-3 is the only one; another name is refused at its position', async () => {
    expect(await problems(`select 'é😀', {{ user_id }}, {{ x y }}`)).toEqual([
      ['The placeholder {{ user_id }} is unknown; use {{ project_id }}', 15],
      ['The placeholder {{ x y }} is unknown; use {{ project_id }}', 30],
    ]);
    expect(await problems('select $1')).toEqual([
      ['The parameter $1 is not available; use {{ project_id }}', 8],
    ]);
    expect(await problems('select 1 as {{ project_id }}')).toEqual([
      ['Syntax error at or near "{{ project_id }}"', 13],
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
