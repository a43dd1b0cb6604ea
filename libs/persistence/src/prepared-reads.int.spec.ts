import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource, createPool } from './data-source.js';
import { PreparedReads } from './prepared-reads.js';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool({
    url: database.url,
    applicationName: 'spec',
    poolSize: 1,
    settings: { enable_sort: 'off' },
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('reads that are prepared', () => {
  it('are prepared once on a connection, and give what any query gives', async () => {
    const reads = new PreparedReads(pool);
    const read = (n: number) => reads.query('SELECT $1::bigint AS n, $1::int + 1 AS next', [n]);
    expect(await read(1)).toEqual([{ n: 1, next: 2 }]);
    expect(await read(2)).toEqual([{ n: 2, next: 3 }]);
    const prepared = await pool.query<{ calls: number }>(
      'SELECT (generic_plans + custom_plans)::int AS calls FROM pg_prepared_statements',
    );
    expect(prepared.rows).toEqual([{ calls: 2 }]);
  });

  it('are no more than a connection has room for, and run beyond that', async () => {
    const reads = new PreparedReads(pool);
    for (let n = 0; n < 300; n += 1) {
      expect(await reads.query(`SELECT ${n} AS n`)).toEqual([{ n }]);
    }
    const prepared = await pool.query('SELECT FROM pg_prepared_statements');
    expect(prepared.rowCount).toBeLessThan(250);
  });

  it('run with the settings of their pool', async () => {
    expect(await new PreparedReads(pool).query('SHOW enable_sort')).toEqual([
      { enable_sort: 'off' },
    ]);
  });

  it.each(['UTC', 'Asia/Kolkata'])('have instants as text in UTC where %s is set', async (zone) => {
    const options = { url: database.url, applicationName: 'spec', settings: { timezone: zone } };
    const own = createPool(options);
    const [row] = await new PreparedReads(own).query(
      `SELECT '2026-03-01 23:30:00.25-07'::timestamptz AS at, 'infinity'::timestamptz AS never`,
    );
    expect(row).toEqual({ at: '2026-03-02T06:30:00.250Z', never: null });
    await own.end();
  });

  it('run on the connections of a data source', async () => {
    const options = { url: database.url, applicationName: 'spec', poolSize: 1 };
    const dataSource = await createDataSource(options).initialize();
    const [own] = await dataSource.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
    const reads = PreparedReads.of(dataSource);
    expect(await reads.query('SELECT pg_backend_pid() AS pid')).toEqual([own]);
    await dataSource.destroy();
  });
});
