import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another living process runs the cluster in this directory. */
export class ClusterInUseError extends Error {
  constructor(
    readonly dir: string,
    readonly pid: number,
  ) {
    super(`The database in ${dir} is in use by process ${pid}.`);
    this.name = 'ClusterInUseError';
  }
}

/**
 * Marks a cluster as used by a process (this one by default) until the returned function is called.
 * A mark does not count if its process has ended or its id belongs to another process.
 * @throws {ClusterInUseError}
 */
export function claim(dir: string, claimant = process.pid): () => void {
  const path = join(dir, 'owner');
  const [pid, started] = read(path).split(' ');
  const owner = Number(pid);
  if (owner > 0 && owner !== claimant && startOf(owner) === started) {
    throw new ClusterInUseError(dir, owner);
  }
  writeFileSync(path, `${claimant} ${startOf(claimant)}`);
  return () => rmSync(path, { force: true });
}

/** Start time of a process in the system's unit; 'alive' if unknown. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return undefined;
  }
  // The second field, the name, can contain blanks; field 22 is the start time.
  return read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? 'alive';
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
