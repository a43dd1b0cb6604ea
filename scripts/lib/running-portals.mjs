import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';

/**
 * A file for each running `npm start` of this copy of the project, named by its process. The tests of the
 * launcher have folders of their own.
 */
const DIR = process.env.PORTAL_RUNNING_DIR ?? inRoot('node_modules/.cache/running-portals');

/**
 * Notes the data directory, for commands that are run beside the portal.
 * @param {string} dataDir absolute path
 * @returns {() => Promise<void>} forgets it
 */
export function noteRunning(dataDir) {
  const file = join(DIR, String(process.pid));
  mkdirSync(DIR, { recursive: true });
  writeFileSync(file, dataDir);
  return async () => rmSync(file, { force: true });
}

/**
 * Sets DATABASE_URL to the database of the portal that `npm start` runs here, unless it names another.
 * Ends the process where there is none, or more than one.
 */
export function requireDatabaseUrl() {
  process.env.DATABASE_URL ||= embeddedUrl();
}

function embeddedUrl() {
  const named = process.env.PORTAL_DATA_DIR;
  const running = runningDataDirs();
  if (!named && running.length > 1) {
    const choices = running.map((dir) => `  PORTAL_DATA_DIR=${dir}`);
    fail(
      `Several portals run here. Say which one by a variable before the command:\n${choices.join('\n')}`,
    );
  }
  const file = urlFileOf(named || (running[0] ?? inRoot('.portal')));
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return fail(
    named
      ? `No portal runs on PORTAL_DATA_DIR=${named}: start it with \`npm start\`.`
      : 'No portal runs here: start it with `npm start`. If it runs on a PostgreSQL of its own, set DATABASE_URL to it; ' +
          'if it was started from another copy of the project, set PORTAL_DATA_DIR to its data directory.',
  );
}

/** The data directories of the portals that run from this copy with the embedded database. */
function runningDataDirs() {
  if (!existsSync(DIR)) return [];
  const dirs = readdirSync(DIR).map((pid) => readFileSync(join(DIR, pid), 'utf8'));
  // One that was killed leaves its file, but the one of its database is removed or out of date.
  return [...new Set(dirs)].filter((dir) => existsSync(urlFileOf(dir)));
}

/** The file with the URL of the embedded database, while that runs. @param {string} dataDir */
function urlFileOf(dataDir) {
  return join(dataDir, 'postgres', 'url');
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(2);
}
