import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.js';
import { type PostgresBinaries, program } from './binaries.js';
import type { ClusterHome } from './home.js';

const run = promisify(execFile);

/**
 * Clears what a killed process left of its cluster: stops a server that still runs, and removes a
 * lock file whose process number now belongs to another program. PostgreSQL itself sees to a lock
 * file whose process is gone.
 */
export async function clearLeftovers(
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
    // It was on its way out already.
    if (existsSync(lock)) throw error;
  }
}

/** The name of the program a process runs; undefined when there is no such process. */
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
