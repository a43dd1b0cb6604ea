import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory, UnusableDirectoryError } from './make-directory.js';

/** The file of the key that signs access tokens. */
export const SIGNING_KEY = 'jwt-secret';
/** The file of the password of the embedded database. */
export const DATABASE_PASSWORD = 'postgres-password';

/** The paths of all secrets in a data directory. A backup contains them. */
export const SECRET_PATHS: readonly string[] = [SIGNING_KEY, `postgres/${DATABASE_PASSWORD}`];

/**
 * A random 256-bit secret that survives restarts: read from `<dir>/<name>`, or generated there,
 * readable by its owner only. Processes that start at the same time use the same secret.
 * @throws {UnusableDirectoryError}
 */
export function loadOrCreateSecret(
  dir: string,
  name: typeof SIGNING_KEY | typeof DATABASE_PASSWORD,
): string {
  const path = join(dir, name);
  const kept = readKept(path);
  if (kept !== undefined) return kept;

  makeDirectory(dir);
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  } catch (error) {
    throw new UnusableDirectoryError(dir, error);
  }
  try {
    // link is atomic: it fails if another process was first.
    linkSync(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function readKept(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
