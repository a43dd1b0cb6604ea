import { z } from 'zod';
import { dashboardFilters, DATES_IN_ORDER, datesInOrder, withActivityDays } from './dashboard.js';
import { pageParams, storableSchema } from './scalars.js';
import { stampSchema } from './stamp.js';
import { TASK_FILE_LIMITS } from './task-file.js';
import { userTaskSchema } from './task-stats.js';

/** The numbers of the delivery statistics whose tasks can be listed. */
export const DELIVERY_METRICS = [
  'delivered',
  'ready',
  'reviewed_ready',
  'rework',
  'reviewed',
  'with_duration',
] as const;
export type DeliveryMetric = (typeof DELIVERY_METRICS)[number];

/**
 * Query of `GET /projects/{id}/delivery-stats/tasks`: the filters of the statistics, and a number.
 * `target_model` selects the number of one model; if it is empty, that of the tasks without a model.
 */
export const deliveryTasksQuerySchema = z
  .strictObject({
    ...dashboardFilters,
    metric: z.enum(DELIVERY_METRICS),
    target_model: storableSchema.pipe(z.string().max(TASK_FILE_LIMITS.maxText)).optional(),
    ...pageParams,
  })
  .refine(datesInOrder, DATES_IN_ORDER)
  .transform(withActivityDays);
export type DeliveryTasksQuery = z.output<typeof deliveryTasksQuerySchema>;

/** The tasks of one number, newest first. `total` is the number in the statistics. */
export const deliveryTasksSchema = z.object({
  ...stampSchema.shape,
  items: z.array(userTaskSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type DeliveryTasks = z.infer<typeof deliveryTasksSchema>;
