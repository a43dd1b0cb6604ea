import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { isIPv4 } from 'node:net';
import type { Backend } from './backend.js';

/** Of 19. The least would leave a lock that the backend holds waiting for too long on a busy machine. */
export const NICENESS = 10;

/**
 * Lets a backend on this machine run when nothing else wants to: the dashboards share its cores.
 * Where that cannot be told or done, as for a database elsewhere, all stays as it is.
 */
export async function giveWay({ host, pid }: Backend): Promise<void> {
  if (!isHere(host)) return;
  try {
    // In another container a process of that number is somebody else.
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    if (name.trim() === 'postgres') setPriority(pid, NICENESS);
  } catch {
    // No such process here, not ours to change, or a system without /proc.
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
