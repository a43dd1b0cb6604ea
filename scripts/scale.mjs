/**
 * Measures files, reads and edits with 100,000, 1,000,000 and 10,000,000 stored tasks, against plain
 * SQL. Writes the section 'Scale' of docs/benchmarks.md; `--quick` uses small sizes and only prints.
 */
import { loadavg } from 'node:os';
import { fileOf, measureFiles, rowsOf, timedEdit } from './bench/files.mjs';
import { importFile } from './bench/import.mjs';
import { dayAgo, startBenchPortal } from './bench/portal.mjs';
import { bench } from './lib/bench.mjs';
import { comparison, count, milliseconds, percentile, samplesOf, seconds } from './lib/figures.mjs';

/** @typedef {import('./bench/portal.mjs').BenchPortal} BenchPortal */

const FILES = ['stored', 'file', 'import', 'baseline', 'ratio', 'target', 'met'];

await bench({
  section: 'Scale',
  // Ascending, because the stored tasks of a size stay for the next one.
  sizes: {
    full: { sizes: [100_000, 1_000_000, 10_000_000], file: 100_000 },
    quick: { sizes: [5_000, 20_000], file: 2_000 },
  },
  async measure(run, { sizes, file }) {
    const portal = await run.use(startBenchPortal());
    const files = { head: FILES, rows: /** @type {string[][]} */ ([]) };
    const reads = { head: /** @type {string[]} */ ([]), rows: /** @type {string[][]} */ ([]) };
    for (const [step, stored] of sizes.entries()) {
      run.step(`${count(stored)} tasks`);
      const { measured, plain, meanwhile } = await measureFiles(portal, { stored, file, step });
      const { one, both } = await twoProjects(portal, { first: step * 1e9 + 4e8, file });
      /** @type {(name: string, ms: number, to: [string, number], limit: number) => void} */
      const add = (name, ms, to, limit) => {
        files.rows.push([count(stored), ...comparison(name, ms, { as: seconds, to, limit })]);
      };
      for (const { name, ms, against, limit } of measured)
        add(name, ms, [against, plain[against]], limit);
      add('two, of two projects', both, ['one of them alone', one], 1.3);
      await portal.settle();
      const figures = {
        ...(await readTimes(portal, stored)),
        'an edit during the imports, p95': meanwhile.edit,
        'the slowest edit during the imports': meanwhile.slowestEdit,
        'overview during the imports, p95': meanwhile.overview,
      };
      reads.head = ['stored', ...Object.keys(figures), 'load average', 'measured'];
      const day = new Date().toISOString().slice(0, 10);
      const load = loadavg()[0]?.toFixed(1) ?? '';
      const cells = Object.values(figures).map((ms) => milliseconds(ms));
      reads.rows.push([count(stored), ...cells, load, day]);
    }
    return [files, reads];
  },
});

/**
 * A file of new tasks alone, then two at once, of two projects and on two workers.
 * @param {BenchPortal} portal
 * @param {{ first: number, file: number }} size
 */
async function twoProjects(portal, { first, file: tasks }) {
  /** @type {(key: keyof typeof portal.projects, firstTaskId: number) => Promise<Buffer[]>} */
  const content = async (key, firstTaskId) =>
    fileOf(await rowsOf({ turingProjectId: portal.projects[key], tasks, firstTaskId, seed: 7 }));
  const alone = await content('first', first);
  const pair = {
    first: await content('first', first + tasks),
    many: await content('many', first + 2 * tasks),
  };
  const { ms: one } = await importFile(portal, alone);
  const worker = await portal.addWorker();
  try {
    const both = await Promise.all([
      importFile(portal, pair.first),
      importFile(portal, pair.many, { project: 'many' }),
    ]);
    return { one, both: Math.max(...both.map(({ ms }) => ms)) };
  } finally {
    await worker.stop();
  }
}

/** @param {BenchPortal} portal @param {number} stored @returns {Promise<Record<string, number>>} */
async function readTimes(portal, stored) {
  const connection = portal.connect('admin');
  const project = portal.projectIds.first;
  const filters = encodeURIComponent(JSON.stringify({ project_id: project, status: 'rework' }));
  const pages = Math.min(3000, Math.floor(stored / 100));
  /** @type {Record<string, (at: number) => string>} */
  const paths = {
    overview: () => `/projects/${project}/overview`,
    'overview, other dates': (at) =>
      `/projects/${project}/overview?start_date=${dayAgo(31 + at)}&end_date=${dayAgo(1 + at)}`,
    'tasks, first page': () => '/tasks/tasks-crud/?size=10',
    'tasks, any page': (at) => `/tasks/tasks-crud/?size=10&page=${1 + ((at * 7919) % pages)}`,
    'tasks in rework': () => `/tasks/tasks-crud/?size=10&filters=${filters}`,
    'tasks of users searched for': (at) => `/tasks/tasks-crud/?size=10&search=p${1 + (at % 60)}%40`,
  };
  /** @type {Record<string, number>} */
  const times = {};
  for (const [name, pathOf] of Object.entries(paths)) {
    const read = (/** @type {number} */ at) => connection.get(`/api/v1${pathOf(at)}`);
    const { ms } = await samplesOf({ ms: read }, { count: 100 });
    times[`${name}, p95`] = percentile(ms, 0.95);
  }
  const edit = (/** @type {number} */ at) => timedEdit(connection, at);
  const { ms } = await samplesOf({ ms: edit }, { count: 50 });
  return { ...times, 'an edit, p50': percentile(ms, 0.5) };
}
