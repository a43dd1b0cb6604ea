import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the machine has the program. Debian installs some where the PATH of an ordinary user does not look.
 * @param {string} name
 */
export function isInstalled(name) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => existsSync(join(folder, name)));
}
