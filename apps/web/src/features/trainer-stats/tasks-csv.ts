import type { UserTask } from '@portal/contracts/task-stats';
import { TASK_COLUMNS } from './task-columns';

/** The tasks as CSV with the columns of the page; a spreadsheet runs no cell as a formula. */
export function tasksCsv(tasks: readonly UserTask[]): string {
  const head = TASK_COLUMNS.map(({ label }) => label);
  const rows = tasks.map((task) => TASK_COLUMNS.map(({ value }) => value(task)));
  return [head, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
