import { taskFileText } from '@portal/testing/task-file';
import { createBaselineTables, dropBaselineTables } from './baseline-tables.mjs';
import { benchImport, uploadFile } from './import.mjs';
import { connectTo, timedGet } from './requests.mjs';
import { percentile } from './statistics.mjs';

const DAY_MS = 86_400_000;
const PAUSE_MS = 50;
/** A file may have 2 GiB. */
const MOST_ROWS = 4_500_000;
const READS = 100;
const EDITS = 50;

/**
 * The cost of files, reads and edits with `stored` tasks, some more after the files. Each file and
 * each baseline begins directly after a checkpoint, as the file of a day does.
 * @param {{ stored: number, file: number, step: number }} plan `step` is the number of sizes before
 *   this one: ids of a later step are above all earlier ones
 * @returns {Promise<object>} milliseconds; `files` with the limit of each as a multiple of the INSERT
 *   or the UPDATE
 */
export async function benchScale(portal, { stored, file, step }) {
  const { database } = portal;
  const project = { turingProjectId: portal.projects.first };
  const ids = idsOf(step);
  await growTo(portal, project, ids, stored);
  await portal.settle();

  const until = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const rows = (plan) => JSON.parse(taskFileText({ ...project, tasks: file, until, ...plan }));
  const gap = { firstTaskId: ids.gap };
  const inGap = rows({ ...gap, seed: 3 });
  const changed = rows({ ...gap, seed: 4 });
  const hardly = rows({ ...gap, seed: 5 }).map((row, at) => (at % 100 === 0 ? row : changed[at]));

  const users = await editMeanwhile(portal);
  const files = [];
  const measure = async (name, content, against, limit) => {
    files.push({ name, ms: await importRows(portal, content), against, limit });
  };
  await measure('new, above', rows({ firstTaskId: ids.above, seed: 6 }), 'insert', 1.75);
  await measure('new, in a gap', inGap, 'insert', 1.75);
  await measure('the same', inGap, 'insert', 0.3);
  await measure('everything changed', changed, 'update', 2);
  await measure('1 % changed', hardly, 'insert', 0.4);
  const meanwhile = await users.stop();

  const plain = await plainSql(database, ids.gap, file);
  await portal.settle();
  return { stored, files, plain, meanwhile, ...(await reads(portal, stored)) };
}

/** Half of what is stored, the gap for files, the other half, and above all. */
function idsOf(step) {
  const first = step * 1e9 + 1;
  return { lower: first, gap: first + 3e8, upper: first + 6e8, above: first + 9e8 };
}

async function growTo(portal, project, ids, stored) {
  const { rows } = await portal.database.query('SELECT count(*)::integer AS n FROM core.task');
  let present = rows[0].n;
  const half = Math.ceil((stored - present) / 2);
  for (const first of [ids.lower, ids.upper]) {
    for (let done = 0; done < half; done += MOST_ROWS) {
      const tasks = Math.min(MOST_ROWS, half - done);
      present += tasks;
      await benchImport(portal, { ...project, tasks, firstTaskId: first + done }, present);
    }
  }
}

