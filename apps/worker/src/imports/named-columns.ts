import { TASK_COLUMNS, type TaskColumn } from '@portal/persistence/schema/task-columns';

/** Columns that each row gives, because they say which task it is and where it belongs. */
const ALWAYS: ReadonlySet<string> = new Set([
  'turing_task_id',
  'project_id',
  'turing_batch_id',
] satisfies TaskColumn[]);

/**
 * The columns that a row may leave out, each with its bit in `stage_task.named`: the bit is set if the row
 * names the field. A stored task keeps the values of the others.
 */
export const NAMED_BITS: ReadonlyMap<string, number> = new Map(
  TASK_COLUMNS.filter(({ name }) => !ALWAYS.has(name)).map(({ name }, place) => [name, 2 ** place]),
);

/** Also in `stage_task.named`: the row leaves out a field that has a rule in its project. */
export const RULED_GAP = 2 ** 30;

/**
 * Also there: the row has reviews alone. The task keeps its project and batch, and the reviews that the row does not
 * name.
 */
export const ADDS_REVIEWS = 2 ** 29;
