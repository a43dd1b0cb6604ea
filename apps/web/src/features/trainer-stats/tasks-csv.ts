import type { CsvDialect } from '@portal/contracts/csv';
import type { UserTask } from '@portal/contracts/task-stats';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';
import { TASK_COLUMNS } from './task-columns';

/** The tasks as CSV with the columns of the page; a spreadsheet runs no cell as a formula. */
export function tasksCsv(tasks: readonly UserTask[], dialect?: CsvDialect): string {
  const names = TASK_COLUMNS.map(({ label }) => label);
  const rows = tasks.map((task) => TASK_COLUMNS.map(({ value }) => cellOf(value(task))));
  return [csvHeader(names, dialect), ...rows.map((row) => csvLine(row, dialect))].join('');
}

function cellOf(value: string | number | null): CsvCell {
  return typeof value === 'number' ? { number: String(value) } : (value ?? '');
}
