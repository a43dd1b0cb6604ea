/**
 * Measures the portal against plain baselines on this machine, in one run, and writes the first table
 * of docs/benchmarks.md. `--quick` uses small sizes and only prints.
 */
import { parseArgs } from 'node:util';
import { markdown, tableOf } from './bench/report.mjs';
import { count, writeHead } from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const sizes = values.quick
  ? { tasks: 50_000, manyTasks: 250_000, dailyTasks: 5_000, requests: 100, edits: 20 }
  : // A file of 5,000,000 tasks would be larger than 2 GiB.
    { tasks: 1_000_000, manyTasks: 4_900_000, dailyTasks: 100_000, requests: 500, edits: 100 };

const step = (/** @type {string} */ text) =>
  console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`);

step('building');
await buildStale(['portal', 'tests']);
// Imported after the build, which creates these modules.
const { startBenchPortal } = await import('./bench/portal.mjs');
const { benchCopy } = await import('./bench/copy.mjs');
const { benchCustomSql } = await import('./bench/custom-sql.mjs');
const { benchImport, peakMemoryOf } = await import('./bench/import.mjs');
const { benchLists } = await import('./bench/lists.mjs');
const { benchLive } = await import('./bench/live.mjs');
const { benchOverview } = await import('./bench/overview.mjs');
const { benchDailyImports } = await import('./bench/daily-imports.mjs');

const portal = await startBenchPortal();
try {
  const first = { tasks: sizes.tasks, turingProjectId: portal.projects.first, firstTaskId: 1 };
  const many = {
    tasks: sizes.manyTasks,
    turingProjectId: portal.projects.many,
    // Above all others.
    firstTaskId: 1_000_000_000,
    // Batch ids are unique per project only, so both files can use the same ids.
    firstBatchId: 1,
  };

  step(`importing ${count(sizes.tasks)} tasks`);
  const imported = await benchImport(portal, first);
  const peak = await peakMemoryOf(portal);
  step('importing the same file again');
  const again = await benchImport(portal, first);
  step('copying the same rows with COPY');
  const copied = await benchCopy(portal);
  step('importing a file that changes all of them');
  const changed = await benchImport(portal, { ...first, seed: 2 });
  step('measuring the overview');
  const overview = await benchOverview(portal, sizes);
  step('measuring lists and statistics');
  const lists = await benchLists(portal, sizes);
  step('running custom SQL');
  const customSql = await benchCustomSql(portal, sizes);
  step('pushing states to 200 sockets');
  const live = await benchLive(portal, sizes);
  step(`importing files of ${count(sizes.dailyTasks)} tasks into as many again`);
  const daily = await benchDailyImports(portal, sizes);
  step(`importing ${count(sizes.manyTasks)} tasks`);
  await portal.stack.kill('worker', 'SIGTERM');
  await portal.stack.restart('worker');
  const importedMany = await benchImport(portal, many);
  const peakMany = await peakMemoryOf(portal);

  const measured = {
    sizes,
    imported,
    again,
    changed,
    copied,
    overview,
    lists,
    customSql,
    live,
    daily,
    importedMany,
    memory: { peak, peakMany },
  };
  const table = tableOf(measured);
  console.log(`\n${table}\n`);
  if (!values.quick) {
    await writeHead(markdown(table, measured));
    step('written to docs/benchmarks.md');
  }
} finally {
  await portal.stop();
}
