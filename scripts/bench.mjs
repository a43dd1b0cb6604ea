/**
 * Measures the portal against plain baselines on this machine, in one run, and writes the first table
 * of docs/benchmarks.md. `--quick` uses small sizes and only prints.
 */
import { timeOfCopy } from './bench/copy.mjs';
import { measureCustomSql } from './bench/custom-sql.mjs';
import { measureFiles } from './bench/files.mjs';
import { BENCH_FORMAT, importPlan, peakMemoryOf } from './bench/import.mjs';
import { measureLists } from './bench/lists.mjs';
import { measureLive } from './bench/live.mjs';
import { measureOverview } from './bench/overview.mjs';
import { startBenchPortal } from './bench/portal.mjs';
import { bench } from './lib/bench.mjs';
import { COMPARISON, comparison, count, megabytes, seconds } from './lib/figures.mjs';

/**
 * @typedef {import('./bench/portal.mjs').BenchPortal} BenchPortal
 * @typedef {import('./lib/bench.mjs').Run} Run
 * @typedef {{ tasks: number, manyTasks: number, dailyTasks: number, requests: number, edits: number }} Sizes
 */

await bench({
  sizes: {
    quick: { tasks: 20_000, manyTasks: 60_000, dailyTasks: 2_000, requests: 30, edits: 10 },
    // A file may have 2 GiB, about 4,890,000 tasks.
    full: {
      tasks: 1_000_000,
      manyTasks: 4_800_000,
      dailyTasks: 100_000,
      requests: 500,
      edits: 100,
    },
  },
  async measure(run, sizes) {
    const portal = await run.use(startBenchPortal());
    const imports = await measureImports(run, portal, sizes);
    run.step('measuring the overview');
    const overview = await measureOverview(portal, sizes);
    run.step('measuring lists and statistics');
    const lists = await measureLists(portal, sizes);
    run.step('running custom SQL');
    const customSql = await measureCustomSql(portal, sizes);
    run.step('pushing states to 200 sockets');
    const live = await measureLive(portal, sizes);
    run.step(`importing files of ${count(sizes.dailyTasks)} tasks into as many again`);
    const files = await filesOfDay(portal, sizes);
    run.step(`importing ${count(sizes.manyTasks)} tasks`);
    const memory = await memoryOfMany(portal, sizes, imports.peak);
    const rows = [...imports.rows, memory, ...files, ...overview, ...lists, ...customSql, ...live];
    return [{ head: COMPARISON, rows }];
  },
});

/**
 * A file, the same again, and one that changes everything, against COPY of the same rows.
 * @param {Run} run
 * @param {BenchPortal} portal
 * @param {Sizes} sizes
 */
async function measureImports(run, portal, { tasks }) {
  const plan = { tasks, turingProjectId: portal.projects.first, firstTaskId: 1 };
  run.step(`importing ${count(tasks)} tasks`);
  const first = await importPlan(portal, plan);
  const peak = await peakMemoryOf(portal);
  run.step('importing the same file again');
  const again = await importPlan(portal, plan);
  run.step('importing the same file again, read by a file format');
  const mapped = await importPlan(portal, plan, { settings: BENCH_FORMAT });
  run.step('copying the same rows with COPY');
  const copied = await timeOfCopy(portal);
  run.step('importing a file that changes all of them');
  const changed = await importPlan(portal, { ...plan, seed: 2 });
  /** @type {(what: string, measured: { ms: number }, limit?: number) => string[]} */
  const row = (what, { ms }, limit) =>
    comparison(what, ms, { as: seconds, to: ['COPY of the same rows', copied], limit });
  const size = `${count(tasks)} tasks (${megabytes(first.bytes)}`;
  const sent = `sent in ${seconds(first.transferMs)})`;
  return {
    peak,
    rows: [
      row(`${size}, ${sent}, upload accepted to pushed`, first, 3),
      row('the same file again, all unchanged', again, 1.5),
      comparison('the same file again, read by a file format', mapped.ms, {
        as: seconds,
        to: ['in the names of the portal', again.ms],
        limit: 1.15,
      }),
      row('a file that changes all of them', changed),
      comparison(`worker's peak memory, ${count(tasks)} tasks`, peak, {
        as: megabytes,
        to: ['limit', 200e6],
        limit: 1,
      }),
    ],
  };
}

/** @param {BenchPortal} portal @param {Sizes} sizes */
async function filesOfDay(portal, { tasks, dailyTasks: file }) {
  const stored = 2 * tasks;
  const { measured, plain, meanwhile } = await measureFiles(portal, { stored, file, step: 1 });
  return [
    ...measured.map(({ name, ms, against, limit }) =>
      comparison(`a file of ${count(file)} tasks, ${count(stored)} stored: ${name}`, ms, {
        as: seconds,
        to: [`${against} of as many rows, no triggers`, plain[against]],
        limit,
      }),
    ),
    comparison('an edit during these imports, p95', meanwhile.edit, { limit: 100 }),
    comparison('the slowest edit during these imports', meanwhile.slowestEdit, { limit: 500 }),
    comparison('GET overview during these imports, p95', meanwhile.overview, { limit: 50 }),
  ];
}

/**
 * The peak of a new worker with a much larger file: the memory must not grow with the file.
 * @param {BenchPortal} portal
 * @param {Sizes} sizes
 * @param {number} few peak with the smaller file
 */
async function memoryOfMany(portal, { tasks, manyTasks }, few) {
  await portal.stack.kill('worker', 'SIGTERM');
  await portal.stack.restart('worker');
  const { bytes, ms } = await importPlan(portal, {
    tasks: manyTasks,
    turingProjectId: portal.projects.many,
    // Above all others.
    firstTaskId: 1_000_000_000_000,
    // Batch ids are unique per project only, so both files can use the same ids.
    firstBatchId: 1,
  });
  const file = `${count(manyTasks)} tasks (${megabytes(bytes)}, ${seconds(ms)})`;
  return comparison(`worker's peak memory, ${file}`, await peakMemoryOf(portal), {
    as: megabytes,
    to: [`with ${count(tasks)} tasks`, few],
    limit: 1.15,
  });
}