/** Milliseconds from the upload accepted to the end of the import. */
async function importRows(portal, rows) {
  const { database } = portal;
  const token = await portal.token('admin');
  const content = [Buffer.from(JSON.stringify(rows))];
  await database.query('CHECKPOINT');
  const { importId } = await uploadFile(portal.stack.baseUrl, token, content);
  const accepted = performance.now();
  for (;;) {
    const { rows: found } = await database.query(
      'SELECT state, failure_detail FROM core.task_import WHERE id = $1',
      [importId],
    );
    if (found[0].state === 'completed') return performance.now() - accepted;
    if (!['queued', 'running'].includes(found[0].state)) throw new Error(found[0].failure_detail);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Edits stored tasks of the project and asks for its overview, until it is stopped. */
async function editMeanwhile(portal) {
  const connection = connectTo(portal.stack.baseUrl);
  const samples = { edits: [], overview: [] };
  let stopped = false;
  let token = await portal.token('admin');
  const renewal = setInterval(
    () => void portal.token('admin').then((fresh) => (token = fresh)),
    300_000,
  );
  const work = (async () => {
    for (let round = 0; !stopped; round += 1) {
      samples.edits.push(await timedEdit(portal, token, round));
      const path = `/api/v1/projects/${portal.projectIds.first}/overview`;
      samples.overview.push(await timedGet(connection, path, token));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      clearInterval(renewal);
      await work;
      connection.close();
      return {
        edits: { p95: percentile(samples.edits, 0.95), worst: Math.max(...samples.edits) },
        overview: percentile(samples.overview, 0.95),
      };
    },
  };
}

async function timedEdit({ stack }, token, round) {
  const started = performance.now();
  const answer = await fetch(`${stack.baseUrl}/api/v1/tasks/tasks-crud/${1 + (round % 1000)}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number_of_turns: round % 100 }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`an edit answered ${answer.status}`);
  return performance.now() - started;
}

/** What the tables themselves take for the rows of the files. */
async function plainSql(database, first, file) {
  const isOfFile = `turing_task_id >= ${first} AND turing_task_id < ${first + file}`;
  await createBaselineTables(database);
  await database.query(`
    INSERT INTO baseline.task SELECT * FROM core.task WHERE NOT (${isOfFile});
    INSERT INTO baseline.task_review SELECT * FROM core.task_review WHERE NOT (${isOfFile});
    CREATE TABLE baseline.file_task AS SELECT * FROM core.task WHERE ${isOfFile};
    CREATE TABLE baseline.file_review AS SELECT * FROM core.task_review WHERE ${isOfFile};
  `);
  await database.query('VACUUM (ANALYZE) baseline.task, baseline.task_review');
  await database.query('ANALYZE baseline.file_task, baseline.file_review');
  const insert = await afterCheckpoint(
    database,
    `
    BEGIN;
    INSERT INTO baseline.task SELECT * FROM baseline.file_task;
    INSERT INTO baseline.task_review SELECT * FROM baseline.file_review;
    COMMIT`,
  );
  const update = await afterCheckpoint(
    database,
    `
    BEGIN;
    UPDATE baseline.task SET user_email = file.user_email || 'x', status = 'rework',
      turing_batch_id = file.turing_batch_id, number_of_turns = file.number_of_turns + 1,
      duration_minutes = file.duration_minutes + 1, completed_at = file.completed_at + '1 hour',
      created_at = file.created_at + '1 hour', updated_at = file.updated_at + '1 hour',
      target_model = 'other', validation_status = 'failed'
    FROM baseline.file_task AS file WHERE task.turing_task_id = file.turing_task_id;
    UPDATE baseline.task_review SET reviewer_email = file.reviewer_email || 'x', status = 'failed',
      score = file.score + 1, submitted_at = file.submitted_at + '1 hour'
    FROM baseline.file_review AS file
    WHERE task_review.turing_task_id = file.turing_task_id
      AND task_review.turing_review_id = file.turing_review_id;
    COMMIT`,
  );
  await dropBaselineTables(database);
  return { insert, update };
}

async function afterCheckpoint(database, text) {
  await database.query('CHECKPOINT');
  const started = performance.now();
  await database.query(text);
  return performance.now() - started;
}

/** 95th percentiles. */
async function reads(portal, stored) {
  const connection = connectTo(portal.stack.baseUrl);
  const token = await portal.token('admin');
  const project = portal.projectIds.first;
  const day = (ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const filters = encodeURIComponent(JSON.stringify({ project_id: project, status: 'rework' }));
  const pages = Math.min(3000, Math.floor(stored / 100));
  const paths = {
    overview: () => `/projects/${project}/overview`,
    'overview, other dates': (at) =>
      `/projects/${project}/overview?start_date=${day(31 + at)}&end_date=${day(1 + at)}`,
    'tasks, first page': () => '/tasks/tasks-crud/?size=10',
    'tasks, any page': (at) => `/tasks/tasks-crud/?size=10&page=${1 + ((at * 7919) % pages)}`,
    'tasks in rework': () => `/tasks/tasks-crud/?size=10&filters=${filters}`,
    'tasks of users searched for': (at) => `/tasks/tasks-crud/?size=10&search=p${1 + (at % 60)}%40`,
  };
  const results = [];
  for (const [name, pathOf] of Object.entries(paths)) {
    const samples = [];
    for (let at = 0; at < READS; at += 1) {
      samples.push(await timedGet(connection, `/api/v1${pathOf(at)}`, token));
    }
    results.push({ name, ms: percentile(samples, 0.95) });
  }
  connection.close();
  const edits = [];
  for (let at = 0; at < EDITS; at += 1) edits.push(await timedEdit(portal, token, at));
  return { reads: results, edit: percentile(edits, 0.5) };
}
