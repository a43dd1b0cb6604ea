import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './root.mjs';

const DIST = inRoot('apps/web/dist');
const KILOBYTE = 1000;
/** A browser loads this many files of a server at a time over HTTP/1.1; over HTTP/2 all of them. */
const AT_A_TIME = 6;

/**
 * What a browser loads until a screen is complete: scripts and styles, kilobytes after gzip, and the
 * round trips of these files over HTTP/1.1.
 */
const SIGN_IN_BUDGET = { kilobytes: 200, files: 3, roundTrips: 1 };
const SCREEN_BUDGET = { kilobytes: 400, files: 25, roundTrips: 5 };

/**
 * The weight of each screen in the built web client. All its files are named in its page, so that they
 * are loaded together. What a screen loads later, when a user opens it, does not count.
 * @returns {{ name: string, weight: typeof SCREEN_BUDGET, budget: typeof SCREEN_BUDGET }[]}
 */
export function weighScreens() {
  const pages = Object.entries(JSON.parse(readFileSync(join(DIST, 'pages.json'), 'utf8')));
  return pages.map(([path, files]) => ({
    name: path,
    weight: {
      kilobytes: sizeOf(files) / KILOBYTE,
      files: files.length,
      roundTrips: Math.ceil(files.length / AT_A_TIME),
    },
    budget: path === '/' ? SIGN_IN_BUDGET : SCREEN_BUDGET,
  }));
}

function sizeOf(files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);
}
