import { REVIEW_COLUMNS, TASK_COLUMNS } from '@portal/persistence/schema/task-columns';
import type { ReviewRow, TaskRow } from '../task-row.js';
import { copyValue } from './copy-text.js';

const TASK_NAMES = TASK_COLUMNS.map(({ name }) => name);
const REVIEW_NAMES = REVIEW_COLUMNS.map(({ name }) => name);

/** The tables that a file is copied into, with their columns in the order of COPY. */
export const COPY_COLUMNS = {
  stage_batch: ['row_number', 'project_id', 'turing_batch_id', 'name', 'status'],
  stage_task: ['row_number', 'named', 'has_reviews', ...TASK_NAMES],
  stage_review: ['row_number', ...REVIEW_NAMES],
  'core.task': TASK_NAMES,
  'core.task_review': REVIEW_NAMES,
} as const;

export type CopyTable = keyof typeof COPY_COLUMNS;

export function taskLine(projectId: number, row: TaskRow): string {
  const values = TASK_NAMES.map((name) => copyValue(name === 'project_id' ? projectId : row[name]));
  return `${values.join('\t')}\n`;
}

/** @param marks more bits of `named` */
export function stagedTaskLine(
  rowNumber: number,
  projectId: number,
  row: TaskRow,
  marks: number,
): string {
  const hasReviews = row.reviews ? 't' : 'f';
  return `${rowNumber}\t${row.named | marks}\t${hasReviews}\t${taskLine(projectId, row)}`;
}

export function reviewLine(taskId: number, review: ReviewRow): string {
  const values = REVIEW_NAMES.map((name) =>
    copyValue(name === 'turing_task_id' ? taskId : review[name]),
  );
  return `${values.join('\t')}\n`;
}

export function stagedReviewLine(rowNumber: number, taskId: number, review: ReviewRow): string {
  return `${rowNumber}\t${reviewLine(taskId, review)}`;
}

const MAX_CACHED_BATCHES = 20_000;

interface NamedBatch {
  name: string | null;
  status: string | null;
}

/**
 * Produces lines for the batches that rows name: one for the first row of a batch and one for each row
 * that changes its name or status. The cache is cleared when full, which only repeats lines.
 */
export class BatchLines {
  readonly #known = new Map<string, NamedBatch>();

  /** The line to stage for this row, if any. */
  lineFor(rowNumber: number, projectId: number, row: TaskRow): string | undefined {
    const key = `${projectId}/${row.turing_batch_id}`;
    const known = this.#known.get(key);
    const name = row.batch_name ?? known?.name ?? null;
    const status = row.batch_status ?? known?.status ?? null;
    if (known?.name === name && known.status === status) return undefined;
    if (this.#known.size >= MAX_CACHED_BATCHES) this.#known.clear();
    this.#known.set(key, { name, status });
    return (
      `${rowNumber}\t${projectId}\t${row.turing_batch_id}\t${copyValue(row.batch_name)}\t` +
      `${copyValue(row.batch_status)}\n`
    );
  }
}
