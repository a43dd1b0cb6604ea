import type { CsvDialect } from '@portal/contracts/csv';
import type { OwnTask } from '@portal/contracts/task-stats';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';
import { csvDialect } from '../../lib/csv-dialect';
import { saveFile } from '../../lib/download';
import { readUserTasks, type UserTasksQuery } from './api';
import { TASK_COLUMNS } from './task-columns';

/** Downloads all tasks that the query finds. */
export async function saveTasksCsv(email: string, query: UserTasksQuery): Promise<void> {
  const reading = { projectId: null, max: Number.POSITIVE_INFINITY };
  const { tasks } = await readUserTasks(email, query, reading);
  const name = `tasks_${email.replaceAll(/[^a-z0-9]/gi, '_')}.csv`;
  saveFile(new Blob([tasksCsv(tasks, csvDialect())], { type: 'text/csv;charset=utf-8' }), name);
}

/** The tasks as CSV with the columns of the page; a spreadsheet runs no cell as a formula. */
export function tasksCsv(tasks: readonly OwnTask[], dialect?: CsvDialect): string {
  const names = TASK_COLUMNS.map(({ label }) => label);
  const rows = tasks.map((task) => TASK_COLUMNS.map(({ value }) => cellOf(value(task))));
  return [csvHeader(names, dialect), ...rows.map((row) => csvLine(row, dialect))].join('');
}

function cellOf(value: string | number | null): CsvCell {
  return typeof value === 'number' ? { number: String(value) } : (value ?? '');
}
