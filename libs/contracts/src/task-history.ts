import { z } from 'zod';
import { wholeNumberParam } from './scalars.js';
import { taskSchema } from './tasks.js';

/** An import that changed a task. */
const changingImportSchema = z.object({
  import_id: z.uuid(),
  file_name: z.string(),
  /** The import that it undoes. */
  undoes: z.uuid().nullable(),
  /** Whether the caller may read the import itself. */
  is_visible: z.boolean(),
});

/**
 * The fields of a task that change; of `reviews` the values are their numbers, of `feedback` and `appeal` the words
 * that people write about the task in the portal, null where they are not given or withdrawn.
 */
export const TASK_HISTORY_FIELDS = [
  ...taskSchema.omit({ turing_task_id: true }).keyof().options,
  'metadata',
  'reviews',
  'feedback',
  'appeal',
] as const;

/** Query of `GET /api/v1/tasks/tasks-crud/{id}/history`; `field` selects the changes of one field. */
export const taskHistoryQuerySchema = z.strictObject({
  page: wholeNumberParam({ minimum: 1, maximum: 1_000_000 }).prefault(1),
  size: wholeNumberParam({ minimum: 1, maximum: 100 }).prefault(50),
  field: z.enum(TASK_HISTORY_FIELDS).optional(),
});
export type TaskHistoryQuery = z.output<typeof taskHistoryQuerySchema>;

/**
 * A field that a change set. A created task had null before, a removed one has null after. Without `after`
 * the portal does not know the new value.
 */
const fieldChangeSchema = z.object({
  field: z.string(),
  before: z.json(),
  after: z.json().optional(),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/** One change of a task: by an import, or by a person if there is none. */
const taskEditSchema = z.object({
  at: z.string(),
  change: z.enum(['created', 'changed', 'removed']),
  /** Who uploaded the file, undid the import or edited the task; null if it happened outside of the portal. */
  user_email: z.string().nullable(),
  import: changingImportSchema.nullable(),
  /** The change in the audit, and the one that it undoes; null for imports. */
  audit_group: z.number().int().nullable(),
  undoes_group: z.number().int().nullable(),
  /** Null if what the change did is not kept, or not any more. */
  fields: z.array(fieldChangeSchema).nullable(),
});
export type TaskEdit = z.infer<typeof taskEditSchema>;

/**
 * `GET /api/v1/tasks/tasks-crud/{id}/history`. `last` is the change that left the task as it is, without
 * feedback; null if that was before changes were recorded. `items` are the changes by imports, whose values are kept for
 * `imports_kept_days` (0: not at all), and by people, the newest first. A removed task has a history, too.
 */
export const taskHistorySchema = z.object({
  last: taskEditSchema.pick({ at: true, change: true, user_email: true, import: true }).nullable(),
  is_removed: z.boolean(),
  items: z.array(taskEditSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
  imports_kept_days: z.number().int(),
});
export type TaskHistory = z.infer<typeof taskHistorySchema>;
