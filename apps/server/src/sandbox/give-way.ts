import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { isIPv4 } from 'node:net';
import { promisify } from 'node:util';
import type { Backend } from './backend.js';

/** Of 19. The least would leave a lock that the backend holds waiting for too long on a busy machine. */
export const NICENESS = 10;

/** What a query may take beyond what a backend has anyway, in bytes. */
const MEMORY = 1024 ** 3;

/**
 * Lets a backend on this machine run when nothing else wants to, and with a bound to its memory:
 * the dashboards share its cores, and PostgreSQL restarts all of its backends when the system kills
 * one. Where that cannot be told or done, as for a database elsewhere, all stays as it is.
 */
export async function giveWay({ host, pid }: Backend): Promise<void> {
  if (!isHere(host)) return;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    // In another container a process of that number is somebody else.
    if (!/^Name:\s*postgres$/m.test(status)) return;
    setPriority(pid, NICENESS);
    const [, size] = /^VmSize:\s*(\d+) kB$/m.exec(status) ?? [];
    if (size !== undefined) await limitAddressSpace(pid, Number(size) * 1024 + MEMORY);
  } catch {
    // No such process here, not ours to change, or a system without /proc or prlimit.
  }
}

/**
 * What goes beyond it fails as 'out of memory' in that backend alone. A process is limited by its
 * own user, whom root can be; not every root may limit what is another's.
 */
async function limitAddressSpace(pid: number, bytes: number): Promise<void> {
  const { uid, gid } = await stat(`/proc/${pid}`);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  await run('prlimit', ['--pid', String(pid), `--as=${bytes}`], owner);
}

const run = promisify(execFile);

/** Whether a database at this host may share the cores of this machine. */
export function isHere(host: string): boolean {
  return (
    host === '' ||
    host.startsWith('/') ||
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIPv4(host) && host.startsWith('127.'))
  );
}
