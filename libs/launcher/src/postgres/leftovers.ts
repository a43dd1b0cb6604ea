import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.js';
import { type PostgresBinaries, program } from './binaries.js';
import type { ClusterHome } from './home.js';
import { clusterName } from './settings.js';

/** Orphans are killed after half of this time. */
const ORPHANS_MS = 10_000;
const run = promisify(execFile);

/**
 * Clears what a killed process left in its cluster: stops a server that still runs, and removes a
 * lock file whose process id now belongs to another program. PostgreSQL handles a lock file whose
 * process has ended.
 */
export async function clearLeftovers(
  binaries: PostgresBinaries,
  home: ClusterHome,
  account: Account,
): Promise<void> {
  await stopServer(binaries, home, account);
  await endOrphans(home);
}

async function stopServer(
  binaries: PostgresBinaries,
  home: ClusterHome,
  account: Account,
): Promise<void> {
  const lock = join(home.data, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  const command = commandOf(pid);
  if (command === undefined) return;
  if (!command.includes('postgres')) {
    rmSync(lock, { force: true });
    return;
  }
  try {
    await run(
      program(binaries, 'pg_ctl'),
      ['stop', `--pgdata=${home.data}`, '--mode=fast', '--wait', '--timeout=30'],
      { ...account, cwd: home.dir },
    );
  } catch (error) {
    // The server was already shutting down.
    if (existsSync(lock)) throw error;
  }
}

/**
 * Ends the backends of a killed server, as the server does after a crash. They would notice only
 * after their statement, and no server can start on the data while they hold its shared memory.
 */
export async function endOrphans(home: ClusterHome): Promise<void> {
  const title = `postgres: ${clusterName(home.data)}: `;
  const begun = Date.now();
  for (;;) {
    const orphans = processesTitled(title);
    const since = Date.now() - begun;
    if (orphans.length === 0 || since > ORPHANS_MS) return;
    for (const pid of orphans) signal(pid, since < ORPHANS_MS / 2 ? 'SIGQUIT' : 'SIGKILL');
    await delay(25);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended meanwhile.
  }
}

/** Ids of the processes whose title starts with `beginning`. */
function processesTitled(beginning: string): number[] {
  if (process.platform === 'win32') return [];
  const titles =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .map(Number)
          .filter((pid) => pid > 0)
          .map((pid) => ({ pid, title: titleOf(pid) }))
      : execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' })
          .split('\n')
          .map((line) => /^\s*(\d+) (.*)$/.exec(line))
          .map((match) => ({ pid: Number(match?.[1]), title: match?.[2] ?? '' }));
  return titles.filter(({ title }) => title.startsWith(beginning)).map(({ pid }) => pid);
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Name of the program that a process runs; undefined if the process does not exist. */
function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    if (process.platform === 'linux' || process.platform === 'win32') return undefined;
  }
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
