import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../lib/figures.mjs';
import { importFile, importPlan } from './import.mjs';
import { today } from './portal.mjs';

/**
 * @typedef {import('./portal.mjs').BenchPortal} BenchPortal
 * @typedef {import('@portal/contracts/tasks').TaskFileRow} TaskFileRow
 * @typedef {{ name: string, ms: number, against: 'INSERT' | 'UPDATE', limit: number }} MeasuredFile
 *   `limit` is a multiple of the INSERT or the UPDATE
 */

const PAUSE_MS = 50;

/**
 * Files of a day into tables that hold `stored` tasks, against plain SQL of the same rows in tables with the same rows
 * and indexes but without triggers; and how users fare meanwhile. Each file and each baseline begins directly after a
 * checkpoint, as the file of a day does.
 * @param {BenchPortal} portal
 * @param {{ stored: number, file: number, step: number }} size ids of a later `step` are above all earlier ones
 */
export async function measureFiles(portal, { stored, file, step }) {
  const first = step * 1e9 + 1;
  const ids = { lower: first, gap: first + 3e8, upper: first + 6e8, above: first + 9e8 };
  await growTo(portal, [ids.lower, ids.upper], stored);
  await portal.settle();

  const plan = { turingProjectId: portal.projects.first, tasks: file, firstTaskId: ids.gap };
  const storedRows = await rowsOf({ ...plan, seed: 3 });
  const changedRows = await rowsOf({ ...plan, seed: 4 });
  /** @type {TaskFileRow[]} */
  const movedRows = storedRows.map((row) => ({
    ...row,
    status: row.status === 'rework' ? 'completed' : 'rework',
    updated_at: today().toISOString(),
  }));
  const hardly = changedRows.map((row, at) => (at % 100 === 0 && movedRows[at]) || row);
  /** @type {[name: string, rows: TaskFileRow[], against: MeasuredFile['against'], limit: number][]} */
  const planned = [
    ['new, above', await rowsOf({ ...plan, firstTaskId: ids.above, seed: 5 }), 'INSERT', 1.75],
    ['new, in a gap', storedRows, 'INSERT', 1.75],
    ['the same', storedRows, 'INSERT', 0.3],
    ['another status and date', movedRows, 'UPDATE', 2],
    ['everything changed', changedRows, 'UPDATE', 2],
    ['1 % changed', hardly, 'INSERT', 0.4],
  ];
  // Before users are timed: this process can do nothing else meanwhile.
  const files = planned.map(([, rows]) => fileOf(rows));
  const users = await editMeanwhile(portal);
  /** @type {MeasuredFile[]} */
  const measured = [];
  for (const [at, [name, , against, limit]] of planned.entries()) {
    const { ms } = await importFile(portal, files[at] ?? []);
    measured.push({ name, ms, against, limit });
  }
  const meanwhile = await users.stop();
  return { measured, meanwhile, plain: await plainSql(portal.database, ids.gap, file) };
}

