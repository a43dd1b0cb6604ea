import type { CsvDialect } from '@portal/contracts/csv';
import type { UserTask } from '@portal/contracts/task-stats';
import type { NumberTask } from '@portal/contracts/tasks-by-number';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';

const OF_TASK = [
  ...(['turing_task_id', 'project_name', 'turing_batch_id', 'user_email', 'status'] as const),
  ...(['validation_status', 'target_model', 'number_of_turns', 'duration_minutes'] as const),
  ...(['completed_at', 'created_at', 'updated_at', 'delivery_batch', 'colab_link'] as const),
  'task_link',
] as const satisfies readonly (keyof UserTask)[];
const OF_LAST_ROUND = ['n', 'verdict', 'ended_at'] as const;
const OF_LAST_REVIEW = [
  ...(['reviewer_email', 'status', 'score', 'reasons'] as const),
  ...(['feedback', 'submitted_at'] as const),
] as const;
const COLUMNS = [
  ...OF_TASK,
  ...OF_LAST_ROUND.map((name) => `last_round_${name}`),
  ...OF_LAST_REVIEW.map((name) => `last_review_${name}`),
];

/** A line per task, after the names of the columns. */
export function numberCsv(tasks: readonly NumberTask[], dialect: CsvDialect): string {
  const lines = tasks.map((task) => {
    const values = [
      ...OF_TASK.map((name) => task[name]),
      ...OF_LAST_ROUND.map((name) => task.last_round?.[name]),
      ...OF_LAST_REVIEW.map((name) => task.last_review?.[name]),
    ];
    return csvLine(values.map(cellOf), dialect);
  });
  return csvHeader(COLUMNS, dialect) + lines.join('');
}

function cellOf(value: string | number | readonly string[] | null | undefined): CsvCell {
  if (typeof value === 'number') return { number: String(value) };
  return typeof value === 'string' ? value : (value ?? []).join(', ');
}
