import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import type { Backend } from './backend.js';
import type { MemoryLimiter } from './memory-limiter.js';

/** Bytes of memory that a query may add to those of an idle backend. */
const MEMORY = 1024 ** 3;

/**
 * Limits the memory of a backend on this machine, since PostgreSQL restarts all backends if the system
 * kills one. A query over the limit fails with 'out of memory' in its own backend. Does nothing without
 * the rights, or if the database is on another machine.
 */
export async function limitMemory({ host, pid }: Backend, limiter: MemoryLimiter): Promise<void> {
  if (!mayBeLocal(host)) return;
  try {
    // procfs is not on a disk: a synchronous read is faster than one on another thread.
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // If the database is in another container, this pid is a different process here.
    if (!/^Name:\s*postgres$/m.test(status)) return;
    const first = (line: RegExp): number => Number(line.exec(status)?.[1]);
    const owner = { uid: first(/^Uid:\s*\d+\s+(\d+)/m), gid: first(/^Gid:\s*\d+\s+(\d+)/m) };
    const size = first(/^VmSize:\s*(\d+) kB$/m) * 1024;
    await limiter.limit(pid, size + MEMORY, owner);
  } catch {
    // No such process, no right to change it, or a system without /proc or prlimit.
  }
}

/** Whether a database at this host may run on this machine. */
export function mayBeLocal(host: string): boolean {
  return (
    host === '' ||
    host.startsWith('/') ||
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIPv4(host) && host.startsWith('127.'))
  );
}
