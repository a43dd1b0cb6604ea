import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PATIENCE } from '@portal/testing/patience';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canReach, databaseAccount } from './account.js';
import { type EmbeddedPostgres, openEmbeddedCluster, startEmbeddedPostgres } from './embedded.js';
import { prepareHome, reachableBinaries } from './home.js';

let parent: string;
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  // As in CI: below a directory that only its owner can enter.
  parent = mkdtempSync(join(tmpdir(), 'portal-embedded-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  const location = join(parent, 'postgres', 'location');
  if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true });
  rmSync(parent, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dir: join(parent, 'postgres') });
  return running;
}

/** Process id of the server, from its lock file. */
async function postmaster(url: string): Promise<number> {
  const [row] = await query(
    url,
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  );
  return Number(row?.['pid']);
}

/** A zombie process does not count as alive. */
function lives(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout.trim());
}

describe('the embedded PostgreSQL', () => {
  it('RUN-25 starts in a directory that only its owner can enter, and keeps its data', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();

    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(statSync(join(parent, 'postgres', 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  it('RUN-54 keeps the data of a directory that was moved, and begins anew in its place', () => {
    const [dir, moved] = [join(parent, 'postgres'), join(parent, 'moved')];
    const account = databaseAccount();
    const isThere = (of: string) => existsSync(join(prepareHome(of, account).dir, 'kept'));
    writeFileSync(join(prepareHome(dir, account).dir, 'kept'), '');
    renameSync(dir, moved);
    expect(isThere(dir)).toBe(false);
    expect(isThere(moved)).toBe(true);
    rmSync(prepareHome(moved, account).dir, { recursive: true });
  });

  it('RUN-26 listens on loopback only and requires its password', async () => {
    const { url } = await start();
    const settings = await query(
      url,
      `SELECT current_setting('listen_addresses') AS addresses,
              current_setting('unix_socket_directories') AS sockets,
              current_setting('server_encoding') AS encoding`,
    );
    expect(settings).toEqual([{ addresses: '127.0.0.1', sockets: '', encoding: 'UTF8' }]);

    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  });

  it('RUN-29 stores its URL, readable by its owner only, while it runs', async () => {
    const postgres = await start();
    const file = join(parent, 'postgres', 'url');
    expect(readFileSync(file, 'utf8')).toBe(`${postgres.url}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await postgres.stop();
    expect(existsSync(file)).toBe(false);
  });

  it('RUN-53 refuses a cluster of another major version by name, and leaves it as it is', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const [row] = await query(first.url, 'SHOW data_directory');
    const marker = join(String(row?.['data_directory']), 'PG_VERSION');
    await first.stop();
    const own = readFileSync(marker, 'utf8');

    writeFileSync(marker, '17\n');
    await expect(start()).rejects.toThrow(
      `is of PostgreSQL 17, and this version of the portal has ${own.trim()}. Nothing was changed.`,
    );

    writeFileSync(marker, own);
    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('RUN-38 restarts on its port after a kill, without the previous sessions, and stops on request', async () => {
    const cluster = await openEmbeddedCluster({ dir: join(parent, 'postgres') });
    const first = cluster.start();
    running = { url: cluster.url, stop: () => first.stop().then(() => cluster.release()) };
    await first.ready;
    const pid = await postmaster(cluster.url);
    // A statement that checks for interrupts only at its end.
    const busy = query(cluster.url, 'SELECT count(*) FROM generate_series(1, 1e10)');
    const failed = expect(busy).rejects.toThrow(/terminat/);
    const session = await vi.waitFor(async () => {
      const [found] = await query(
        cluster.url,
        `SELECT pid FROM pg_stat_activity WHERE query LIKE '%1e10%' AND pid <> pg_backend_pid()`,
      );
      expect(found).toBeDefined();
      return Number(found?.['pid']);
    }, PATIENCE);
    process.kill(pid, 'SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    expect(lives(session)).toBe(true);

    const second = cluster.start();
    running.stop = () => second.stop().then(() => cluster.release());
    expect(await Promise.race([second.ready, second.ended])).toBeUndefined();
    await failed;
    expect(lives(session)).toBe(false);

    // On SIGTERM the server waits for its clients, and the portal keeps some connections open
    // forever.
    const client = new pg.Client({ connectionString: cluster.url });
    const gone = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    process.kill(await postmaster(cluster.url), 'SIGTERM');
    expect(await second.ended).toBe('exit code 0');
    await gone;
  });

  it.runIf(process.getuid?.() === 0)(
    'RUN-28 for root, gives the database account access to programs and data',
    () => {
      const account = databaseAccount();
      expect(account.uid).toBeGreaterThan(0);

      const home = prepareHome(join(parent, 'postgres'), account);
      expect(home.dir).not.toContain(parent);
      chmodSync(parent, 0o755);
      expect(prepareHome(join(parent, 'other'), account).dir).toBe(join(parent, 'other'));

      const root = join(parent, 'native');
      mkdirSync(join(root, 'bin'), { recursive: true });
      writeFileSync(join(root, 'bin', 'postgres'), 'a program');
      const installed = { root, version: `test-${process.pid}` };
      expect(reachableBinaries(installed, account)).toEqual(installed);
      chmodSync(parent, 0o700);
      const copied = reachableBinaries(installed, account);
      expect(canReach(account, join(copied.root, 'bin'), 'enter')).toBe(true);
      expect(readFileSync(join(copied.root, 'bin', 'postgres'), 'utf8')).toBe('a program');
      rmSync(copied.root, { recursive: true });
    },
  );
});
