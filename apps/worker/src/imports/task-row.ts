import type { ReviewColumn, TaskColumn } from '@portal/persistence/schema/task-columns';

/** A value for COPY; timestamps and metadata are already text. */
export type Stored = string | number | null;

/** One validated row of a task file: each field as it is stored. */
export interface TaskRow extends Readonly<Record<Exclude<TaskColumn, 'project_id'>, Stored>> {
  readonly turing_task_id: number;
  readonly turing_project_id: number;
  readonly turing_batch_id: number;
  readonly batch_name: string | null;
  readonly batch_status: string | null;
  /** The project by its id in the portal, if the row names it so, too. */
  readonly project_id: number | null;
  /** Undefined keeps the task's reviews. */
  readonly reviews: ReviewRow[] | undefined;
  /** The fields that the row names, as `NAMED_BITS`; the others have the values of a new task. */
  readonly named: number;
}

/** One validated review: each field as it is stored. */
export type ReviewRow = Readonly<
  Record<Exclude<ReviewColumn, 'turing_task_id' | 'reasons'>, string | number | null>
> & { readonly reasons: readonly string[] | null };

/**
 * Called for each error; `field` is a JSON pointer into the row, without its first slash, and `value` what stands in the
 * file, if that is not what the row has there.
 */
export type Report = (field: string, reason: string, value?: string) => void;
