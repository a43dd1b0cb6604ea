import {
  createBaselineTables,
  dropBaselineTables,
  fillBaselineTables,
  insertRows,
  updateRows,
} from './baseline-tables.mjs';
import { today } from './dates.mjs';
import { benchImport, importFile } from './import.mjs';
import { editMeanwhile } from './meanwhile.mjs';
import { fileOf, hardlyChanged, rowsOf } from './rows.mjs';

/** @typedef {import('./rows.mjs').TaskFileRow} TaskFileRow */

/** Of the second half of what is stored, of the files in the gap before it, and above all. */
const FIRST_IDS = { stored: 100_000_001, gap: 50_000_001, above: 200_000_001 };

/**
 * Files of a day into tables that are large already, against plain SQL of the same rows in tables
 * with the same rows and indexes but without triggers; and how users fare meanwhile.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ tasks: number, dailyTasks: number }} sizes
 * @returns milliseconds
 */
export async function benchDailyImports(portal, { tasks, dailyTasks }) {
  const project = { turingProjectId: portal.projects.first };
  await storeAsManyAgain(portal, { ...project, tasks, firstTaskId: FIRST_IDS.stored });
  await portal.settle();

  const plan = { ...project, tasks: dailyTasks, firstTaskId: FIRST_IDS.gap };
  const storedRows = rowsOf({ ...plan, seed: 3 });
  /** @type {TaskFileRow[]} */
  const movedRows = storedRows.map((row) => ({
    ...row,
    status: row.status === 'rework' ? 'completed' : 'rework',
    updated_at: today().toISOString(),
  }));
  const changedRows = rowsOf({ ...plan, seed: 4 });
  const stored = fileOf(storedRows);
  const moved = fileOf(movedRows);
  const changed = fileOf(changedRows);
  const hardly = fileOf(hardlyChanged(changedRows, movedRows));
  const above = fileOf(rowsOf({ ...plan, firstTaskId: FIRST_IDS.above, seed: 5 }));

  const users = await editMeanwhile(portal);
  /** @type {import('./rows.mjs').MeasuredFile[]} */
  const files = [];
  /** @type {(name: string, content: Buffer, against: 'insert' | 'update', limit: number) => Promise<void>} */
  const measure = async (name, content, against, limit) => {
    files.push({ name, ms: await importFile(portal, content), against, limit });
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

/**
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {import('@portal/testing/task-file').TaskFilePlan} plan
 */
async function storeAsManyAgain(portal, plan) {
  const { rows } = await portal.database.query(
    'SELECT count(*)::integer AS n FROM core.task WHERE project_id = $1',
    [portal.projectIds.first],
  );
  await benchImport(portal, plan, rows[0].n + plan.tasks);
}

/**
 * What the tables themselves take for the rows of the files.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {number} dailyTasks
 */
async function plainSql({ database }, dailyTasks) {
  await createBaselineTables(database);
  await fillBaselineTables(database, FIRST_IDS.gap, dailyTasks);
  await database.query('CHECKPOINT');
  const insertMs = await insertRows(database);
  const updateMs = await updateRows(database);
  await dropBaselineTables(database);
  return { insertMs, updateMs };
}
