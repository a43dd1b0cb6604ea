import { copyValue, plainCopyValue } from './copy-text.js';
import type { ReviewRow } from './review-rules.js';
import type { TaskRow } from './row-rules.js';

/** Columns of `core.task` in the order of a line. */
export const TASK_COLUMNS = [
  'turing_task_id',
  'project_id',
  'turing_batch_id',
  'user_email',
  'status',
  'number_of_turns',
  'duration_minutes',
  'completed_at',
  'created_at',
  'updated_at',
  'colab_link',
  'target_model',
  'validation_status',
  'delivery_batch',
  'metadata',
] as const;

/** Columns of `core.task_review` in the order of a line. */
export const REVIEW_COLUMNS = [
  'turing_task_id',
  'turing_review_id',
  'reviewer_email',
  'status',
  'score',
  'feedback',
  'submitted_at',
] as const;

/** The tables that a file is copied into, with their columns in the order of the lines. */
export const COPY_COLUMNS = {
  stage_batch: ['row_number', 'project_id', 'turing_batch_id', 'name', 'status'],
  stage_task: ['row_number', 'has_reviews', ...TASK_COLUMNS],
  stage_review: ['row_number', ...REVIEW_COLUMNS],
  'core.task': TASK_COLUMNS,
  'core.task_review': REVIEW_COLUMNS,
} as const;

export type CopyTable = keyof typeof COPY_COLUMNS;

export function taskLine(projectId: number, row: TaskRow): string {
  return (
    `${row.taskId}\t${projectId}\t${row.batchId}\t${plainCopyValue(row.userEmail)}\t` +
    `${row.status}\t${row.turns}\t${copyValue(row.minutes)}\t${plainCopyValue(row.completedAt)}\t` +
    `${plainCopyValue(row.createdAt)}\t${plainCopyValue(row.updatedAt)}\t${copyValue(row.colabLink)}\t` +
    `${copyValue(row.targetModel)}\t${plainCopyValue(row.validationStatus)}\t` +
    `${copyValue(row.deliveryBatch)}\t${copyValue(row.metadata)}\n`
  );
}

export function stagedTaskLine(rowNumber: number, projectId: number, row: TaskRow): string {
  return `${rowNumber}\t${row.reviews ? 't' : 'f'}\t${taskLine(projectId, row)}`;
}

export function reviewLine(taskId: number, review: ReviewRow): string {
  return (
    `${taskId}\t${review.reviewId}\t${plainCopyValue(review.reviewerEmail)}\t` +
    `${review.status}\t${copyValue(review.score)}\t${copyValue(review.feedback)}\t` +
    `${plainCopyValue(review.submittedAt)}\n`
  );
}

export function stagedReviewLine(rowNumber: number, taskId: number, review: ReviewRow): string {
  return `${rowNumber}\t${reviewLine(taskId, review)}`;
}

const BATCHES_REMEMBERED = 20_000;

interface NamedBatch {
  name: string | null;
  status: string | null;
}

/**
 * The batches that rows name: one line when a batch is first seen and one when a row gives it
 * another name or status, instead of one per row. Forgetting, when there are very many, only
 * repeats a line.
 */
export class BatchLines {
  readonly #known = new Map<string, NamedBatch>();

  /** The line to stage for this row, if any. */
  lineFor(rowNumber: number, projectId: number, row: TaskRow): string | undefined {
    const key = `${projectId}/${row.batchId}`;
    const known = this.#known.get(key);
    const name = row.batchName ?? known?.name ?? null;
    const status = row.batchStatus ?? known?.status ?? null;
    if (known?.name === name && known.status === status) return undefined;
    if (this.#known.size >= BATCHES_REMEMBERED) this.#known.clear();
    this.#known.set(key, { name, status });
    return (
      `${rowNumber}\t${projectId}\t${row.batchId}\t${copyValue(row.batchName)}\t` +
      `${copyValue(row.batchStatus)}\n`
    );
  }
}
