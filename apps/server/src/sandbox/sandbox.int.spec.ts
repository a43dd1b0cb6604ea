import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { sql } from '@portal/persistence/sql';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../testing/shared-server.js';
import type { TestServer } from '../testing/test-server.js';
import { QueryError } from './query-error.js';
import { Sandbox } from './sandbox.js';
import type { BoundValue, SandboxResult, SandboxRun } from './sandbox-query.js';

let server: TestServer;
let sandbox: Sandbox;
let alpha: number;
let beta: number;

beforeAll(async () => {
  server = await sharedServer();
  sandbox = server.app.get(Sandbox);
  const projects = await server.db.query<{ id: number }>(
    sql`INSERT INTO core.project (name) VALUES ('Alpha'), ('Beta') RETURNING id`,
  );
  [alpha = 0, beta = 0] = projects.map(({ id }) => id);
  await server.db.query(
    sql`
      INSERT INTO core.batch (project_id, turing_batch_id, name)
      SELECT id, id, 'Batch' FROM core.project WHERE id > 0`,
  );
  await server.db.query(
    sql`
      INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at)
      SELECT project.id * 1000 + n, project.id, project.id, 'completed', '2026-01-02T07:30:00Z'
      FROM core.project, generate_series(1, 5) AS n WHERE project.id > 0`,
  );
});
afterAll(() => server.stop());

function run(text: string, more: Partial<SandboxRun> = {}): Promise<SandboxResult> {
  return sandbox.run({ sql: text, projectId: alpha, timeoutSeconds: 60, maxRows: 100, ...more });
}

async function cell(expression: string): Promise<unknown> {
  return (await run(`SELECT ${expression}`)).rows[0]?.[0];
}

/** Sessions that still run a query, and sandbox roles that are still bound. */
async function left(): Promise<readonly unknown[]> {
  return server.db.query(sql`
    SELECT usename FROM pg_stat_activity
    WHERE usename LIKE 'portal!_sandbox!_role!_%' ESCAPE '!' AND datname = current_database()
    UNION ALL
    SELECT role FROM reporting.sandbox_role WHERE expires_at > now()`);
}

