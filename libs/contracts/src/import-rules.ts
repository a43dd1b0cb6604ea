import { z } from 'zod';
import { textSchema } from './scalars.js';
import { TASK_FILE_LIMITS, taskStatusSchema } from './task-file.js';
import { type TaskFileRow, taskFileRowSchema, taskInputSchema } from './tasks.js';

/** A field of a task, not of its batch, that may be empty by the contract of a file. */
export type RequirableField = {
  [F in keyof TaskFileRow]-?: null extends TaskFileRow[F] ? F : never;
}[keyof TaskFileRow & keyof typeof taskInputSchema.shape];

/** The fields that a project can require. */
export const REQUIRABLE_FIELDS: readonly RequirableField[] = taskFileRowSchema
  .keyof()
  .options.filter(isRequirable);

const MAX_ALLOWED = 200;
const MAX_ALLOWED_BATCHES = 2000;

/** Each element once. */
function setOf<T extends z.ZodType<string | number>>(element: T, most: number) {
  return z
    .array(element)
    .max(most)
    .overwrite((values) => [...new Set(values)]);
}

/** The values that a file may give a field; null for any. */
function allowed<T extends z.ZodType<string | number>>(element: T, most = MAX_ALLOWED) {
  return setOf(element, most)
    .refine((values) => values.length > 0, 'must have a value, or be null for any')
    .nullable()
    .default(null);
}

const percent = z
  .number()
  .min(0)
  .max(100)
  .multipleOf(0.01, 'must have at most two decimals')
  .nullable()
  .default(null);

/**
 * What the files of tasks must keep in a project. Of the tasks that are stored in the project, a file may
 * change `max_changed_percent`, and send back `max_sent_back_percent` from a done status to another one;
 * above that its import waits for a confirmation.
 */
export const importRulesSchema = z.strictObject({
  required: setOf(z.enum(REQUIRABLE_FIELDS), REQUIRABLE_FIELDS.length).default([]),
  statuses: allowed(taskStatusSchema),
  target_models: allowed(textSchema(TASK_FILE_LIMITS.maxText, 'must not be empty')),
  batches: allowed(z.number().int().min(1).max(TASK_FILE_LIMITS.maxId), MAX_ALLOWED_BATCHES),
  max_changed_percent: percent,
  max_sent_back_percent: percent,
});
export type ImportRules = z.output<typeof importRulesSchema>;

export const NO_IMPORT_RULES: ImportRules = importRulesSchema.parse({});

/** The rules of a project in a request; rules that ask nothing are null. */
export const importRulesInputSchema = importRulesSchema
  .nullable()
  .transform((rules) => (rules && asksSomething(rules) ? rules : null));

function asksSomething({ required, ...others }: ImportRules): boolean {
  return required.length > 0 || Object.values(others).some((value) => value !== null);
}

function isRequirable(field: keyof TaskFileRow): field is RequirableField {
  return field in taskInputSchema.shape && taskFileRowSchema.shape[field].safeParse(null).success;
}
