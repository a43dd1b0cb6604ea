import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { DATABASE_PASSWORD, loadOrCreateSecret } from '@portal/platform/load-or-create-secret';
import { LogFile } from '@portal/platform/log-file';
import type { Run } from '../supervisor.js';
import { databaseAccount } from './account.js';
import { findBinaries } from './binaries.js';
import { freePort } from './free-port.js';
import { prepareHome, reachableBinaries } from './home.js';
import { initialise, isInitialised } from './initialise.js';
import { endOrphans } from './leftovers.js';
import { refuseOtherMajor } from './other-major.js';
import { claim } from './owner.js';
import { ServerRun } from './server-run.js';
import { serverSettings, SILENT_SESSIONS } from './settings.js';

export interface EmbeddedPostgresOptions {
  /** Directory of the cluster; created if missing. */
  readonly dir: string;
  /** A free port by default. */
  readonly port?: number;
  /** For tests: faster without durability, and removed on stop. */
  readonly temporary?: boolean;
  /** `postgres.log` in the directory by default. */
  readonly logFile?: string;
  /** For how long its lines are kept; for ever by default. */
  readonly logDays?: number;
  readonly say?: (line: string) => void;
}

/** A cluster that this process has claimed. */
export interface EmbeddedCluster {
  /**
   * Owner connection to the database `portal`. Listens on loopback only; the port never changes.
   */
  readonly url: string;
  readonly log: LogFile;
  /** Starts the server; call it at first and after the server has ended. */
  start(): Run;
  /** Releases the claim; the server must have ended. */
  release(): Promise<void>;
}

export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const DATABASE = 'portal';

/**
 * Starts the PostgreSQL server from node_modules.
 * @throws {ClusterInUseError} if another living process runs this cluster
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = await openEmbeddedCluster(options);
  const server = cluster.start();
  const end = await Promise.race([server.ready, server.ended]);
  if (typeof end === 'string') {
    await cluster.release();
    throw new Error(`PostgreSQL did not start (${end}):\n${cluster.log.lastLines()}`);
  }
  return {
    url: cluster.url,
    async stop() {
      await server.stop();
      await cluster.release();
    },
  };
}

/**
 * Claims the cluster in a directory and creates it on first use. Works for any user, root included,
 * and in any directory. The server ends with this process, even if this process is killed; the next
 * start clears what a killed process left. `<dir>/url` contains the connection URL from the first
 * start to the release, readable by the owner of the directory.
 * @throws {ClusterInUseError} if another living process runs this cluster
 * @throws {OtherMajorError} if the cluster is of another major version of PostgreSQL
 */
export async function openEmbeddedCluster(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedCluster> {
  const dir = resolve(options.dir);
  const temporary = options.temporary ?? false;
  const account = databaseAccount();
  const home = prepareHome(dir, account);
  const giveBack = claim(home.dir);
  try {
    const binaries = reachableBinaries(findBinaries(), account);
    const password = loadOrCreateSecret(dir, DATABASE_PASSWORD);
    if (!isInitialised(home)) {
      options.say?.('creating the database cluster');
      await initialise(binaries, home, account, password);
    }
    refuseOtherMajor(home, binaries);
    // The log of earlier versions contained values.
    rmSync(join(home.dir, 'postgres.log'), { force: true });
    const log = new LogFile(options.logFile ?? join(dir, 'postgres.log'), options.logDays);
    const port = options.port ?? (await freePort());
    const url = (database: string): string =>
      `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
    const settings = serverSettings(home.data, port, temporary);
    const plan = { binaries, home, account, settings, log, url: url('postgres') };
    return {
      url: url(DATABASE),
      log,
      start: () =>
        new ServerRun({
          ...plan,
          async prepare(client) {
            await prepare(client);
            writeFileSync(join(dir, 'url'), `${url(DATABASE)}\n`, { mode: 0o600 });
          },
        }),
      async release() {
        await endOrphans(home);
        rmSync(join(dir, 'url'), { force: true });
        log.close();
        giveBack();
        if (temporary) {
          for (const path of [home.dir, dir]) rmSync(path, { recursive: true, force: true });
        }
      },
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** Runs at each start of the server, also in a cluster of an older version. */
async function prepare(client: pg.Client): Promise<void> {
  await client.query(SILENT_SESSIONS);
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
}
