import { resolve } from 'node:path';
import { buildStale } from './build.mjs';
import { install, isInstallStale } from './install.mjs';
import { onSignals, progressBar, say, textOf, UserError } from './terminal.mjs';

/**
 * @typedef {ReturnType<typeof import('@portal/platform/config').readStorage>} Storage
 * @typedef {import('@portal/launcher/backup/work-options').WorkOptions} WorkOptions
 */

/**
 * Runs a command whose only argument is a file, for the embedded database.
 * @param {string} help
 * @param {(file: string, storage: Storage, options: WorkOptions) => Promise<void>} work
 */
export async function aboutOneFile(help, work) {
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || name.startsWith('-') || more.length > 0) {
    say(help);
    process.exitCode = name === '--help' ? 0 : 2;
    return;
  }
  const ending = new AbortController();
  onSignals(() => {
    say('\nStopping …');
    ending.abort();
  });
  try {
    if (process.env.DATABASE_URL?.trim() || process.env.NODE_ENV === 'production') {
      throw new UserError(
        'This command is for the embedded database of `npm start`. For the PostgreSQL of DATABASE_URL, use its own ' +
          'tools: docs/operations.md has the commands for backup and restore.',
      );
    }
    if (isInstallStale()) await install();
    await buildStale(['portal']);
    const { readStorage } = await import('@portal/platform/config');
    // npm runs in the project, whatever directory the user is in.
    const file = resolve(process.env.INIT_CWD ?? '.', name);
    const options = { signal: ending.signal, onProgress: progressBar() };
    await work(file, readStorage(process.env), options);
  } catch (error) {
    say(ending.signal.aborted ? 'Stopped; nothing was written.' : textOf(error));
    process.exitCode = 1;
  }
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
