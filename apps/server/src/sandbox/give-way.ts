import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { setPriority } from 'node:os';
import type { Backend } from './backend.js';
import type { MemoryLimiter } from './memory-limiter.js';

/** Of 19. The least would leave a lock that the backend holds waiting for too long on a busy machine. */
export const NICENESS = 10;

/** What a query may take beyond what a backend has anyway, in bytes. */
const MEMORY = 1024 ** 3;

/**
 * Lets a backend on this machine run when nothing else wants to, and with a bound to its memory:
 * the dashboards share its cores, and PostgreSQL restarts all of its backends when the system kills
 * one. What goes beyond the bound fails as 'out of memory' in that backend alone. Where that cannot
 * be told or done, as for a database elsewhere, all stays as it is.
 */
export async function giveWay({ host, pid }: Backend, limiter: MemoryLimiter): Promise<void> {
  if (!isHere(host)) return;
  try {
    // No disk is behind it: to wait for another thread takes longer than to read it.
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // In another container a process of that number is somebody else.
    if (!/^Name:\s*postgres$/m.test(status)) return;
    setPriority(pid, NICENESS);
    const first = (line: RegExp): number => Number(line.exec(status)?.[1]);
    const owner = { uid: first(/^Uid:\s*\d+\s+(\d+)/m), gid: first(/^Gid:\s*\d+\s+(\d+)/m) };
    const size = first(/^VmSize:\s*(\d+) kB$/m) * 1024;
    await limiter.limit(pid, size + MEMORY, owner);
  } catch {
    // No such process here, not ours to change, or a system without /proc or prlimit.
  }
}

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
