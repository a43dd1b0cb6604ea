import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../../testing/requests.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
beforeAll(async () => {
  world = await openStatsWorld();
});
afterAll(() => world.server.stop());

const exported = (id: number, query: string): Promise<Response> =>
  world.call('GET', `${id}/export?${query}`, undefined, world.trainer);

async function heldRoles(): Promise<number> {
  const [row] = await world.server.db.query<{ count: number }>(sql`
    SELECT count(*)::integer FROM reporting.sandbox_role WHERE expires_at > clock_timestamp()`);
  return row?.count ?? 0;
}

describe('the export of a custom statistic', () => {
  it('CST-40 is a CSV file with all rows, in which no text is a formula', async () => {
    const stat = await world.create({
      name: 'Überblick: 100 %',
      sql_query: `SELECT * FROM (VALUES
          (1, '=1+1', -5, 1.50::numeric, NULL, '{"a": "b"}'::jsonb),
          (2, '-1', 0, '-7', 'two' || chr(10) || 'lines', '[]'),
          (3, 'say "no"', 1, 'NaN', ',', '1')
        ) AS row (n, "@text", number, exact, nothing, json)`,
    });
    const response = await exported(stat.id, 'format=csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="_berblick__100__.csv"',
    );
    expect(await response.text()).toBe(
      [
        `n,'@text,number,exact,nothing,json`,
        `1,'=1+1,-5,1.50,,"{""a"":""b""}"`,
        `2,'-1,0,-7,"two\nlines",[]`,
        `3,"say ""no""",1,NaN,",",1`,
        '',
      ].join('\r\n'),
    );
  });

  it('CST-97 is written for Excel if asked', async () => {
    const stat = await world.create({ sql_query: `SELECT 1.5 AS n, 'a; b' AS "text"` });
    const file = async (query: string) =>
      Buffer.from(await (await exported(stat.id, query)).arrayBuffer()).toString();
    expect(await file('format=csv&dialect=excel')).toBe('\u{feff}n,text\r\n1.5,"a; b"\r\n');
    expect(await file('format=csv&dialect=excel-semicolon')).toBe(
      '\u{feff}n;text\r\n1,5;"a; b"\r\n',
    );
    const refused = await exported(stat.id, 'format=csv&dialect=lotus');
    expect(await problemIn(refused)).toMatchObject({
      status: 400,
      errors: [{ pointer: 'dialect' }],
    });
  });

  it('CST-41 CST-95 is a JSON file of objects, in which all columns have distinct names', async () => {
    const stat = await world.create({
      sql_query: `SELECT 1 AS n, 2 AS n, 3 AS n_2, 12345678901234567890 AS "__proto__"`,
    });
    const response = await exported(stat.id, 'format=json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe(
      '[\n{"n":1,"n_3":2,"n_2":3,"__proto__":"12345678901234567890"}\n]\n',
    );
    const counts = await world.create({
      sql_query: `SELECT count(*) + 3 AS n, 9007199254740991 AS most, 9007199254740992 AS more,
        -1.50 AS exact, 0.1234567890123456789 AS long, 'NaN'::numeric AS none, '7' AS text
        FROM tasks WHERE false`,
    });
    expect(await (await exported(counts.id, 'format=json')).json()).toEqual([
      {
        ...{ n: 3, most: 9007199254740991, more: '9007199254740992' },
        ...{ exact: -1.5, long: '0.1234567890123456789', none: 'NaN', text: '7' },
      },
    ]);
    const empty = await world.create({ sql_query: 'SELECT status FROM tasks WHERE false' });
    expect(await (await exported(empty.id, 'format=json')).json()).toEqual([]);
    expect(await (await exported(empty.id, 'format=csv')).text()).toBe('status\r\n');
  });

  it('CST-40 has all rows of a large result', async () => {
    const stat = await world.create({
      sql_query: `SELECT n, repeat('x', 500) AS text FROM generate_series(1, 60000) AS n`,
    });
    const lines = (await (await exported(stat.id, 'format=csv')).text()).split('\r\n');
    expect(lines).toHaveLength(60_002);
    expect(lines[60_000]?.startsWith('60000,xxx')).toBe(true);
    const rows: unknown = await (await exported(stat.id, 'format=json')).json();
    expect(rows).toHaveLength(60_000);
    await expect.poll(heldRoles).toBe(0);
  });

  it('CST-42 is an error response before the first byte, and an aborted transfer after it', async () => {
    const early = await world.create({ sql_query: 'SELECT 1 / n FROM generate_series(0, 5) AS n' });
    const refused = await exported(early.id, 'format=csv');
    expect([refused.status, (await problemIn(refused)).code]).toEqual([422, 'query-failed']);

    const late = await world.create({
      sql_query: `SELECT 1 / (9000 - n), repeat('x', 500) FROM generate_series(1, 10000) AS n`,
    });
    const broken = await exported(late.id, 'format=csv');
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow();
    await expect.poll(heldRoles).toBe(0);
  });

  it('CST-42 stops when the client disconnects', async () => {
    const stat = await world.create({
      sql_query: `SELECT n, repeat('x', 5000) FROM generate_series(1, 99999) AS n`,
    });
    const gone = new AbortController();
    const response = await fetch(world.url(`${stat.id}/export?format=csv`), {
      headers: { authorization: `Bearer ${world.trainer.token}` },
      signal: gone.signal,
    });
    await response.body?.getReader().read();
    expect(await heldRoles()).toBe(1);
    gone.abort();
    await expect.poll(heldRoles).toBe(0);
  });

  it('CST-43 requires a known format', async () => {
    const stat = await world.create();
    for (const query of ['', 'format=xlsx', 'format=csv&max_rows=5']) {
      expect((await exported(stat.id, query)).status).toBe(400);
    }
  });
});
