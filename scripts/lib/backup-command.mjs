import { resolve } from 'node:path';
import { buildStale } from './build.mjs';
import { install, isInstallStale } from './install.mjs';
import { progressBar, say, textOf, UserError } from './terminal.mjs';

/**
 * @typedef {ReturnType<typeof import('@portal/platform/config').readStorage>} Storage
 * @typedef {import('@portal/launcher/backup/work-options').WorkOptions} WorkOptions
 */

/** On Ctrl-C npm sends the signal again, after the terminal. */
const SAME_SIGNAL_MS = 1_000;

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
  const signal = endOnSignals();
  try {
    refuseOwnDatabase();
    const storage = await built();
    // npm runs in the project, whatever directory the user is in.
    const file = resolve(process.env.INIT_CWD ?? '.', name);
    await work(file, storage, { signal, onProgress: shown() });
  } catch (error) {
    say(signal.aborted ? 'Stopped; nothing was written.' : textOf(error));
    process.exitCode = 1;
  }
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

function refuseOwnDatabase() {
  if (!process.env.DATABASE_URL?.trim() && process.env.NODE_ENV !== 'production') return;
  throw new UserError(
    'This command is for the embedded database of `npm start`. For the PostgreSQL of DATABASE_URL, use its own ' +
      'tools: docs/operations.md has the commands for backup and restore.',
  );
}

async function built() {
  if (isInstallStale()) await install();
  await buildStale(['portal']);
  const { ConfigError, readStorage } = await import('@portal/platform/config');
  try {
    return readStorage(process.env);
  } catch (error) {
    throw error instanceof ConfigError ? new UserError(error.message) : error;
  }
}

function endOnSignals() {
  const ending = new AbortController();
  let since = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      if (ending.signal.aborted && Date.now() - since > SAME_SIGNAL_MS) process.exit(1);
      if (ending.signal.aborted) return;
      since = Date.now();
      say('\nStopping …');
      ending.abort();
    });
  }
  return ending.signal;
}

/** Draws the progress only where it differs. */
function shown() {
  const draw = progressBar();
  let percent = -1;
  return (/** @type {number} */ done) => {
    if (Math.floor(done * 100) === percent) return;
    percent = Math.floor(done * 100);
    draw(done);
  };
}
