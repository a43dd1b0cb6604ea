import type { UserTask } from '@portal/contracts/task-stats';
import { type CsvCell, csvLine } from '@portal/domain/csv';
import { TASK_COLUMNS } from './task-columns';

/** The tasks as CSV with the columns of the page; a spreadsheet runs no cell as a formula. */
export function tasksCsv(tasks: readonly UserTask[]): string {
  const head = TASK_COLUMNS.map(({ label }) => label);
  const rows = tasks.map((task) => TASK_COLUMNS.map(({ value }) => cellOf(value(task))));
  return [head, ...rows].map(csvLine).join('');
}

function cellOf(value: string | number | null): CsvCell {
  return typeof value === 'number' ? { number: String(value) } : (value ?? '');
}
