/**
 * Compares each screen of the built web client with its budget; part of `npm run check`. All files of a
 * screen are named in its page, so that they are loaded together. What a screen loads later, when a user
 * opens it, does not count.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildStale } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';

const DIST = inRoot('apps/web/dist');
/** A browser loads this many files of a server at a time over HTTP/1.1; over HTTP/2 all of them. */
const AT_A_TIME = 6;
/** Scripts and styles: kilobytes after gzip, and the round trips of these files over HTTP/1.1. */
/** @typedef {Record<'kB' | 'files' | 'round trips', number>} Weight */
/** @type {Weight} */
const SIGN_IN_BUDGET = { kB: 200, files: 3, 'round trips': 1 };
/** @type {Weight} */
const SCREEN_BUDGET = { kB: 400, files: 25, 'round trips': 5 };
/** @type {(keyof Weight)[]} */
const UNITS = ['kB', 'files', 'round trips'];

await buildStale(['web']);
/** @type {Record<string, string[]>} */
const pages = JSON.parse(readFileSync(join(DIST, 'pages.json'), 'utf8'));
for (const [path, files] of Object.entries(pages)) {
  const weight = {
    kB:
      files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0) / 1000,
    files: files.length,
    'round trips': Math.ceil(files.length / AT_A_TIME),
  };
  const budget = path === '/' ? SIGN_IN_BUDGET : SCREEN_BUDGET;
  const parts = UNITS.map((unit) => `${Math.ceil(weight[unit])} of ${budget[unit]} ${unit}`);
  const tooHeavy = UNITS.some((unit) => weight[unit] > budget[unit]);
  console.log(`${path}: ${parts.join(', ')}, ${tooHeavy ? 'too heavy' : 'ok'}`);
  if (tooHeavy) process.exitCode = 1;
}
