/** A column that a task file fills, once for every use of it. */
export interface StoredColumn<Name extends string = string> {
  readonly name: Name;
  readonly type: 'bigint' | 'integer' | 'numeric' | 'text' | 'timestamptz' | 'jsonb';
  /** Whether it has several of its type. */
  readonly array?: true;
  /** Part of the primary key. */
  readonly key?: true;
  readonly nullable?: true;
  readonly default?: number;
  /** For users who write custom SQL. */
  readonly meaning: string;
  /** Values for the task files of the tests; a column without them needs code in the generator. */
  readonly examples?: readonly string[];
}

/**
 * The columns of `core.task`. From here come the entity, COPY, the stage and the merge of
 * imports, the view `reporting.tasks` with its dictionary, and the generated task files.
 */
export const TASK_COLUMNS = columns([
  {
    name: 'turing_task_id',
    type: 'bigint',
    key: true,
    meaning: 'Number of the task; unique over all projects',
  },
  { name: 'project_id', type: 'integer', meaning: 'Project of the task' },
  { name: 'turing_batch_id', type: 'bigint', meaning: 'Batch of the task; see batches' },
  {
    name: 'user_email',
    type: 'text',
    nullable: true,
    meaning: 'Email of the user who works on the task; null if none',
  },
  {
    name: 'status',
    type: 'text',
    meaning:
      'completed, in_progress, pending, rework, ready_for_review, reviewed, delivered, or any other status from a task file',
  },
  {
    name: 'number_of_turns',
    type: 'integer',
    default: 0,
    meaning: 'Turns of the conversation',
  },
  {
    name: 'duration_minutes',
    type: 'numeric',
    nullable: true,
    meaning: 'Time spent on the task in minutes; null if unknown',
  },
  {
    name: 'completed_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'Time of completion; null until then',
  },
  {
    name: 'created_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'Time of creation',
  },
  {
    name: 'updated_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'Time of the last change in the labeling tool',
  },
  { name: 'colab_link', type: 'text', nullable: true, meaning: 'URL of the notebook' },
  {
    name: 'target_model',
    type: 'text',
    nullable: true,
    meaning: 'Target model',
    examples: ['atlas-2', 'corvid-7b', 'lumen-large'],
  },
  {
    name: 'validation_status',
    type: 'text',
    nullable: true,
    meaning: 'passed, failed or pending; null until validation',
  },
  {
    name: 'delivery_batch',
    type: 'text',
    nullable: true,
    meaning: 'Delivery batch of the task',
  },
  {
    name: 'metadata',
    type: 'jsonb',
    nullable: true,
    meaning: 'Other data from the task file, as JSON',
  },
]);
export type TaskColumn = (typeof TASK_COLUMNS)[number]['name'];

/** The columns of `core.task_review`, for the same uses. */
export const REVIEW_COLUMNS = columns([
  {
    name: 'turing_task_id',
    type: 'bigint',
    key: true,
    meaning: 'Reviewed task; see tasks',
  },
  {
    name: 'turing_review_id',
    type: 'bigint',
    key: true,
    meaning: 'Number of the review',
  },
  {
    name: 'reviewer_email',
    type: 'text',
    nullable: true,
    meaning: 'Email of the reviewer; null if unknown',
  },
  {
    name: 'status',
    type: 'text',
    meaning: 'Outcome of the review, as in the task file',
  },
  {
    name: 'score',
    type: 'numeric',
    nullable: true,
    meaning: 'Score; null if none',
  },
  { name: 'feedback', type: 'text', nullable: true, meaning: 'Text of the review' },
  {
    name: 'submitted_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'Time of submission',
  },
  {
    name: 'reasons',
    type: 'text',
    array: true,
    nullable: true,
    meaning: 'Reasons of the review; null if none',
  },
]);
export type ReviewColumn = (typeof REVIEW_COLUMNS)[number]['name'];

/** The names of the columns that are not part of the key. */
export const TASK_VALUES = valueNames(TASK_COLUMNS);
export const REVIEW_VALUES = valueNames(REVIEW_COLUMNS);

function valueNames<Name extends string>(list: readonly StoredColumn<Name>[]): Name[] {
  return list.filter(({ key }) => !key).map(({ name }) => name);
}

/** The meanings by the name of the column. */
export function meanings(list: readonly StoredColumn[]): Record<string, string> {
  return Object.fromEntries(list.map(({ name, meaning }) => [name, meaning]));
}

/** Infers the names, so that a use that forgets one of them does not compile. */
function columns<Name extends string>(
  list: readonly StoredColumn<Name>[],
): readonly StoredColumn<Name>[] {
  return list;
}
