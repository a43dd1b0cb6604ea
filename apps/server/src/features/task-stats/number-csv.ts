import type { CsvDialect } from '@portal/contracts/csv';
import type { UserTask } from '@portal/contracts/task-stats';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';

const COLUMNS = [
  ...(['turing_task_id', 'project_name', 'turing_batch_id', 'user_email', 'status'] as const),
  ...(['validation_status', 'target_model', 'number_of_turns', 'duration_minutes'] as const),
  ...(['completed_at', 'created_at', 'updated_at', 'delivery_batch', 'colab_link'] as const),
  'task_link',
] as const satisfies readonly (keyof UserTask)[];

/** A line per task, after the names of the columns. */
export function numberCsv(tasks: readonly UserTask[], dialect: CsvDialect): string {
  const lines = tasks.map((task) =>
    csvLine(
      COLUMNS.map((name) => cellOf(task[name])),
      dialect,
    ),
  );
  return csvHeader(COLUMNS, dialect) + lines.join('');
}

function cellOf(value: string | number | null): CsvCell {
  return typeof value === 'number' ? { number: String(value) } : (value ?? '');
}
