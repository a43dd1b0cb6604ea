/**
 * Measures how soon screens of the built portal are complete far from the server, and writes the result
 * into docs/benchmarks.md.
 */
import { percentileBy } from './bench/statistics.mjs';
import { loadDemo } from './demo-load.mjs';
import { DEMO_ACCOUNTS } from './demo-world.mjs';
import { markdownTable, writeSection, yesOrNo } from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';
import { farVisit } from './lib/far-visit.mjs';
import { startOwnStack } from './lib/own-stack.mjs';
import { signInOn } from './lib/sign-in-page.mjs';

/**
 * @typedef {Awaited<ReturnType<typeof farVisit>>} Visit
 * @typedef {typeof SCREENS[number] & { cold: Visit, warm: Visit }} Row
 */

/** Of each screen; the median counts. */
const RUNS = 3;
/** The figures before the files of the client were put together: files, kB and seconds. */
const SCREENS = [
  { name: 'Dashboard', path: '/dashboard', before: [156, 555, 7.1] },
  { name: 'Project Dashboard', path: '/projects/1/dashboard', before: [148, 529, 7.6] },
  { name: 'Lead Dashboard', path: '/pods/Kestrel/lead-dashboard', before: [157, 551, 8.9] },
  { name: 'Analytics', path: '/analytics-home', before: [undefined, undefined, 7.3] },
  { name: 'Custom Statistics', path: '/custom-stats', before: [undefined, undefined, 7.7] },
];
const TARGET = { files: 25, kilobytes: 380, seconds: 3 };

await buildStale(['portal', 'web', 'tests']);
const { stack, stop } = await startOwnStack();
// Imported after the build, which creates this module.
const { launchChromium } = await import('@portal/testing/chromium');
const browser = await launchChromium();
try {
  await loadDemo({ ...stack, log: console.log });
  const page = await (await browser.newContext()).newPage();
  await signInOn(page, stack.baseUrl, DEMO_ACCOUNTS.admin);
  /** @type {Row[]} */
  const rows = [];
  for (const screen of SCREENS) {
    const url = stack.baseUrl + screen.path;
    const visits = [];
    for (let run = 0; run < RUNS; run++) visits.push(await farVisit(page, url, { cold: true }));
    const cold = percentileBy(visits, 0.5, ({ seconds }) => seconds);
    const row = { ...screen, cold, warm: await farVisit(page, url, { cold: false }) };
    rows.push(row);
    console.log(line(row));
  }
  await writeReport(rows);
} finally {
  await browser.close();
  await stop();
}

/** @param {Row} row */
function line({ name, cold, warm }) {
  return `${name}: cold ${cold.files} files, ${cold.kilobytes} kB, ${cold.seconds} s; warm ${warm.files} files, ${warm.seconds} s`;
}

/**
 * Replaces the section of the report.
 * @param {Row[]} rows
 */
async function writeReport(rows) {
  const { files, kilobytes, seconds } = TARGET;
  const table = markdownTable(
    [
      ...['screen', 'files before', 'kB before', 'seconds before', 'files', 'kB', 'seconds'],
      ...['files of a warm visit', 'seconds of it'],
      `at most ${files} files, ${kilobytes} kB, ${seconds} s`,
    ],
    rows.map(({ name, before, cold, warm }) => [
      ...[name, ...before.map((figure) => figure ?? ''), cold.files, cold.kilobytes, cold.seconds],
      ...[warm.files, warm.seconds],
      yesOrNo(cold.files <= files && cold.kilobytes <= kilobytes && cold.seconds <= seconds),
    ]),
  );
  await writeSection(
    'Far from the server',
    `
\`npm run far\`: the built portal with the demo, in Chromium with 200 ms for each round trip and 10 Mbit/s, over HTTP/1.1, the median of ${RUNS} runs. A screen is complete when its own number stands and nothing is loading. A cold visit has an empty cache, a warm one follows it. Files are those of the client: scripts, styles and fonts. Kilobytes are those of the client's files, as sent. 'Before' are the figures of version 0.1.0.

${table}`,
  );
}
