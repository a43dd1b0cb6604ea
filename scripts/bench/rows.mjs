import { taskFileText } from '@portal/testing/task-file';
import { today } from './dates.mjs';

/** @typedef {import('@portal/contracts/tasks').TaskFileRow} TaskFileRow */

/**
 * The rows of a generated file until today.
 * @param {import('@portal/testing/task-file').TaskFilePlan} plan
 * @returns {TaskFileRow[]}
 */
export function rowsOf(plan) {
  return JSON.parse(taskFileText({ ...plan, until: today() }));
}

/**
 * Made before users are timed: this process can do nothing else meanwhile.
 * @param {TaskFileRow[]} rows
 */
export function fileOf(rows) {
  return Buffer.from(JSON.stringify(rows));
}

/**
 * The rows, every hundredth of them from others.
 * @param {TaskFileRow[]} rows
 * @param {TaskFileRow[]} others of the same tasks
 */
export function hardlyChanged(rows, others) {
  return rows.map((row, at) => (at % 100 === 0 && others[at]) || row);
}

/**
 * An imported file. The limit is a multiple of the INSERT or the UPDATE.
 * @typedef {{ name: string, ms: number, against: 'insert' | 'update', limit: number }} MeasuredFile
 */
