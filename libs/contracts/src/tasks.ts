import { z } from 'zod';
import { VALIDATION_STATUSES } from './constants.js';
import { emailSchema, instantSchema, optionalTextSchema } from './scalars.js';
import { TASK_FILE_LIMITS, TASK_STATUS_PATTERN } from './task-file.js';

/** The id of a task in a path: the labeling tool's. */
export const taskIdParamSchema = z.coerce.number().int().min(1).max(TASK_FILE_LIMITS.maxId);

/** `GET /api/v1/tasks/tasks-crud/{taskId}`; `project_id` is the portal's. */
export const taskSchema = z.object({
  turing_task_id: z.number().int(),
  project_id: z.number().int(),
  turing_batch_id: z.number().int(),
  user_email: z.string().nullable(),
  status: z.string(),
  number_of_turns: z.number().int(),
  duration_minutes: z.number().nullable(),
  completed_at: instantSchema.nullable(),
  created_at: instantSchema.nullable(),
  updated_at: instantSchema.nullable(),
  colab_link: z.string().nullable(),
  target_model: z.string().nullable(),
  validation_status: z.enum(VALIDATION_STATUSES).nullable(),
  delivery_batch: z.string().nullable(),
});
export type Task = z.infer<typeof taskSchema>;

const instant = instantSchema.refine(
  (value) =>
    Date.parse(value) >= Date.parse(TASK_FILE_LIMITS.earliest) &&
    Date.parse(value) <= Date.now() + TASK_FILE_LIMITS.maxAheadMs,
  'must lie between the year 2000 and a day ahead',
);

/** `PATCH /api/v1/tasks/tasks-crud/{taskId}`: only the fields that are present change. */
export const taskUpdateSchema = z
  .strictObject({
    status: z.string().regex(TASK_STATUS_PATTERN),
    user_email: emailSchema.nullable(),
    number_of_turns: z.number().int().min(0).max(TASK_FILE_LIMITS.maxTurns),
    duration_minutes: z.number().min(0).max(TASK_FILE_LIMITS.maxMinutes).nullable(),
    completed_at: instant.nullable(),
    updated_at: instant.nullable(),
    colab_link: z
      .url({ protocol: /^https$/ })
      .max(TASK_FILE_LIMITS.maxUrl)
      .nullable(),
    target_model: optionalTextSchema(TASK_FILE_LIMITS.maxText),
    validation_status: z.enum(VALIDATION_STATUSES).nullable(),
    delivery_batch: optionalTextSchema(TASK_FILE_LIMITS.maxText),
  })
  .partial();
export type TaskUpdate = z.output<typeof taskUpdateSchema>;
