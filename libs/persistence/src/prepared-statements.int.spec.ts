import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from './pool.js';
import { isDatabaseAway } from './database-errors.js';
import { PreparedStatements } from './prepared-statements.js';

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

describe('prepared reads', () => {
  const preparedOn = async (): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM pg_prepared_statements',
    );
    return rows[0]?.n ?? 0;
  };

  it('are prepared on their connection from the second use on', async () => {
    const reads = new PreparedStatements(pool);
    const read = (n: number) => reads.query('SELECT $1::bigint AS n, $1::int + 1 AS next', [n]);
    expect(await read(1)).toEqual([{ n: 1, next: 2 }]);
    expect(await preparedOn()).toBe(0);
    for (const n of [2, 3]) expect(await read(n)).toEqual([{ n, next: n + 1 }]);
    expect(await preparedOn()).toBe(1);
  });

  it('stay prepared while others are read once, and evict the oldest above the limit', async () => {
    const reads = new PreparedStatements(pool);
    const before = await preparedOn();
    const kept = (): Promise<unknown> => reads.query('SELECT 1 AS kept');
    for (const _ of [1, 2]) await kept();
    for (let page = 0; page < 500; page += 1) await reads.query(`SELECT ${page} AS page`);
    await kept();
    expect(await preparedOn()).toBe(before + 1);
    // Statements that are read twice evict it; the same name is prepared again.
    for (let page = 0; page < 250; page += 1) {
      for (const _ of [1, 2]) await reads.query(`SELECT ${page} AS twice`);
    }
    expect(await kept()).toEqual([{ kept: 1 }]);
  });

  describe('that fail', () => {
    const inverse = (reads: PreparedStatements, value: unknown) =>
      reads.query('SELECT 1 / $1::integer AS inverse', [value]);
    const circular = { toPostgres: () => circular };

    it.each([
      ['in PostgreSQL', 0, /division by zero/],
      ['by a value that PostgreSQL cannot read', 'one', /invalid input syntax/],
      ['by a value that cannot be sent', circular, /circular/],
    ])(
      '%s report the reason each time, and the next read works',
      async (_where, value, message) => {
        const reads = new PreparedStatements(pool);
        for (let run = 0; run < 3; run += 1) {
          await expect(inverse(reads, value)).rejects.toThrow(message);
          expect(await inverse(reads, 1)).toEqual([{ inverse: 1 }]);
          expect(await inverse(reads, 1)).toEqual([{ inverse: 1 }]);
        }
      },
    );

    it('include the calling function in the stack', async () => {
      const reads = new PreparedStatements(pool);
      async function whoAsks(value: number): Promise<unknown> {
        return await inverse(reads, value).catch((error: unknown) => error);
      }
      for (let run = 0; run < 3; run += 1) {
        expect(await whoAsks(0)).toHaveProperty('stack', expect.stringContaining('whoAsks'));
        expect(await whoAsks(1)).toEqual([{ inverse: 1 }]);
      }
    });

    it('by a number that would lose digits also fail after earlier rows', async () => {
      const reads = new PreparedStatements(pool);
      const read = (n: string) => reads.query('SELECT unnest(ARRAY[1, $1::bigint, 2]) AS n', [n]);
      for (let run = 0; run < 3; run += 1) {
        await expect(read('9007199254740993')).rejects.toThrow(RangeError);
        expect(await read('3')).toEqual([{ n: 1 }, { n: 3 }, { n: 2 }]);
      }
    });

    it('with their connection report it, and the next read uses a new connection', async () => {
      const reads = new PreparedStatements(pool);
      const read = (ends: boolean) =>
        reads.query<{ pid: number }>(
          'SELECT pg_backend_pid() AS pid FROM pg_terminate_backend(CASE WHEN $1 THEN pg_backend_pid() END)',
          [ends],
        );
      const [first, again] = [await read(false), await read(false)];
      expect(again).toEqual(first);
      const error: unknown = await read(true).catch((reason: unknown) => reason);
      expect(isDatabaseAway(error)).toBe(true);
      expect(await read(false)).not.toEqual(first);
    });

    it('without a message from PostgreSQL also report it', async () => {
      const reads = new PreparedStatements(pool);
      const wait = (seconds: number) =>
        reads.query('SELECT 1 AS waited FROM pg_sleep($1::float8)', [seconds]);
      expect([await wait(0), await wait(0)]).toEqual([[{ waited: 1 }], [{ waited: 1 }]]);
      pool.once('acquire', (client: pg.PoolClient) => setImmediate(() => cut(client)));
      await expect(wait(60)).rejects.toThrow('cut');
      expect(await wait(0)).toEqual([{ waited: 1 }]);
    });

    it('by a connection that closes while it opens report it; the next read works', async () => {
      const proxy = await endingTheFirst(database.url);
      const options = { url: proxy.url, applicationName: 'spec' };
      const own = createPool(options);
      const reads = new PreparedStatements(own);
      const read = () => reads.query('SELECT 1 AS one');
      const error: unknown = await read().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(isDatabaseAway(error)).toBe(true);
      expect(await read()).toEqual([{ one: 1 }]);
      await own.end();
      const other = createPool(options);
      const reopened = new PreparedStatements(other);
      await pool.query('CREATE TABLE public.held AS SELECT 1 AS one');
      const wait = () => reopened.query('SELECT one FROM public.held');
      await wait();
      proxy.endNext();
      await pool.query('BEGIN; LOCK TABLE public.held');
      // The first read uses the open connection, and waits there.
      const reading = [wait(), wait()];
      await expect(reading[1]).rejects.toThrow();
      await pool.query('COMMIT');
      expect(await reading[0]).toEqual([{ one: 1 }]);
      expect(await Promise.all([wait(), wait()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
      await other.end();
      await proxy.close();
    });

    it('by a change of their table work from then on', async () => {
      const reads = new PreparedStatements(pool);
      await pool.query('CREATE TABLE public.changing AS SELECT 1 AS one');
      const read = () => reads.query('SELECT * FROM public.changing');
      expect([await read(), await read()]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
      await pool.query("ALTER TABLE public.changing ADD two text DEFAULT 'x'");
      await expect(read()).rejects.toThrow('cached plan must not change result type');
      expect([await read(), await read()]).toEqual([
        [{ one: 1, two: 'x' }],
        [{ one: 1, two: 'x' }],
      ]);
    });
  });

  it('wait for a free connection', async () => {
    const reads = new PreparedStatements(pool);
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const read = (n: number) => reads.query('SELECT $1::integer AS n', [n]);
    expect(await Promise.all(numbers.map(read))).toEqual(numbers.map((n) => [{ n }]));
  });

  it('run with the settings of their pool', async () => {
    expect(await new PreparedStatements(pool).query('SHOW enable_sort')).toEqual([
      { enable_sort: 'off' },
    ]);
  });

  it.each(['UTC', 'Asia/Kolkata'])(
    'return instants as text in UTC if the time zone is %s',
    async (zone) => {
      const options = { url: database.url, applicationName: 'spec', settings: { timezone: zone } };
      const own = createPool(options);
      const [row] = await new PreparedStatements(own).query(
        `SELECT '2026-03-01 23:30:00.25-07'::timestamptz AS at, 'infinity'::timestamptz AS never`,
      );
      expect(row).toEqual({ at: '2026-03-02T06:30:00.250Z', never: null });
      await own.end();
    },
  );
});

/** Simulates a lost network: no side sends a message. */
function cut(client: pg.PoolClient): void {
  const connection: unknown = Reflect.get(client, 'connection');
  if (connection instanceof pg.Connection) connection.stream.destroy(new Error('cut'));
}

const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/**
 * A proxy of PostgreSQL. The first connection, and the next one after `endNext`, receives "ready"
 * and "terminating connection" together.
 */
async function endingTheFirst(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isEnding = true;
  const server = createServer((client) => {
    const ends = isEnding;
    isEnding = false;
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('error', () => undefined));
    }
    client.pipe(upstream);
    upstream.on('end', () => client.end());
    upstream.on('data', (bytes) => {
      if (!ends || !bytes.subarray(-READY.length).equals(READY)) return client.write(bytes);
      client.end(Buffer.concat([bytes, fatal('57P01', 'terminating connection')]));
      return upstream.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    endNext: () => {
      isEnding = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
