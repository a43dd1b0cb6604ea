import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A directory of the configuration cannot be created or written. */
export class UnusableDirectoryError extends Error {
  override readonly name = 'UnusableDirectoryError';

  constructor(dir: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The directory ${dir} cannot be used (${reason}). ` +
        'Choose another one: PORTAL_DATA_DIR, or UPLOAD_STORE for uploaded files.',
      { cause },
    );
  }
}

/**
 * Creates a directory with its parents, unless it exists. Node's own recursion never ends where the
 * system has no such directory and lets nobody create it, as in /proc.
 * @throws {UnusableDirectoryError}
 */
export function makeDirectory(dir: string, mode?: number): void {
  try {
    make(resolve(dir), mode);
  } catch (error) {
    throw new UnusableDirectoryError(dir, error);
  }
}

function make(dir: string, mode: number | undefined): void {
  if (isDirectory(dir)) return;
  const parent = dirname(dir);
  if (parent !== dir) make(parent, mode);
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    // Another process can be first.
    if (!isDirectory(dir)) throw error;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
