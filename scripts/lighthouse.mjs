/**
 * Measures screens of the built portal with Lighthouse (desktop, without throttling of the network by
 * a proxy) and writes the scores into docs/benchmarks.md. npx fetches Lighthouse, whose 140 packages nothing
 * else needs.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { percentileBy } from './bench/statistics.mjs';
import { loadDemo } from './demo-load.mjs';
import { DEMO_ACCOUNTS } from './demo-world.mjs';
import { markdownTable, writeSection } from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';
import { startOwnStack } from './lib/own-stack.mjs';
import { signInOn } from './lib/sign-in-page.mjs';

/**
 * @typedef {typeof SCREENS[number]} Screen
 * @typedef {{ performance: number, accessibility: number, paint: number, shift: number,
 *   failed: string[] }} Scores from 0 to 100, and the largest contentful paint in milliseconds
 * @typedef {Screen & Scores} Row
 * @typedef {{ score: number | null, auditRefs: { id: string, weight: number }[] }} Category of audits
 * @typedef {{ categories: Record<'performance' | 'accessibility', Category>,
 *   audits: Record<string, { id: string, score: number | null, numericValue?: number }> }} Report
 */

const LIGHTHOUSE = 'lighthouse@12.8.2';
/** Three runs of each screen; the median counts. */
const RUNS = 3;
const SCREENS = [
  { name: 'Sign-in', path: '/', signedIn: false },
  { name: 'Home', path: '/', signedIn: true },
  { name: 'Dashboard', path: '/dashboard', signedIn: true },
  { name: 'Project Dashboard', path: '/projects/1/dashboard', signedIn: true },
  { name: 'Custom Statistics', path: '/custom-stats', signedIn: true },
];

await buildStale(['portal', 'web', 'tests']);
const { dir, stack, stop } = await startOwnStack();
// Imported after the build, which creates this module.
const { launchDebuggableChromium } = await import('@portal/testing/chromium');
const browser = await launchDebuggableChromium(join(dir, 'profile'));
try {
  await loadDemo({ ...stack, log: console.log });
  /** @type {Row[]} */
  const rows = [];
  for (const screen of SCREENS) {
    if (screen.signedIn && rows.every((row) => !row.signedIn)) await signIn();
    const row = { ...screen, ...(await scoresOf(screen)) };
    rows.push(row);
    console.log(line(row));
  }
  await writeReport(rows);
} finally {
  await browser.context.close();
  await stop();
}

async function signIn() {
  const page = await browser.context.newPage();
  await signInOn(page, stack.baseUrl, DEMO_ACCOUNTS.admin);
  await page.close();
}

/**
 * @param {Screen} screen
 * @returns {Promise<Scores>}
 */
async function scoresOf({ path }) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const lhr = await reportOf(stack.baseUrl + path);
    runs.push({
      performance: Math.round((lhr.categories.performance.score ?? 0) * 100),
      accessibility: Math.round((lhr.categories.accessibility.score ?? 0) * 100),
      paint: Math.round(lhr.audits['largest-contentful-paint']?.numericValue ?? 0),
      shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 0,
      failed: Object.values(lhr.audits)
        .filter(
          ({ id, score }) =>
            score !== null &&
            score < 0.9 &&
            lhr.categories.accessibility.auditRefs.some((ref) => ref.id === id && ref.weight > 0),
        )
        .map(({ id }) => id),
    });
  }
  return percentileBy(runs, 0.5, ({ performance }) => performance);
}

/**
 * @param {string} url
 * @returns {Promise<Report>}
 */
async function reportOf(url) {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--preset=desktop', `--port=${browser.port}`, '--quiet'],
      ...['--only-categories=performance,accessibility', '--output=json', '--output-path=stdout'],
      // The session is in the storage.
      '--disable-storage-reset',
    ],
    { maxBuffer: 2 ** 28 },
  );
  return JSON.parse(stdout);
}

/** @param {Row} row */
function line({ name, performance, accessibility, paint, shift, failed }) {
  return `${name}: performance ${performance}, accessibility ${accessibility} ${failed.join(' ')}, ${paint} ms, shift ${shift.toFixed(3)}`;
}

/**
 * Replaces the section of the report.
 * @param {Row[]} rows
 */
async function writeReport(rows) {
  const table = markdownTable(
    ['screen', 'performance', 'accessibility', 'largest contentful paint', 'layout shift'],
    rows.map(({ name, performance, accessibility, paint, shift }) => [
      ...[name, performance, accessibility],
      `${(paint / 1000).toFixed(1)} s`,
      shift.toFixed(2),
    ]),
  );
  await writeSection(
    'Lighthouse',
    `
\`npm run lighthouse\`: the built portal with the demo, the desktop profile of Lighthouse, the median of ${RUNS} runs.

${table}`,
  );
}
