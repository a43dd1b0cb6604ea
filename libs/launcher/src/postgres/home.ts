import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDirectory } from '@portal/platform/make-directory';
import { type Account, canReach } from './account.js';
import type { PostgresBinaries } from './binaries.js';

/** Root's cluster directories that the database account could not reach inside the project. */
const ROOT_HOME = '/var/lib/portal';
/** Says in the directory of a cluster that it is in `ROOT_HOME`, and where. */
const POINTER = 'location';

/** The directories of one cluster; `data` and `run` belong to the database account. */
export interface ClusterHome {
  /** Contains the cluster; removed with it. */
  readonly dir: string;
  readonly data: string;
}

/**
 * Prepares the directory of a cluster. If only root can enter the parent directory, the cluster is
 * in /var/lib/portal, and `<dir>/location` contains its path.
 */
export function prepareHome(dir: string, account: Account): ClusterHome {
  const wanted = resolve(dir);
  makeDirectory(wanted);
  if (account.uid === undefined) return home(wanted);

  const { uid, gid } = statSync(wanted);
  give(wanted, account);
  if (canReach(account, wanted, 'write')) return home(wanted);

  give(wanted, { uid, gid });
  return home(elsewhere(wanted, account));
}

/** A directory that was moved keeps its cluster, and another one in its place does not take it. */
function elsewhere(wanted: string, account: Account): string {
  const root = ownDirectory(ROOT_HOME);
  const pointer = join(wanted, POINTER);
  const known = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  const dir = known !== undefined && existsSync(known) ? known : freeName(root, wanted);
  makeDirectory(dir);
  give(dir, account);
  writeFileSync(pointer, `${dir}\n`);
  return dir;
}

function freeName(root: string, wanted: string): string {
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  for (let number = 1; ; number++) {
    const dir = join(root, number === 1 ? name : `${name}-${number}`);
    if (!existsSync(dir)) return dir;
  }
}

/** The directories of a cluster that may exist; creates nothing. */
export function findHome(dir: string): ClusterHome {
  const pointer = join(resolve(dir), POINTER);
  return home(existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : resolve(dir));
}

/**
 * Makes the cluster that was prepared in a directory that of another one, after the directory has been moved
 * there.
 */
export function moveHome(from: ClusterHome, dir: string, account: Account): void {
  const pointer = join(dir, POINTER);
  // It moved with the directory.
  if (!existsSync(pointer)) return;
  rmSync(pointer);
  const to = prepareHome(dir, account);
  renameSync(from.data, to.data);
  removeHome(from);
}

/** Removes a cluster that is not in use. */
export function removeHome({ dir }: ClusterHome): void {
  rmSync(dir, { recursive: true, force: true });
}

/** The binaries where the account can run them: as installed, or copied once per version. */
export function reachableBinaries(binaries: PostgresBinaries, account: Account): PostgresBinaries {
  if (account.uid === undefined || canReach(account, join(binaries.root, 'bin'), 'enter')) {
    return binaries;
  }
  const root = join(ownDirectory(ROOT_HOME), `postgres-${binaries.version}`);
  if (!existsSync(root)) {
    // Two processes can copy at the same time; the first rename wins and both use its result.
    const draft = `${root}.${process.pid}`;
    cpSync(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, root);
    } catch (error) {
      if (!existsSync(root)) throw error;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return { ...binaries, root };
}

function home(dir: string): ClusterHome {
  return { dir, data: join(dir, 'data') };
}

function give(path: string, account: Account): void {
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(path, account.uid, account.gid);
  }
}

/**
 * Creates a directory that root owns and everyone can enter; refuses one that another user owns.
 */
function ownDirectory(path: string): string {
  makeDirectory(path, 0o755);
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new Error(`${path} must be a directory that only root can write to`);
  }
  return path;
}
