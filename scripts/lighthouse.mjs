/**
 * Measures screens of the built portal with Lighthouse (desktop, without throttling of the network by
 * a proxy) and writes the scores into docs/benchmarks.md; `--quick` measures each screen once and only prints. npx
 * fetches Lighthouse, whose 140 packages nothing else needs.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bench } from './lib/bench.mjs';
import { percentileBy } from './lib/figures.mjs';
import { signInOn, startDemoStack } from './lib/own-stack.mjs';

/**
 * @typedef {{ score: number | null, auditRefs: { id: string, weight: number }[] }} Category of audits
 * @typedef {{ categories: Record<'performance' | 'accessibility', Category>,
 *   audits: Record<string, { id: string, score: number | null, numericValue?: number }> }} Report
 */

const LIGHTHOUSE = 'lighthouse@12.8.2';
const SCREENS = [
  { name: 'Sign-in', path: '/' },
  { name: 'Home', path: '/' },
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Project Dashboard', path: '/projects/1/dashboard' },
  { name: 'Custom Statistics', path: '/custom-stats' },
];

await bench({
  section: 'Lighthouse',
  sizes: { full: { runs: 3 }, quick: { runs: 1 } },
  async measure(run, { runs }) {
    const { dir, stack } = await run.use(startDemoStack());
    const { context, port } = await run.use(startBrowser(join(dir, 'profile')));
    const rows = [];
    for (const [at, { name, path }] of SCREENS.entries()) {
      if (at === 1) {
        const page = await context.newPage();
        await signInOn(page, stack.baseUrl);
        await page.close();
      }
      const scores = [];
      while (scores.length < runs)
        scores.push(scoresOf(await reportOf(stack.baseUrl + path, port)));
      const median = percentileBy(scores, 0.5, ({ performance }) => performance);
      run.step(`${name} ${median.failed.join(' ')}`);
      const { performance, accessibility, paint, shift } = median;
      rows.push([
        name,
        performance,
        accessibility,
        `${(paint / 1000).toFixed(1)} s`,
        shift.toFixed(2),
      ]);
    }
    const head = ['screen', 'performance', 'accessibility', 'largest contentful paint'];
    return [{ head: [...head, 'layout shift'], rows }];
  },
});

/** @param {string} profileDir */
async function startBrowser(profileDir) {
  const { launchDebuggableChromium } = await import('@portal/testing/chromium');
  const browser = await launchDebuggableChromium(profileDir);
  return { ...browser, stop: () => browser.context.close() };
}

/**
 * From 0 to 100, milliseconds of the largest contentful paint, and the failed audits of accessibility.
 * @param {Report} report
 */
function scoresOf({ categories, audits }) {
  const counts = new Set(
    categories.accessibility.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  const failed = Object.values(audits).filter(
    ({ id, score }) => score !== null && score < 0.9 && counts.has(id),
  );
  return {
    performance: Math.round((categories.performance.score ?? 0) * 100),
    accessibility: Math.round((categories.accessibility.score ?? 0) * 100),
    paint: audits['largest-contentful-paint']?.numericValue ?? 0,
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    failed: failed.map(({ id }) => id),
  };
}

/** @param {string} url @param {number} port of the browser @returns {Promise<Report>} */
async function reportOf(url, port) {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--preset=desktop', `--port=${port}`, '--quiet'],
      ...['--only-categories=performance,accessibility', '--output=json', '--output-path=stdout'],
      // The session is in the storage.
      '--disable-storage-reset',
    ],
    { maxBuffer: 2 ** 28 },
  );
  return JSON.parse(stdout);
}
