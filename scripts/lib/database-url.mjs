import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { runningDataDirs, urlFileOf } from './running-portals.mjs';

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

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(2);
}
