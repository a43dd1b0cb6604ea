import { z } from 'zod';
import { dashboardFilters, DATES_IN_ORDER, datesInOrder, withActivityDays } from './dashboard.js';
import { TASK_NUMBERS } from './constants.js';
import { idParamSchema, pageParams, storableSchema } from './scalars.js';
import { stampSchema } from './stamp.js';
import { anyStatusSchema, TASK_FILE_LIMITS } from './task-file.js';
import { userTaskSchema } from './task-stats.js';

const textSchema = storableSchema.pipe(z.string().max(TASK_FILE_LIMITS.maxText));

/** A part of a number. An empty model or validation status is that of the tasks without one. */
const numberPart = {
  status: anyStatusSchema.optional(),
  target_model: textSchema.optional(),
  validation_status: textSchema.optional(),
};

/** Query of `GET /tasks/by-number`: a number, the filters that it was read with, and a part of it. */
export const tasksByNumberQuerySchema = z
  .strictObject({
    project_id: idParamSchema,
    number: z.enum(TASK_NUMBERS),
    ...dashboardFilters,
    ...numberPart,
    ...pageParams,
  })
  .refine(datesInOrder, DATES_IN_ORDER)
  .refine(({ number, ...part }) => number !== 'with_duration' || !hasStatus(part), {
    path: ['number'],
    message: 'with_duration is counted by model and not by status or validation_status',
  })
  .transform(withActivityDays);
export type TasksByNumberQuery = z.output<typeof tasksByNumberQuerySchema>;

function hasStatus(part: { status?: unknown; validation_status?: unknown }): boolean {
  return part.status !== undefined || part.validation_status !== undefined;
}

/** The tasks that a number counts, newest first. `total` is the number. */
export const tasksByNumberSchema = z.object({
  ...stampSchema.shape,
  items: z.array(userTaskSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type TasksByNumber = z.infer<typeof tasksByNumberSchema>;
