/**
 * Measures files, reads and edits with 100,000, 1,000,000 and 10,000,000 stored tasks, against plain
 * SQL. Writes the section 'Scale' of docs/benchmarks.md; `--quick` uses small sizes and only prints.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { scaleChart } from './bench/scale-chart.mjs';
import {
  count,
  loadOfMachine,
  markdownTable,
  milliseconds,
  seconds,
  writeSection,
  yesOrNo,
} from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';

/** @typedef {import('./bench/scale.mjs').Scale} Scale */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
});
const sizes = values.quick ? [5_000, 20_000] : [100_000, 1_000_000, 10_000_000];
const file = values.quick ? 2_000 : 100_000;

await buildStale(['portal', 'tests']);
// Imported after the build, which creates these modules.
const { startBenchPortal } = await import('./bench/portal.mjs');
const { benchScale } = await import('./bench/scale.mjs');

const portal = await startBenchPortal();
try {
  const measured = [];
  for (const [step, stored] of sizes.entries()) {
    console.log(`${new Date().toISOString().slice(11, 19)}  ${count(stored)} tasks`);
    measured.push(await benchScale(portal, { stored, file, step }));
  }
  const tables = `${filesOf(measured)}\n\n${readsOf(measured)}`;
  console.log(`\n${tables}\n`);
  if (!values.quick && !values.print) await writeReport(measured, tables);
} finally {
  await portal.stop();
}

/** @param {Scale[]} measured */
function filesOf(measured) {
  const rows = measured.flatMap(({ stored, files, plain }) =>
    files.map(({ name, ms, against, limit }) => {
      const ratio = ms / plain[against];
      return [
        ...[count(stored), name, seconds(ms)],
        `${against.toUpperCase()}: ${seconds(plain[against])}`,
        ...[`${ratio.toFixed(2)}x`, `≤ ${limit}x`, yesOrNo(ratio <= limit)],
      ];
    }),
  );
  return markdownTable(['stored', 'file', 'import', 'plain SQL', 'ratio', 'target', 'met'], rows);
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
    ],
  );
}

/**
 * @param {Scale[]} measured
 * @param {string} tables in Markdown
 */
async function writeReport(measured, tables) {
  await mkdir(inRoot('docs/images'), { recursive: true });
  await writeFile(inRoot('docs/images/scale.svg'), `${scaleChart(measured)}\n`);
  await writeSection(
    'Scale',
    `
\`node scripts/scale.mjs\`: files of ${count(file)} tasks, half of them reviewed, into a project that users edit meanwhile. Each file and each baseline begins directly after a checkpoint, so that each page it changes is written to the log as a whole. The baselines are an INSERT and an UPDATE of the same tasks and reviews, in one transaction, on tables of the same size with the same indexes and foreign keys, without triggers. ${loadOfMachine()}.

![How many times as long as plain SQL each file takes](images/scale.svg)

${tables}`,
  );
}
