import { statSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { npm } from './run.mjs';
import { UserError } from './terminal.mjs';

/** Whether the installation is missing or older than the lock file. */
export function isInstallStale() {
  // npm writes this file last, so an interrupted installation has none.
  const installed = statSync(inRoot('node_modules/.package-lock.json'), { throwIfNoEntry: false });
  return (installed?.mtimeMs ?? 0) < statSync(inRoot('package-lock.json')).mtimeMs;
}

/** Installs exactly the lock file, with npm's own progress. */
export async function install() {
  const { code } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { show: true });
  if (code !== 0) throw new UserError('npm ci failed; its messages are above.');
}
