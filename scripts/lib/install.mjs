import { statSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { npm } from './run.mjs';
import { UserError } from './terminal.mjs';

/** Whether the installation is missing or older than the lock file. */
export function isInstallStale() {
  // npm writes this file last, so an interrupted installation has none.
  const installed = modified(inRoot('node_modules', '.package-lock.json'));
  return installed < modified(inRoot('package-lock.json'));
}

/** Installs exactly the lock file, with npm's own progress. */
export async function install() {
  const { code } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { show: true });
  if (code !== 0) throw new UserError('npm ci failed; its messages are above.');
}

/** @param {string} path */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
