import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root directory of the repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * A path inside the repository.
 * @param {string[]} parts
 */
export function inRoot(...parts) {
  return join(ROOT, ...parts);
}
