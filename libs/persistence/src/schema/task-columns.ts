/** A column that a task file fills, once for every use of it. */
export interface StoredColumn<Name extends string = string> {
  readonly name: Name;
  readonly type: 'bigint' | 'integer' | 'numeric' | 'text' | 'timestamptz' | 'jsonb';
  /** Part of the primary key. */
  readonly key?: true;
  readonly nullable?: true;
  readonly default?: number;
  /** The condition of its CHECK. */
  readonly check?: string;
  /** For users who write custom SQL. */
  readonly meaning: string;
  /** Values for the task files of the tests; a column without them needs code in the generator. */
  readonly examples?: readonly string[];
}

/**
 * The columns of `core.task`. From here come the table, the entity, COPY, the stage and the merge of
 * imports, the view `reporting.tasks` with its dictionary, and the generated task files.
 */
export const TASK_COLUMNS = columns([
  {
    name: 'turing_task_id',
    type: 'bigint',
    key: true,
    check: 'turing_task_id BETWEEN 1 AND 9007199254740991',
    meaning: 'Number of the task; unique over all projects',
  },
  { name: 'project_id', type: 'integer', meaning: 'Project of the task' },
  { name: 'turing_batch_id', type: 'bigint', meaning: 'Batch of the task; see batches' },
  {
    name: 'user_email',
    type: 'text',
    nullable: true,
    check: 'user_email = lower(user_email)',
    meaning: 'Who works on the task; null for nobody',
  },
  {
    name: 'status',
    type: 'text',
    check: "status ~ '^[a-z][a-z0-9_]{0,63}$'",
    meaning:
      'completed, in_progress, pending, rework, ready_for_review, reviewed, delivered, or what a file brought',
  },
  {
    name: 'number_of_turns',
    type: 'integer',
    default: 0,
    check: 'number_of_turns BETWEEN 0 AND 100000',
    meaning: 'Turns of the conversation',
  },
  {
    name: 'duration_minutes',
    type: 'numeric',
    nullable: true,
    check: 'duration_minutes BETWEEN 0 AND 100000',
    meaning: 'Time spent on the task in minutes; null when it is not known',
  },
  {
    name: 'completed_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'When the task was completed; null before',
  },
  {
    name: 'created_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'When the task was created',
  },
  {
    name: 'updated_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'When the task was last changed at its source',
  },
  { name: 'colab_link', type: 'text', nullable: true, meaning: 'Address of the notebook' },
  {
    name: 'target_model',
    type: 'text',
    nullable: true,
    check: "target_model <> ''",
    meaning: 'Model that the task is for',
    examples: ['atlas-2', 'corvid-7b', 'lumen-large'],
  },
  {
    name: 'validation_status',
    type: 'text',
    nullable: true,
    check: "validation_status IN ('passed', 'failed', 'pending')",
    meaning: 'passed, failed or pending; null before validation',
  },
  {
    name: 'delivery_batch',
    type: 'text',
    nullable: true,
    check: "delivery_batch <> ''",
    meaning: 'Delivery that the task belongs to',
  },
  {
    name: 'metadata',
    type: 'jsonb',
    nullable: true,
    meaning: 'What else the task file said about the task, as JSON',
  },
]);
export type TaskColumn = (typeof TASK_COLUMNS)[number]['name'];

/** The columns of `core.task_review`, for the same uses. */
export const REVIEW_COLUMNS = columns([
  {
    name: 'turing_task_id',
    type: 'bigint',
    key: true,
    meaning: 'Task that was reviewed; see tasks',
  },
  {
    name: 'turing_review_id',
    type: 'bigint',
    key: true,
    check: 'turing_review_id BETWEEN 1 AND 9007199254740991',
    meaning: 'Number of the review',
  },
  {
    name: 'reviewer_email',
    type: 'text',
    nullable: true,
    check: 'reviewer_email = lower(reviewer_email)',
    meaning: 'Who reviewed; null when it is not known',
  },
  {
    name: 'status',
    type: 'text',
    check: "status ~ '^[a-z][a-z0-9_]{0,63}$'",
    meaning: 'Outcome of the review, as the file says it',
  },
  {
    name: 'score',
    type: 'numeric',
    nullable: true,
    meaning: 'Score that was given; null for none',
  },
  { name: 'feedback', type: 'text', nullable: true, meaning: 'What the reviewer wrote' },
  {
    name: 'submitted_at',
    type: 'timestamptz',
    nullable: true,
    meaning: 'When the review was submitted',
  },
]);
export type ReviewColumn = (typeof REVIEW_COLUMNS)[number]['name'];

/** The columns that are not part of the key, by name. */
export function valueNames<Name extends string>(list: readonly StoredColumn<Name>[]): Name[] {
  return list.filter(({ key }) => !key).map(({ name }) => name);
}

/** The columns of a CREATE TABLE, a line for each. */
export function definitions(list: readonly StoredColumn[]): string {
  return list.map((column) => `  ${definition(column)}`).join(',\n');
}

/** The meanings by the name of the column. */
export function meanings(list: readonly StoredColumn[]): Record<string, string> {
  return Object.fromEntries(list.map(({ name, meaning }) => [name, meaning]));
}

function definition({ name, type, nullable, default: value, check }: StoredColumn): string {
  return [
    `${name} ${type}`,
    nullable ? '' : 'NOT NULL',
    value === undefined ? '' : `DEFAULT ${value}`,
    check === undefined ? '' : `CHECK (${check})`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Infers the names, so that a use that forgets one of them does not compile. */
function columns<Name extends string>(
  list: readonly StoredColumn<Name>[],
): readonly StoredColumn<Name>[] {
  return list;
}
