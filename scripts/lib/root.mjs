import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the clone. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A path below the clone. */
export function inRoot(...parts) {
  return join(ROOT, ...parts);
}
