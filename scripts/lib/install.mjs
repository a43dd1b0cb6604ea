import { statSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { npm } from './run.mjs';
import { Friendly } from './terminal.mjs';

/** Whether what is installed is older than the lock file, or nothing is. */
export function isInstallStale() {
  // npm writes this file last, so an interrupted installation has none.
  const installed = modified(inRoot('node_modules', '.package-lock.json'));
  return installed < modified(inRoot('package-lock.json'));
}

/** Installs exactly what the lock file says, showing npm's own progress. */
export async function install() {
  const { code } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { show: true });
  if (code !== 0) throw new Friendly('npm ci failed; its messages are above.');
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
