import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LogFile } from '@portal/platform/log-file';
import { databaseAccount } from '@portal/platform/postgres/account';
import { findBinaries } from '@portal/platform/postgres/binaries';
import { startEmbeddedPostgres } from '@portal/platform/postgres/embedded';
import { freePort } from '@portal/platform/postgres/free-port';
import { type ClusterHome, prepareHome, reachableBinaries } from '@portal/platform/postgres/home';
import { ServerRun } from '@portal/platform/postgres/server-run';
import { serverSettings } from '@portal/platform/postgres/settings';
import { migrate } from '@portal/persistence/migrate';

/** A migrated primary, and a replica that streams from it; both can be started and stopped. */
export interface ReplicatedCluster {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  startReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** The replica is made, but not started. It stops queries that are in the way at once. */
export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'portal-replica-'));
  // The database can run as another user than this process.
  await chmod(dir, 0o755);
  const options = { dir: join(dir, 'primary'), port: await freePort() };
  const first = await startEmbeddedPostgres(options);
  await migrate(first.url, { reportingTimeZone: 'America/Los_Angeles' });
  await first.stop();

  const standby = await standbyOf(first.url, prepareHome(options.dir, databaseAccount()), dir);
  const port = await freePort();
  let replica: ServerRun | undefined;
  const stopReplica = async (): Promise<void> => {
    await replica?.stop();
    replica = undefined;
  };

  const primary = await startEmbeddedPostgres(options);
  return {
    primaryUrl: primary.url,
    replicaUrl: standby.url(port),
    async startReplica() {
      replica = await standby.start(port);
    },
    stopReplica,
    async stop() {
      await stopReplica();
      await primary.stop();
      await standby.remove();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A copy of a cluster that streams from it; it can be started at any port. */
export interface Standby {
  url(port: number): string;
  start(port: number): Promise<ServerRun>;
  remove(): Promise<void>;
}

/** Copies a stopped cluster into a directory that the database can reach. */
export async function standbyOf(
  primaryUrl: string,
  primary: ClusterHome,
  dir: string,
): Promise<Standby> {
  const account = databaseAccount();
  const home = prepareHome(join(dir, 'replica'), account);
  await copyOf(primary, home, primaryUrl);
  const binaries = reachableBinaries(findBinaries(), account);
  const log = new LogFile(join(dir, 'replica.log'));
  const url = (port: number) => Object.assign(new URL(primaryUrl), { port: String(port) }).href;
  return {
    url,
    async start(port) {
      const settings = [
        ...serverSettings(home.data, port, true),
        ...['-c', 'max_standby_streaming_delay=0', '-c', 'max_standby_archive_delay=0'],
      ];
      const plan = { binaries, home, account, settings, log, url: url(port) };
      const run = new ServerRun({ ...plan, prepare: () => Promise.resolve() });
      const end = await Promise.race([run.ready, run.ended]);
      if (typeof end === 'string') throw new Error(`${end}: ${log.lastLines()}`);
      return run;
    },
    async remove() {
      log.close();
      await rm(home.dir, { recursive: true, force: true });
    },
  };
}

/** Copies the data of a stopped cluster, with its owner and rights. */
async function copyOf(from: ClusterHome, to: ClusterHome, primaryUrl: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from.data, to.data]);
  const { hostname, port, username, password } = new URL(primaryUrl);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(to.data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await promisify(execFile)('cp', [
    '-a',
    join(to.data, 'PG_VERSION'),
    join(to.data, 'standby.signal'),
  ]);
}
