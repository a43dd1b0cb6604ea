import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startBaseBackup } from '@portal/launcher/backup/base-backup';
import { LogFile } from '@portal/platform/log-file';
import { type Account, databaseAccount } from '@portal/launcher/postgres/account';
import { findBinaries } from '@portal/launcher/postgres/binaries';
import { type ClusterHome, prepareHome, reachableBinaries } from '@portal/launcher/postgres/home';
import { ServerRun } from '@portal/launcher/postgres/server-run';
import { serverSettings } from '@portal/launcher/postgres/settings';
import pg from 'pg';

/** A copy of a cluster that streams from it; it can be started at any port. */
export interface Standby {
  url(port: number): string;
  start(port: number): Promise<ServerRun>;
  remove(): Promise<void>;
}

/** Stops queries that are in the way of changes at once. */
const IMPATIENT = ['max_standby_streaming_delay=0', 'max_standby_archive_delay=0'];

/**
 * Copies a running cluster into `<dir>/<name>`, which the database must be able to reach. The primary keeps what
 * the copy has not got yet, also while the copy is stopped.
 * @param primaryUrl of its owner
 */
export async function standbyOf(
  primaryUrl: string,
  dir: string,
  name = 'replica',
): Promise<Standby> {
  const account = databaseAccount();
  const home = prepareHome(join(dir, name), account);
  const slot = `standby_${name}`;
  await reserve(primaryUrl, slot);
  await copyInto(home, account, primaryUrl);
  follow(home, account, primaryUrl, slot);
  const binaries = reachableBinaries(findBinaries(), account);
  const log = new LogFile(join(dir, `${name}.log`));
  const url = (port: number) => Object.assign(new URL(primaryUrl), { port: String(port) }).href;
  return {
    url,
    async start(port) {
      const settings = [
        ...serverSettings(home.data, port, true),
        ...IMPATIENT.flatMap((setting) => ['-c', setting]),
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

async function reserve(primaryUrl: string, slot: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [slot]);
  } finally {
    await client.end();
  }
}

async function copyInto(home: ClusterHome, account: Account, primaryUrl: string): Promise<void> {
  mkdirSync(home.data, { mode: 0o700 });
  give(home.data, account);
  const backup = await startBaseBackup(primaryUrl, new AbortController().signal);
  try {
    const tar = spawn('tar', ['--extract', `--directory=${home.data}`], {
      ...account,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const ended = once(tar, 'exit');
    await pipeline(backup.tar, tar.stdin);
    await ended;
    if (tar.exitCode !== 0) throw new Error('the base backup could not be unpacked');
  } finally {
    await backup.close();
  }
}

function follow(home: ClusterHome, account: Account, primaryUrl: string, slot: string): void {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(
    join(home.data, 'postgresql.auto.conf'),
    `primary_conninfo = '${source}'\nprimary_slot_name = '${slot}'\n`,
  );
  const sign = join(home.data, 'standby.signal');
  writeFileSync(sign, '');
  give(sign, account);
  // Of the cluster that was copied.
  rmSync(join(home.data, 'postmaster.pid'), { force: true });
}

function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
