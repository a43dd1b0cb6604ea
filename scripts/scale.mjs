/**
 * Measures files, reads and edits with 100,000, 1,000,000 and 10,000,000 stored tasks, against plain
 * SQL. Writes the section 'Scale' of docs/benchmarks.md. `--sizes 100000,1000000` measures only these,
 * and keeps what scripts/bench/scale.json has of others; `--quick` uses small sizes and only prints.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { scaleChart } from './bench/scale-chart.mjs';
import {
  count,
  markdownTable,
  milliseconds,
  seconds,
  writeSection,
  yesOrNo,
} from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';

/** @typedef {import('./bench/scale.mjs').Scale & { day: string, load: number | null }} Scale */

const RESULTS = inRoot('scripts/bench/scale.json');
const SIZES = '100000,1000000,10000000';
const BASELINES = { insert: 'INSERT', update: 'UPDATE', one: 'one of them alone' };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    sizes: { type: 'string', default: SIZES },
  },
});
const sizes = values.quick ? [5_000, 20_000] : sizesOf(values.sizes);
const file = values.quick ? 2_000 : 100_000;

await buildStale(['portal', 'tests']);
// Imported after the build, which creates these modules.
const { startBenchPortal } = await import('./bench/portal.mjs');
const { benchScale } = await import('./bench/scale.mjs');

const portal = await startBenchPortal();
try {
  /** @type {Scale[]} */
  const measured = [];
  for (const [step, stored] of sizes.entries()) {
    console.log(`${new Date().toISOString().slice(11, 19)}  ${count(stored)} tasks`);
    const day = new Date().toISOString().slice(0, 10);
    const scale = await benchScale(portal, { stored, file, step });
    measured.push({ ...scale, day, load: loadavg()[0] ?? null });
    // After each size, because a large one takes long and may fail.
    if (!values.quick && !values.print) await writeReport(await kept(measured));
  }
  console.log(`\n${tablesOf(measured)}\n`);
} finally {
  await portal.stop();
}

/**
 * Ascending, because the stored tasks of a size stay for the next one.
 * @param {string} list
 */
function sizesOf(list) {
  const sizes = list.split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
    throw new Error(`--sizes are numbers of tasks such as ${SIZES}, not '${list}'`);
  }
  return sizes.toSorted((a, b) => a - b);
}

/**
 * These results and those of other sizes from earlier runs, which it saves.
 * @param {Scale[]} measured
 * @returns {Promise<Scale[]>} by size
 */
async function kept(measured) {
  /** @type {Scale[]} */
  const earlier = JSON.parse(await readFile(RESULTS, 'utf8'));
  const others = earlier.filter(({ stored }) => !measured.some((one) => one.stored === stored));
  const all = [...others, ...measured].toSorted((a, b) => a.stored - b.stored);
  await writeFile(RESULTS, `${JSON.stringify(all, undefined, 2)}\n`);
  return all;
}

/** @param {Scale[]} measured */
function tablesOf(measured) {
  return `${filesOf(measured)}\n\n${readsOf(measured)}`;
}

/** @param {Scale[]} measured */
function filesOf(measured) {
  const rows = measured.flatMap(({ stored, files, plain }) =>
    files.map(({ name, ms, against, limit }) => {
      const ratio = ms / plain[against];
      return [
        ...[count(stored), name, seconds(ms)],
        `${BASELINES[against]}: ${seconds(plain[against])}`,
        ...[`${ratio.toFixed(2)}x`, `≤ ${limit}x`, yesOrNo(ratio <= limit)],
      ];
    }),
  );
  return markdownTable(['stored', 'file', 'import', 'baseline', 'ratio', 'target', 'met'], rows);
}

/** @param {Scale[]} measured */
function readsOf(measured) {
  /** @type {(name: string, valueOf: (one: Scale) => number) => string[]} */
  const row = (name, valueOf) => [name, ...measured.map((one) => milliseconds(valueOf(one)))];
  const names = measured[0]?.reads.map(({ name }) => name) ?? [];
  return markdownTable(
    ['tasks stored', ...measured.map(({ stored }) => count(stored))],
    [
      ...names.map((name, at) => row(`${name}, p95`, ({ reads }) => reads[at]?.ms ?? NaN)),
      row('an edit, p50', (one) => one.edit),
      row('an edit during the imports, p95', ({ meanwhile }) => meanwhile.edits.p95),
      row('the slowest edit during the imports', ({ meanwhile }) => meanwhile.edits.worst),
      row('overview during the imports, p95', ({ meanwhile }) => meanwhile.overview),
      [
        'load average of the last minute',
        ...measured.map(({ load }) => load?.toFixed(1) ?? 'not noted'),
      ],
      ['measured', ...measured.map(({ day }) => day)],
    ],
  );
}

/** @param {Scale[]} measured */
async function writeReport(measured) {
  await mkdir(inRoot('docs/images'), { recursive: true });
  await writeFile(inRoot('docs/images/scale.svg'), `${scaleChart(measured)}\n`);
  await writeSection(
    'Scale',
    `
\`node scripts/scale.mjs\`: files of ${count(file)} tasks, half of them reviewed, into a project that users edit meanwhile. Each file and each baseline begins directly after a checkpoint, so that each page it changes is written to the log as a whole. The baselines are an INSERT and an UPDATE of the same tasks and reviews, in one transaction, on tables of the same size with the same indexes and foreign keys, without triggers.

![How many times as long as plain SQL each file takes](images/scale.svg)

${tablesOf(measured)}

The targets come from a machine with a slow disk, on which the checkpoint alone made the INSERT take 17 s and the UPDATE 21 s, with 10,000,000 tasks stored. Where the disk is fast, the rest of an import counts more: it reads and checks the file, compares it with what is stored, keeps the values of before, and updates the read models. A file that changes everything takes 1.95x of the UPDATE before any of the last two.`,
  );
}
