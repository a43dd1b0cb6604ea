import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';

/** A file for each running `npm start` of this copy of the project, named by its process. */
const DIR = inRoot('node_modules/.cache/running-portals');

/**
 * Notes the data directory, for commands that are run beside the portal.
 * @param {string} dataDir absolute path
 * @returns {() => void} forgets it
 */
export function noteRunning(dataDir) {
  const file = join(DIR, String(process.pid));
  mkdirSync(DIR, { recursive: true });
  writeFileSync(file, dataDir);
  return () => rmSync(file, { force: true });
}

/**
 * The data directories of the portals that run from this copy with the embedded database.
 * @returns {string[]}
 */
export function runningDataDirs() {
  if (!existsSync(DIR)) return [];
  const dirs = readdirSync(DIR).map((pid) => readFileSync(join(DIR, pid), 'utf8'));
  // One that was killed leaves its file, but the one of its database is removed or out of date.
  return [...new Set(dirs)].filter((dir) => existsSync(urlFileOf(dir)));
}

/** The file with the URL of the embedded database, while that runs. @param {string} dataDir */
export function urlFileOf(dataDir) {
  return join(dataDir, 'postgres', 'url');
}