/** @param {BenchPortal} portal @param {number[]} firstIds of the halves of what is missing: a file may have 2 GiB @param {number} stored */
async function growTo(portal, firstIds, stored) {
  const { rows } = await portal.database.query(
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE project_id = $1)::integer AS first
     FROM core.task`,
    [portal.projectIds.first],
  );
  let present = rows[0].first;
  const half = Math.ceil((stored - rows[0].all) / firstIds.length);
  for (const firstTaskId of firstIds) {
    present += half;
    const plan = { turingProjectId: portal.projects.first, tasks: half, firstTaskId };
    await importPlan(portal, plan, { total: present });
  }
}

/**
 * The rows of a generated file until today.
 * @param {import('@portal/testing/task-file').TaskFilePlan} plan
 * @returns {Promise<TaskFileRow[]>}
 */
export async function rowsOf(plan) {
  const { taskFileText } = await import('@portal/testing/task-file');
  return JSON.parse(taskFileText({ ...plan, until: today() }));
}

/** @param {TaskFileRow[]} rows */
export function fileOf(rows) {
  return [Buffer.from(JSON.stringify(rows))];
}

/**
 * Edits stored tasks of the first project and asks for its overview, until it is stopped.
 * @param {BenchPortal} portal
 */
async function editMeanwhile(portal) {
  const connection = portal.connect('admin');
  const path = `/api/v1/projects/${portal.projectIds.first}/overview`;
  /** @type {number[]} */
  const edits = [];
  /** @type {number[]} */
  const overviews = [];
  let stopped = false;
  const work = (async () => {
    for (let round = 0; !stopped; round += 1) {
      edits.push(await timedEdit(connection, round));
      overviews.push(await connection.get(path));
      await delay(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await work;
      return {
        edit: percentile(edits, 0.95),
        slowestEdit: Math.max(...edits),
        overview: percentile(overviews, 0.95),
      };
    },
  };
}

/**
 * Milliseconds of an edit of one of 1,000 stored tasks.
 * @param {import('./http.mjs').Connection} connection
 * @param {number} round
 */
export function timedEdit(connection, round) {
  const path = `/api/v1/tasks/tasks-crud/${1 + (round % 1000)}`;
  return connection.send('PATCH', path, { number_of_turns: round % 100 });
}

/**
 * Milliseconds of an INSERT and an UPDATE of the rows of the files, without triggers.
 * @param {import('pg').Client} database
 * @param {number} first
 * @param {number} count
 */
async function plainSql(database, first, count) {
  const isOfFile = `turing_task_id >= ${first} AND turing_task_id < ${first + count}`;
  await createBaselineTables(database);
  await database.query(`
    INSERT INTO baseline.task SELECT * FROM core.task WHERE NOT (${isOfFile});
    INSERT INTO baseline.task_review SELECT * FROM core.task_review WHERE NOT (${isOfFile});
    CREATE TABLE baseline.file_task AS SELECT * FROM core.task WHERE ${isOfFile};
    CREATE TABLE baseline.file_review AS SELECT * FROM core.task_review WHERE ${isOfFile};`);
  await database.query('VACUUM (ANALYZE) baseline.task, baseline.task_review');
  await database.query('ANALYZE baseline.file_task, baseline.file_review');
  const times = {
    INSERT: await timed(
      database,
      `INSERT INTO baseline.task SELECT * FROM baseline.file_task;
       INSERT INTO baseline.task_review SELECT * FROM baseline.file_review;`,
    ),
    UPDATE: await timed(
      database,
      `UPDATE baseline.task SET user_email = file.user_email || 'x', status = 'rework',
         turing_batch_id = file.turing_batch_id, number_of_turns = file.number_of_turns + 1,
         duration_minutes = file.duration_minutes + 1, completed_at = file.completed_at + '1 hour',
         created_at = file.created_at + '1 hour', updated_at = file.updated_at + '1 hour',
         target_model = 'other', validation_status = 'failed'
       FROM baseline.file_task AS file WHERE task.turing_task_id = file.turing_task_id;
       UPDATE baseline.task_review SET reviewer_email = file.reviewer_email || 'x', status = 'failed',
         score = file.score + 1, submitted_at = file.submitted_at + '1 hour'
       FROM baseline.file_review AS file
       WHERE task_review.turing_task_id = file.turing_task_id
         AND task_review.turing_review_id = file.turing_review_id;`,
    ),
  };
  await database.query('DROP SCHEMA baseline CASCADE');
  return times;
}

/**
 * Creates a copy of the batches, and empty tables of tasks and reviews, with the columns,
 * constraints, foreign keys and indexes of the portal but without triggers.
 * @param {import('pg').Client} database
 */
export async function createBaselineTables(database) {
  await database.query(`
    DROP SCHEMA IF EXISTS baseline CASCADE;
    CREATE SCHEMA baseline;
    CREATE TABLE baseline.batch (LIKE core.batch INCLUDING ALL);
    INSERT INTO baseline.batch SELECT * FROM core.batch;
    CREATE TABLE baseline.task (LIKE core.task INCLUDING ALL,
      FOREIGN KEY (project_id, turing_batch_id) REFERENCES baseline.batch ON UPDATE CASCADE);
    CREATE TABLE baseline.task_review (LIKE core.task_review INCLUDING ALL,
      FOREIGN KEY (turing_task_id) REFERENCES baseline.task ON DELETE CASCADE);`);
}

/** @param {import('pg').Client} database @param {string} statements */
async function timed(database, statements) {
  await database.query('CHECKPOINT');
  const started = performance.now();
  await database.query(`BEGIN; ${statements} COMMIT`);
  return performance.now() - started;
}
