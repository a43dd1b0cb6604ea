import { taskFileText } from '@portal/testing/task-file';
import { createBaselineTables, dropBaselineTables } from './baseline-tables.mjs';
import { benchImport, uploadFile } from './import.mjs';
import { connectTo, timedGet } from './requests.mjs';
import { percentile } from './statistics.mjs';

const DAY_MS = 86_400_000;
const PAUSE_MS = 50;
/** Of the second half of what is stored, of the files in the gap before it, and above all. */
const FIRST_IDS = { stored: 100_000_001, gap: 50_000_001, above: 200_000_001 };

/**
 * Files of a day into tables that are large already, against plain SQL of the same rows in tables
 * with the same rows and indexes but without triggers; and how users fare meanwhile.
 * @returns {Promise<object>} milliseconds; `files` with the limit of each as a multiple of the
 *   INSERT or the UPDATE
 */
export async function benchDailyImports(portal, { tasks, dailyTasks }) {
  const project = { turingProjectId: portal.projects.first };
  await storeAsManyAgain(portal, { ...project, tasks, firstTaskId: FIRST_IDS.stored });
  await portal.settle();

  const until = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const rows = (plan) =>
    JSON.parse(taskFileText({ ...project, tasks: dailyTasks, until, ...plan }));
  const gap = { firstTaskId: FIRST_IDS.gap };
  const stored = rows({ ...gap, seed: 3 });
  const moved = stored.map((row) => ({
    ...row,
    status: row.status === 'rework' ? 'completed' : 'rework',
    updated_at: until.toISOString(),
  }));
  const changed = rows({ ...gap, seed: 4 });
  const hardly = changed.map((row, at) => (at % 100 === 0 ? moved[at] : row));
  const above = rows({ firstTaskId: FIRST_IDS.above, seed: 5 });

  const users = await editMeanwhile(portal);
  const files = [];
  const measure = async (name, content, against, limit) => {
    files.push({ name, ms: await importRows(portal, content), against, limit });
  };
  const size = dailyTasks.toLocaleString('en');
  await measure(`a file of ${size} new tasks above all others`, above, 'insert', 2);
  await measure(`${size} new tasks between others`, stored, 'insert', 2);
  await measure('the same file again', stored, 'insert', 0.5);
  await measure('a new status and date for each of them', moved, 'update', 2);
  await measure('everything changed in each of them', changed, 'update', 2);
  await measure('1 % of them changed', hardly, 'insert', 0.6);
  const meanwhile = await users.stop();

  return { stored: 2 * tasks, files, ...(await plainSql(portal, dailyTasks)), ...meanwhile };
}

async function storeAsManyAgain(portal, plan) {
  const { rows } = await portal.database.query(
    'SELECT count(*)::integer AS n FROM core.task WHERE project_id = $1',
    [portal.projectIds.first],
  );
  await benchImport(portal, plan, rows[0].n + plan.tasks);
}

/** Milliseconds from the upload accepted to the end of the import. */
async function importRows(portal, rows) {
  const token = await portal.token('admin');
  const file = [Buffer.from(JSON.stringify(rows))];
  const { importId } = await uploadFile(portal.stack.baseUrl, token, file);
  const accepted = performance.now();
  for (;;) {
    const { rows: found } = await portal.database.query(
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
  const { baseUrl } = portal.stack;
  const connection = connectTo(baseUrl);
  const samples = { edits: [], overview: [] };
  let stopped = false;
  let token = await portal.token('admin');
  const renewal = setInterval(
    () => void portal.token('admin').then((fresh) => (token = fresh)),
    300_000,
  );
  const work = (async () => {
    for (let round = 0; !stopped; round += 1) {
      const started = performance.now();
      const answer = await fetch(`${baseUrl}/api/v1/tasks/tasks-crud/${1 + (round % 1000)}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ number_of_turns: round % 100 }),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`an edit answered ${answer.status}`);
      samples.edits.push(performance.now() - started);
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
      const p95 = (all) => percentile(all, 0.95);
      return {
        edits: { p95: p95(samples.edits), worst: Math.max(...samples.edits) },
        overview: { p95: p95(samples.overview) },
      };
    },
  };
}

/** What the tables themselves take for the rows of the files. */
async function plainSql({ database }, dailyTasks) {
  const last = FIRST_IDS.gap + dailyTasks;
  const isOfFile = `turing_task_id >= ${FIRST_IDS.gap} AND turing_task_id < ${last}`;
  await createBaselineTables(database);
  await database.query(`
    INSERT INTO baseline.task SELECT * FROM core.task WHERE NOT (${isOfFile});
    INSERT INTO baseline.task_review SELECT * FROM core.task_review WHERE NOT (${isOfFile});
    CREATE TABLE baseline.file_task AS SELECT * FROM core.task WHERE ${isOfFile};
    CREATE TABLE baseline.file_review AS SELECT * FROM core.task_review WHERE ${isOfFile};
  `);
  await database.query('VACUUM (ANALYZE) baseline.task, baseline.task_review');
  await database.query('ANALYZE baseline.file_task, baseline.file_review');
  await database.query('CHECKPOINT');
  const insertMs = await timed(
    database,
    `
    BEGIN;
    INSERT INTO baseline.task SELECT * FROM baseline.file_task;
    INSERT INTO baseline.task_review SELECT * FROM baseline.file_review;
    COMMIT`,
  );
  const updateMs = await timed(
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
  return { insertMs, updateMs };
}

async function timed(database, text) {
  const started = performance.now();
  await database.query(text);
  return performance.now() - started;
}
