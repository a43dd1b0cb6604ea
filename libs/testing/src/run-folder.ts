import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'portal-tests-';

const IN_MEMORY = '/dev/shm';
/** A test run used 0.6 GiB at most. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Gives this process and its children a temporary directory of their own and removes it at exit, so
 * that a test run leaves no files. Does nothing inside an enclosing run.
 */
export default function ownTemporaryFolder(): void {
  if (basename(tmpdir()).startsWith(PREFIX)) return;
  const dir = mkdtempSync(join(parent(), PREFIX));
  // The database can run as another user than this process.
  chmodSync(dir, 0o755);
  process.env['TMPDIR'] = dir;
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
}

/**
 * Memory, if it has room and TMPDIR names no other place: hundreds of databases are created and dropped, and the
 * files of each take a disk longer than most tests.
 */
function parent(): string {
  const isNamed = process.env['TMPDIR'] !== undefined;
  if (isNamed || freemem() < ROOM_BYTES || !existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize < ROOM_BYTES ? tmpdir() : IN_MEMORY;
}
