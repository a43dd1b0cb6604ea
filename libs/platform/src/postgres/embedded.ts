import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { keptSecret } from '../kept-secret.js';
import { type Account, databaseAccount } from './account.js';
import { findBinaries, type PostgresBinaries, program } from './binaries.js';
import { guard } from './guard.js';
import { type ClusterHome, prepareHome, reachableBinaries } from './home.js';
import { clearLeftovers } from './leftovers.js';
import { claim } from './owner.js';
import { serverSettings } from './settings.js';

export interface EmbeddedPostgresOptions {
  /** Kept from start to start; created when missing. */
  readonly dir: string;
  /** A free port by default. */
  readonly port?: number;
  /** For tests: gives up durability for speed, and is removed when stopped. */
  readonly temporary?: boolean;
  readonly log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Owner connection to the database `portal`; listens on loopback only. */
  readonly url: string;
  stop(): Promise<void>;
}

const DATABASE = 'portal';
const START_MS = 60_000;
const STOP_MS = 30_000;
const run = promisify(execFile);

/**
 * Starts the PostgreSQL that came with the packages, creating the cluster the first time. Works
 * for any user, root included, wherever the directory lies. The server ends with this process,
 * however that ends; what a killed process left behind is cleared at the next start. While it runs,
 * `<dir>/url` holds its address for the owner of the directory.
 * @throws {ClusterInUseError} when another living process runs this cluster
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const account = databaseAccount();
  const home = prepareHome(options.dir, account);
  const release = claim(home.dir);
  const addressFile = join(resolve(options.dir), 'url');
  try {
    const binaries = reachableBinaries(findBinaries(), account);
    const password = keptSecret(resolve(options.dir), 'postgres-password');
    if (!existsSync(join(home.data, 'PG_VERSION'))) {
      log('creating the database cluster');
      await initialise(binaries, home, account, password);
    }
    await clearLeftovers(binaries, home, account);

    const port = options.port ?? (await freePort());
    const server = launch(
      binaries,
      home,
      account,
      serverSettings(port, options.temporary ?? false),
    );
    const dismissGuard = guard(server);
    const url = (database: string): string =>
      `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
    await untilReady(server, url('postgres'), home);
    await createDatabase(url('postgres'));
    writeFileSync(addressFile, `${url(DATABASE)}\n`, { mode: 0o600 });
    log(`PostgreSQL listens on port ${port}`);

    return {
      url: url(DATABASE),
      async stop() {
        dismissGuard();
        rmSync(addressFile, { force: true });
        await stopServer(server);
        release();
        if (options.temporary === true) {
          for (const dir of [home.dir, resolve(options.dir)]) {
            rmSync(dir, { recursive: true, force: true });
          }
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function initialise(
  binaries: PostgresBinaries,
  home: ClusterHome,
  account: Account,
  password: string,
): Promise<void> {
  // initdb reads the password from a file only; the account must be able to read it.
  const passwordFile = join(home.dir, `initdb-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(passwordFile, account.uid, account.gid);
  }
  try {
    // An interrupted initdb leaves a directory that is not a cluster.
    rmSync(home.data, { recursive: true, force: true });
    await run(
      program(binaries, 'initdb'),
      [
        `--pgdata=${home.data}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...account, cwd: home.dir },
    );
  } catch (error) {
    rmSync(home.data, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function launch(
  binaries: PostgresBinaries,
  home: ClusterHome,
  account: Account,
  settings: string[],
): ChildProcess {
  const log = openSync(home.log, 'w', 0o600);
  try {
    return spawn(program(binaries, 'postgres'), ['-D', home.data, ...settings], {
      ...account,
      cwd: home.dir,
      stdio: ['ignore', log, log],
      // Its own process group: Ctrl-C is for the launcher, which stops the server last.
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

async function untilReady(server: ChildProcess, url: string, home: ClusterHome): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Error(`PostgreSQL did not start:\n${readFileSync(home.log, 'utf8').slice(-2_000)}`);
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        await stopServer(server);
        throw error;
      }
      await delay(25);
    }
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  // A fast shutdown that hangs becomes an immediate one; the next start recovers from the log.
  const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_MS);
  await ended;
  clearTimeout(impatience);
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