describe('a run of custom SQL', () => {
  it('SBX-53 binds every value beside the text, which none of them changes', async () => {
    const texts = [
      ...NAUGHTY_STRINGS,
      `'; DROP TABLE core.task; --`,
      `$$`,
      `{1,2}`,
      `\\'`,
      '$2',
      '"',
    ];
    const storable = texts.filter((text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text));
    for (const values of [storable.slice(0, 200), storable.slice(-200)]) {
      const list = values.map((_, at) => `$${at + 1}::text`).join(', ');
      expect((await run(`SELECT ${list}`, { parameters: values })).rows).toEqual([values]);
    }
    const ids = Array.from({ length: 1_000 }, (_, n) => Number.MAX_SAFE_INTEGER - n);
    const count = 'SELECT cardinality($1::int8[]), $1::int8[] IS NULL, ($1::int8[])[1]::text';
    const counted = async (value: BoundValue) =>
      (await run(count, { parameters: [value] })).rows[0];
    expect(await counted(ids)).toEqual([1_000, false, String(Number.MAX_SAFE_INTEGER)]);
    expect(await counted([])).toEqual([0, false, null]);
    expect(await counted(null)).toEqual([null, true, null]);
    // A value that is none of its type ends the run, and shows no word of it.
    for (const value of [`2026-01-01'; SELECT 1; --`, 'x', '2026-02-30', '{}']) {
      const failed = run('SELECT $1::date', { parameters: [value] });
      await expect(failed).rejects.toMatchObject({ code: 'query-failed' });
      await expect(failed).rejects.not.toThrow(value);
    }
    expect((await run('SELECT $1::date', { parameters: ['2026-01-31'] })).rows).toEqual([
      ['2026-01-31'],
    ]);
  });

  it('SBX-52 takes nothing from other runs when its timeout ends before its query begins', async () => {
    for (let n = 0; n < 10; n += 1) {
      const short = run('SELECT pg_sleep(1)', { timeoutSeconds: 0.001 });
      await expect(short).rejects.toMatchObject({ code: 'query-timeout' });
    }
    expect(await cell('1')).toBe(1);
  });

  it('SBX-10 reads only its own project, with its parameters bound', async () => {
    const count = async (projectId: number): Promise<unknown> =>
      (
        await run('SELECT DISTINCT project_id, count(*) FROM tasks GROUP BY 1 ORDER BY 1', {
          projectId,
        })
      ).rows;
    expect(await count(alpha)).toEqual([[alpha, '5']]);
    expect(await count(beta)).toEqual([[beta, '5']]);
    expect(await count(0)).toEqual([
      [alpha, '5'],
      [beta, '5'],
    ]);
    const bound = await run(
      'SELECT turing_task_id FROM tasks WHERE project_id = $1 AND status = $2',
      {
        parameters: [alpha, 'completed'],
        maxRows: 1,
      },
    );
    expect(bound.rows).toEqual([[String(alpha * 1000 + 1)]]);
    expect(await sandbox.report()).toEqual({ open: [] });
  });

  it('SBX-11 returns columns with types and rows in their order, and reports whether there are more', async () => {
    const result = await run('SELECT n, n AS n, n::text AS "?" FROM generate_series(1, 3) AS n', {
      maxRows: 2,
    });
    expect(result.executionTimeMs).toBeGreaterThan(0);
    expect(result).toMatchObject({
      columns: [
        { name: 'n', type: 'integer' },
        { name: 'n', type: 'integer' },
        { name: '?', type: 'text' },
      ],
      rows: [
        [1, 1, '1'],
        [2, 2, '2'],
      ],
      rowCount: 2,
      truncated: true,
    });
    expect(await run('SELECT n FROM generate_series(1, 2) AS n', { maxRows: 2 })).toMatchObject({
      rowCount: 2,
      truncated: false,
    });
    expect(await run('SELECT 1 AS one WHERE false')).toMatchObject({
      columns: [{ name: 'one', type: 'integer' }],
      rows: [],
      rowCount: 0,
      truncated: false,
    });
  });

  it.each([
    ['9007199254740993::bigint', '9007199254740993'],
    ['0.10::numeric', '0.10'],
    ['1.5::float8', 1.5],
    [`'NaN'::float8`, 'NaN'],
    ['true', true],
    ['NULL', null],
    [`date '2026-03-29'`, '2026-03-29'],
    [`timestamp '2026-01-02 03:04:05.6'`, '2026-01-02T03:04:05.6'],
    [`timestamptz '2026-01-02T03:04:05Z'`, '2026-01-01T19:04:05-08:00'],
    [`timestamptz 'infinity'`, 'infinity'],
    [`interval '1 day 2 hours'`, 'P1DT2H'],
    [`jsonb '{"a": [1, {"b": "x"}]}'`, { a: [1, { b: 'x' }] }],
    [`jsonb 'null'`, null],
    [`jsonb '{"a": 12345678901234567890, "b": 1.10}'`, '{"a": 12345678901234567890, "b": 1.10}'],
    [`json '[1e400, 2]'`, '[1e400, 2]'],
    [
      `jsonb '{"id": "12345678901234567890e5", "n": 0.25}'`,
      { id: '12345678901234567890e5', n: 0.25 },
    ],
    [`'\\x00ff'::bytea`, '\\x00ff'],
    [`array['a', 'b c']`, '{a,"b c"}'],
    [
      `(repeat('[', 600) || repeat(']', 600))::jsonb::text`,
      expect.stringMatching(/^\[{600}\]{600}$/),
    ],
    [`(repeat('[', 600) || repeat(']', 600))::jsonb`, expect.stringMatching(/^\[{600}\]{600}$/)],
  ])('SBX-12 returns %s exactly', async (expression, value) => {
    expect(await cell(expression)).toEqual(value);
  });

  it('SBX-13 uses days of the reporting time zone', async () => {
    const day = await run('SELECT DISTINCT completed_at::date FROM tasks');
    expect(day.rows).toEqual([['2026-01-01']]);
  });

  it('SBX-14 reports the error and its position in the query', async () => {
    const wrong = await run('SELECT tusk\nFROM tasks').catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(QueryError);
    expect(wrong).toMatchObject({
      code: 'query-failed',
      detail: 'column "tusk" does not exist (SQLSTATE 42703 at character 8)',
      sqlState: '42703',
      position: 8,
    });
    await expect(run('SELECT statsu FROM tasks')).rejects.toMatchObject({
      detail: 'column "statsu" does not exist; use tasks.status (SQLSTATE 42703 at character 8)',
    });
    await expect(run('SELECT 1 FROM tasks a, tasks b WHERE statsu = 1')).rejects.toThrow(
      'column "statsu" does not exist; use a.status or b.status (',
    );
    await expect(run('SELECT 1 / 0')).rejects.toMatchObject({
      detail: 'Division by zero (SQLSTATE 22012)',
    });
    await expect(run('SELECT 1\0')).rejects.toMatchObject({ code: 'query-failed' });
    await expect(run('')).rejects.toMatchObject({ code: 'query-failed' });
  });

  it.each([
    [`count(*) FILTER (WHERE status::int > 0)`, 'A value is not a valid integer (SQLSTATE 22P02)'],
    [`max(status::timestamptz)`, /^A value is not a valid timestamp with time zone \(/],
    [
      `max(to_date(status, 'YYYY'))`,
      /^A text is not a valid date or time in .* \(SQLSTATE 22007\)$/,
    ],
    [`count(status::json)`, 'A value is not a valid json (SQLSTATE 22P02)'],
    [`max(array_length(status::int[], 1))`, 'A value is not a valid array (SQLSTATE 22P02)'],
    [
      `count(now() AT TIME ZONE status)`,
      /^An argument of a function is not a value that it accepts/,
    ],
    [`count('' ~ ('[' || status))`, 'A regular expression is not valid (SQLSTATE 2201B)'],
    [`count(status::jsonpath)`, /^A format or path in the data .* \(SQLSTATE 42601\)$/],
    [`max(1 / (number_of_turns - number_of_turns))`, 'Division by zero (SQLSTATE 22012)'],
    [
      `max(repeat(status, 999999999))`,
      'The query exceeds a limit of the database (SQLSTATE 54000)',
    ],
    [`(SELECT status FROM tasks)`, /^A subquery returned more than one row .* \(SQLSTATE 21000\)$/],
  ])('SBX-43 reports an error on data without a value: %s', async (expression, detail) => {
    const failed = await run(`SELECT ${expression} FROM tasks`).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(QueryError);
    const told = failed instanceof QueryError ? failed.detail : '';
    if (typeof detail === 'string') expect(told).toBe(detail);
    else expect(told).toMatch(detail);
    expect(JSON.stringify(failed)).not.toContain('complet');
  });

  it('SBX-43 reports the position of an invalid constant', async () => {
    await expect(run(`SELECT 1,\n'one'::int`)).rejects.toMatchObject({
      detail: 'A value is not a valid integer (SQLSTATE 22P02 at character 11)',
    });
  });

  it('SBX-15 stops at its timeout and releases its session and its role', async () => {
    const long = run('SELECT count(*) FROM generate_series(1, 100000000000)', {
      timeoutSeconds: 1,
    });
    await expect(long).rejects.toMatchObject({ code: 'query-timeout' });
    await expect.poll(left).toEqual([]);
  });

  it('SBX-16 is cancelled by its signal while it waits, connects or runs', async () => {
    for (const milliseconds of [0, 5, 300]) {
      const signal = AbortSignal.timeout(milliseconds);
      const long = run('SELECT count(*) FROM generate_series(1, 100000000000)', { signal });
      await expect(long).rejects.toMatchObject({ code: 'query-cancelled' });
    }
    await expect.poll(left).toEqual([]);
  });

  it('SBX-17 stops at a result of 16 MiB, in many rows or in one value', async () => {
    const rows = run(`SELECT repeat('x', 20000) FROM generate_series(1, 10000)`, {
      maxRows: 10_000,
    });
    await expect(rows).rejects.toMatchObject({ code: 'query-too-large' });
    const value = run(`SELECT repeat(repeat('x', 10000), 2000)`);
    await expect(value).rejects.toMatchObject({ code: 'query-too-large' });
    const below = await run(`SELECT repeat('x', 15 * 1024 * 1024)`);
    expect(below.rows[0]?.[0]).toHaveLength(15 * 1024 * 1024);
    await expect.poll(left).toEqual([]);
  });

  it('SBX-46 refuses more than 500,000 JSON values, but not as text', async () => {
    const objects = (count: number): string => `'[' || repeat('{},', ${count}) || '0]'`;
    const most = await cell(`(${objects(200_000)})::json`);
    expect(most).toHaveLength(200_001);
    const rows = run(`SELECT (${objects(30_000)})::json FROM generate_series(1, 10)`);
    await expect(rows).rejects.toMatchObject({ code: 'query-too-large' });
    const value = run(`SELECT (${objects(5_000_000)})::json`);
    await expect(value).rejects.toMatchObject({ code: 'query-too-large' });
    expect(await cell(`(${objects(300_000)})::json::text`)).toHaveLength(900_003);
  });

  it('SBX-28 has a memory limit, which stops only this query', async ({ skip }) => {
    skip(spawnSync('prlimit', ['--version']).status !== 0, 'there is no prlimit here');
    const [own] = await server.db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const command = await readFile(`/proc/${own?.pid}/comm`, 'utf8').catch(() => '');
    skip(command.trim() !== 'postgres', 'the database runs elsewhere');
    const big = `SELECT cardinality(array_agg(text)) FROM (
      SELECT repeat(repeat(chr(64 + n), 30000), 20000) AS text FROM generate_series(1, 2) AS n) AS big`;
    await expect(run(big)).rejects.toMatchObject({ code: 'query-failed', sqlState: '53200' });
    expect(await cell('1')).toBe(1);
    // A crash would have ended every other backend.
    expect(
      await server.db.query('SELECT pid FROM pg_stat_activity WHERE pid = $1', [own?.pid]),
    ).toEqual([own]);
  });

  it('SBX-25 returns the columns without running the query', async () => {
    const describe = (sql: string) =>
      sandbox.describe({ sql, projectId: alpha, timeoutSeconds: 5 });
    const endless =
      'SELECT n, n::text AS text FROM generate_series(1, 100000000000) AS n ORDER BY 2';
    expect(await describe(endless)).toEqual([
      { name: 'n', type: 'bigint' },
      { name: 'text', type: 'text' },
    ]);
    expect(await describe('SELECT 1 / n AS x FROM generate_series(0, 1) AS n')).toHaveLength(1);
    await expect(describe('SELECT nothing FROM tasks')).rejects.toMatchObject({ position: 8 });
    await expect.poll(left).toEqual([]);
  });

  it('SBX-26 delivers every row in pieces, each after the previous one is taken', async () => {
    const pieces: number[] = [];
    let isTaking = false;
    const read = (sql: string, take: (rows: number) => void) =>
      sandbox.readAll(
        { sql, projectId: alpha, timeoutSeconds: 60 },
        {
          begin: (columns) => expect(columns).toEqual([{ name: 'n', type: 'integer' }]),
          async take(rows) {
            expect(isTaking).toBe(false);
            isTaking = true;
            await new Promise((resolve) => setImmediate(resolve));
            isTaking = false;
            take(rows.length);
          },
        },
      );
    await read('SELECT n FROM generate_series(1, 1234) AS n', (rows) => pieces.push(rows));
    expect(pieces.reduce((sum, rows) => sum + rows)).toBe(1234);
    expect(pieces.length).toBeGreaterThan(2);

    let seen = 0;
    const failing = read(
      'SELECT 10 / (900 - n) AS n FROM generate_series(1, 1000) AS n',
      (rows) => {
        seen += rows;
      },
    );
    await expect(failing).rejects.toMatchObject({ code: 'query-failed' });
    expect(seen).toBe(500);
    await expect.poll(left).toEqual([]);
  });
});
