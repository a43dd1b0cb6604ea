import {
  createBaselineTables,
  dropBaselineTables,
  fillBaselineTables,
  insertRows,
  updateRows,
} from './baseline-tables.mjs';
import { dayAgo } from './dates.mjs';
import { benchImport, importFile } from './import.mjs';
import { editMeanwhile, timedEdit } from './meanwhile.mjs';
import { connectTo, timedGet } from './requests.mjs';
import { fileOf, hardlyChanged, rowsOf } from './rows.mjs';
import { percentile, samplesOf } from './statistics.mjs';

/** @typedef {import('./rows.mjs').MeasuredFile} MeasuredFile */
/** @typedef {Awaited<ReturnType<typeof benchScale>>} Scale */

/** A file may have 2 GiB. */
const MOST_ROWS = 4_500_000;
const READS = 100;
const EDITS = 50;

/**
 * The cost of files, reads and edits with `stored` tasks, some more after the files. Each file and
 * each baseline begins directly after a checkpoint, as the file of a day does.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ stored: number, file: number, step: number }} size `step` is the number of sizes before
 *   this one: ids of a later step are above all earlier ones
 * @returns milliseconds
 */
export async function benchScale(portal, { stored, file, step }) {
  const { database } = portal;
  const ids = idsOf(step);
  await growTo(portal, ids, stored);
  await portal.settle();

  const plan = { turingProjectId: portal.projects.first, tasks: file, firstTaskId: ids.gap };
  const changedRows = rowsOf({ ...plan, seed: 4 });
  const above = fileOf(rowsOf({ ...plan, firstTaskId: ids.above, seed: 6 }));
  const inGap = fileOf(rowsOf({ ...plan, seed: 3 }));
  const changed = fileOf(changedRows);
  const hardly = fileOf(hardlyChanged(changedRows, rowsOf({ ...plan, seed: 5 })));

  const users = await editMeanwhile(portal);
  /** @type {(Omit<MeasuredFile, 'against'> & { against: MeasuredFile['against'] | 'one' })[]} */
  const files = [];
  /** @type {(name: string, content: Buffer, against: MeasuredFile['against'], limit: number) => Promise<void>} */
  const measure = async (name, content, against, limit) => {
    await database.query('CHECKPOINT');
    files.push({ name, ms: await importFile(portal, content), against, limit });
  };
  await measure('new, above', above, 'insert', 1.75);
  await measure('new, in a gap', inGap, 'insert', 1.75);
  await measure('the same', inGap, 'insert', 0.3);
  await measure('everything changed', changed, 'update', 2);
  await measure('1 % changed', hardly, 'insert', 0.4);
  const meanwhile = await users.stop();

  const { one, both } = await twoProjects(portal, { first: ids.gap + 1e8, file });
  files.push({ name: 'two, of two projects', ms: both, against: 'one', limit: 1.3 });
  const plain = { ...(await plainSql(database, ids.gap, file)), one };
  await portal.settle();
  return { stored, files, plain, meanwhile, ...(await reads(portal, stored)) };
}

/**
 * Half of what is stored, the gap for files, the other half, and above all.
 * @param {number} step
 */
function idsOf(step) {
  const first = step * 1e9 + 1;
  return { lower: first, gap: first + 3e8, upper: first + 6e8, above: first + 9e8 };
}

/**
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {ReturnType<typeof idsOf>} ids
 * @param {number} stored
 */
async function growTo(portal, ids, stored) {
  const turingProjectId = portal.projects.first;
  const { rows } = await portal.database.query(
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE project_id = $1)::integer AS first
     FROM core.task`,
    [portal.projectIds.first],
  );
  let present = rows[0].first;
  const half = Math.ceil((stored - rows[0].all) / 2);
  for (const first of [ids.lower, ids.upper]) {
    for (let done = 0; done < half; done += MOST_ROWS) {
      const tasks = Math.min(MOST_ROWS, half - done);
      present += tasks;
      await benchImport(portal, { turingProjectId, tasks, firstTaskId: first + done }, present);
    }
  }
}

/**
 * A file of new tasks alone, then two at once, of two projects and on two workers.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ first: number, file: number }} size
 */
async function twoProjects(portal, { first, file }) {
  /** @type {(key: keyof typeof portal.projects, firstTaskId: number) => Buffer} */
  const content = (key, firstTaskId) =>
    fileOf(rowsOf({ turingProjectId: portal.projects[key], tasks: file, firstTaskId, seed: 7 }));
  await portal.database.query('CHECKPOINT');
  const one = await importFile(portal, content('first', first));
  const pair = [content('first', first + file), content('many', first + 2 * file)];
  const worker = await portal.addWorker();
  try {
    await portal.database.query('CHECKPOINT');
    const times = await Promise.all(pair.map((each) => importFile(portal, each)));
    return { one, both: Math.max(...times) };
  } finally {
    await worker.stop();
  }
}

/**
 * What the tables themselves take for the rows of the files.
 * @param {import('pg').Client} database
 * @param {number} first
 * @param {number} file
 */
async function plainSql(database, first, file) {
  await createBaselineTables(database);
  await fillBaselineTables(database, first, file);
  await database.query('CHECKPOINT');
  const insert = await insertRows(database);
  await database.query('CHECKPOINT');
  const update = await updateRows(database);
  await dropBaselineTables(database);
  return { insert, update };
}

/**
 * 95th percentiles.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {number} stored
 */
async function reads(portal, stored) {
  const connection = connectTo(portal.stack.baseUrl);
  const token = await portal.token('admin');
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
  const results = [];
  for (const [name, pathOf] of Object.entries(paths)) {
    const read = (/** @type {number} */ at) => timedGet(connection, `/api/v1${pathOf(at)}`, token);
    const { ms } = await samplesOf({ ms: read }, { count: READS });
    results.push({ name, ms: percentile(ms, 0.95) });
  }
  connection.close();
  const edit = (/** @type {number} */ at) => timedEdit(portal, token, at);
  const { ms: edits } = await samplesOf({ ms: edit }, { count: EDITS });
  return { reads: results, edit: percentile(edits, 0.5) };
}
