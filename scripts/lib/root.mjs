import { join } from 'node:path';

/** The root directory of the repository. */
export const ROOT = join(import.meta.dirname, '../..');

/**
 * A path inside the repository.
 * @param {string[]} parts
 */
export function inRoot(...parts) {
  return join(ROOT, ...parts);
}
