import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseAccount } from './account.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.js';

const SECRET = 'somebody@example.com';
const ROLE = 'analyst';

let parent: string;
let dir: string;
let logFile: string;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'portal-server-log-'));
  // The database account must be able to enter it.
  chmodSync(parent, 0o755);
  dir = join(parent, 'postgres');
  logFile = join(parent, 'logs', 'database.log');
  postgres = await startEmbeddedPostgres({ dir, logFile });
  const owner = await connect();
  await owner.query(`
    CREATE ROLE ${ROLE} LOGIN PASSWORD 'x';
    CREATE TABLE member (email text PRIMARY KEY, age integer CHECK (age > 0));
    INSERT INTO member VALUES ('${SECRET}', 30), ('other', 40);
    CREATE FUNCTION fail(text) RETURNS text LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no %', $1 USING DETAIL = $1, HINT = $1; END $$;
    GRANT ALL ON member TO ${ROLE}`);
  await owner.end();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function connect(user?: string, password = 'x'): Promise<pg.Client> {
  const url = new URL(postgres.url);
  if (user !== undefined) Object.assign(url, { username: user, password });
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function logged(): string {
  return readFileSync(logFile, 'utf8');
}

async function failure(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  }
  return 'none';
}

/** Statements that fail or that the server would log, by error code. */
const STATEMENTS: [name: string, code: string, text: string, values?: unknown[]][] = [
  ['a value of another type', '22P02', `SELECT '${SECRET}'::integer`],
  ['a parameter of another type', '22P02', 'SELECT $1::text::integer', [SECRET]],
  [
    'a parameter that is told of',
    '22P02',
    `SELECT set_config('log_parameter_max_length_on_error', '-1', false), $1::text::integer`,
    [SECRET],
  ],
  ['a value that is there', '23505', 'INSERT INTO member VALUES ($1, 1)', [SECRET]],
  ['a row against a check', '23514', `INSERT INTO member VALUES ('${SECRET} x', -1)`],
  ['a syntax error', '42601', `SELECT '${SECRET}' FROM FROM`],
  ['a name that is not there', '42703', `SELECT "${SECRET}"`],
  ['an error of a function', 'P0001', `SELECT fail(email) FROM member`],
  ['an error of a block', 'P0001', `DO $$ BEGIN RAISE EXCEPTION '${SECRET}'; END $$`],
  ['a warning', 'none', `DO $$ BEGIN RAISE WARNING '${SECRET}'; END $$`],
  ['a line for the log', 'none', `DO $$ BEGIN RAISE LOG '${SECRET}'; END $$`],
  [
    'a statement out of time',
    '57014',
    `SET statement_timeout = 10; SELECT pg_sleep(60), '${SECRET}'`,
  ],
  ['a printed plan', 'none', `SET debug_print_plan = on; SELECT '${SECRET}'`],
  [
    'an error in a parallel worker',
    '22P02',
    `SET debug_parallel_query = on; SELECT email::integer FROM member`,
  ],
  ['a fatal error', '22P02', `SET exit_on_error = on; SELECT '${SECRET}'::integer`],
];

describe('the log of the embedded PostgreSQL', () => {
  it.each([
    ['the owner', undefined],
    ['a role', ROLE],
  ])('RUN-37 contains no value of failed statements in a session of %s', async (_, user) => {
    for (const [name, code, text, values] of STATEMENTS) {
      const client = await connect(user);
      const got = await failure(values ? client.query(text, values) : client.query(text));
      expect(`${name}: ${got}`).toBe(`${name}: ${code}`);
      await client.end();
    }
    expect(logged()).not.toContain(SECRET);
  });

  it('RUN-37 contains no value of a line that COPY refuses or of a deadlock', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.query(`CREATE TABLE line (n integer)`);
    const copy = `COPY line FROM PROGRAM 'echo ${SECRET}'`;
    expect(await failure(one.query(copy))).toBe('22P02');

    const touch = (email: string): string =>
      `UPDATE member SET age = age + 1 WHERE email = '${email}' AND '${SECRET}' > ''`;
    for (const client of [one, other]) await client.query('BEGIN');
    await one.query(touch(SECRET));
    await other.query(touch('other'));
    const ends = await Promise.all([
      failure(one.query(touch('other'))),
      failure(other.query(touch(SECRET))),
    ]);
    expect(ends.toSorted()).toEqual(['40P01', 'none']);
    for (const client of [one, other]) await client.end();
    expect(logged()).not.toContain(SECRET);
  });

  it('RUN-37 contains a crash, but no statement of the crashed session', async () => {
    const client = await connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const end = failure(client.query(`SELECT pg_sleep(60), '${SECRET}'`));
    const watcher = await connect();
    await expect
      .poll(async () => {
        const active = await watcher.query(
          `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`,
          [rows[0]?.pid],
        );
        return active.rowCount;
      })
      .toBe(1);
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    expect(await end).toMatch(/Connection terminated/);
    await expect.poll(logged).toContain('terminated by signal 9');
    await expect.poll(() => failure(connect())).toBe('none');
    expect(logged()).not.toContain(SECRET);
  });

  it.runIf(spawnSync('prlimit', ['--version']).status === 0)(
    'RUN-37 contains no statement of a session that ran out of memory',
    async () => {
      const client = await connect(ROLE);
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const limit = ['--pid', String(rows[0]?.pid), `--as=${1024 ** 3}`];
      expect(spawnSync('prlimit', limit, { ...databaseAccount(), cwd: '/' }).status).toBe(0);
      const long = `SELECT length(repeat('${SECRET}', 40000000)), $1::text`;
      expect(await failure(client.query(long, [SECRET]))).toBe('53200');
      await client.end();
      await expect.poll(logged).toMatch(/total in \d+ blocks/);
      await expect.poll(logged).toContain('Grand total');
      expect(logged()).not.toContain(SECRET);
    },
  );

  it('RUN-37 contains refused logins, and a role cannot add more', async () => {
    await expect(connect(ROLE, 'guessed')).rejects.toThrow(/password authentication failed/);
    await expect.poll(logged).toContain(`password authentication failed for user "${ROLE}"`);
    const client = await connect(ROLE);
    for (const name of ['log_min_messages', 'log_error_verbosity', 'log_statement']) {
      expect(await failure(client.query(`SET ${name} = default`))).toBe('42501');
    }
    await client.end();
  });

  it('RUN-37 contains no values on a cluster of an earlier version, whose log is removed', async () => {
    const client = await connect();
    await client.query('ALTER ROLE ALL RESET ALL');
    await client.end();
    await postgres.stop();
    const former = join(dir, 'postgres.log');
    writeFileSync(former, `ERROR:  no ${SECRET}\n`);
    postgres = await startEmbeddedPostgres({ dir, logFile });
    const again = await connect();
    expect(await failure(again.query(`SELECT '${SECRET}'::integer`))).toBe('22P02');
    await again.end();
    expect(logged()).toContain('ready to accept connections');
    expect(logged()).not.toContain(SECRET);
    expect(existsSync(former)).toBe(false);
  });
});
