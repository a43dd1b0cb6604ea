import { z } from 'zod';
import { BATCH_STATUSES, DEFAULT_ACTIVITY_DAYS, MAX_ACTIVITY_DAYS } from './constants.js';
import {
  daySchema,
  instantSchema,
  queryBooleanSchema,
  repeated,
  whenAllAreValid,
  wholeNumberParam,
} from './scalars.js';
import { stampSchema } from './stamp.js';

const daysSchema = wholeNumberParam({ minimum: 1, maximum: MAX_ACTIVITY_DAYS });

/** Batches, and days of the reporting zone, both included. */
export const batchAndDayFilters = {
  batch_ids: repeated(wholeNumberParam({ minimum: 1 })),
  start_date: daySchema.optional(),
  end_date: daySchema.optional(),
};
/** The filters of every dashboard call. */
export const dashboardFilters = {
  ...batchAndDayFilters,
  activity_days: daysSchema.optional(),
  days: daysSchema.optional(),
};
interface Filters {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly activity_days?: number | undefined;
  readonly days?: number | undefined;
}
/** For `refine`: the dates are in order. */
export const datesInOrder = ({ start_date: start, end_date: end }: Filters) =>
  !start || !end || start <= end;
export const DATES_IN_ORDER = {
  path: ['end_date'],
  message: 'must not be before start_date',
  when: whenAllAreValid,
};
/** For `transform`: the length of the activity timeline from either of its names. */
export const withActivityDays = <T extends Filters>({ days, ...query }: T) => ({
  ...query,
  activity_days: query.activity_days ?? days ?? DEFAULT_ACTIVITY_DAYS,
});

/**
 * Filters of every dashboard call. Both dates are days in the reporting zone, both included. `days`
 * is the older name of `activity_days`: without dates it limits the activity timeline.
 */
export const dashboardQuerySchema = z
  .strictObject(dashboardFilters)
  .refine(datesInOrder, DATES_IN_ORDER)
  .transform(withActivityDays);
export type DashboardQuery = z.output<typeof dashboardQuerySchema>;

/** Filters of `GET /projects/{id}/delivery-stats`, where `activity_days` has no effect. */
export const deliveryQuerySchema = z
  .strictObject({ ...dashboardFilters, include_model_breakdown: queryBooleanSchema.default(false) })
  .refine(datesInOrder, DATES_IN_ORDER)
  .transform(withActivityDays);
export type DeliveryQuery = z.output<typeof deliveryQuerySchema>;

/** Tasks by status; statuses without a task are absent. */
const byStatusSchema = z.record(z.string(), z.number().int().min(0));

const rateSchema = z.number().min(0).max(100);

/** Rates are percentages to one decimal. `completed_tasks` counts the done states. */
export const dashboardStatsSchema = z.object({
  total_tasks: z.number().int(),
  total_batches: z.number().int(),
  by_status: byStatusSchema,
  completed_tasks: z.number().int(),
  rework_tasks: z.number().int(),
  reviewed_tasks: z.number().int(),
  total_reviews: z.number().int(),
  completion_rate: rateSchema,
  review_rate: rateSchema,
  rework_rate: rateSchema,
});
export type DashboardStats = z.infer<typeof dashboardStatsSchema>;

export const batchSchema = z.object({
  project_id: z.number().int(),
  turing_batch_id: z.number().int(),
  name: z.string(),
  status: z.enum(BATCH_STATUSES),
  total_tasks: z.number().int(),
  completed_tasks: z.number().int(),
  reviewed_tasks: z.number().int(),
  completion_rate: rateSchema,
  review_rate: rateSchema,
  by_status: byStatusSchema,
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type Batch = z.infer<typeof batchSchema>;

export const activityEntrySchema = z.object({
  date: daySchema,
  completed_tasks: z.number().int(),
  reviews_submitted: z.number().int(),
  tasks_in_progress: z.number().int(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** Each of the four dashboard calls returns the stamp of its numbers. */
export const statsAnswerSchema = z.object({
  ...stampSchema.shape,
  dashboard_stats: dashboardStatsSchema,
});
export const batchesAnswerSchema = z.object({
  ...stampSchema.shape,
  batches: z.array(batchSchema),
});
export const activityAnswerSchema = z.object({
  ...stampSchema.shape,
  recent_activity: z.array(activityEntrySchema),
});

/**
 * `GET /projects/{id}/overview`; batches newest first, activity oldest first, days without activity
 * absent.
 */
export const overviewSchema = z.object({
  ...stampSchema.shape,
  dashboard_stats: dashboardStatsSchema,
  batches: z.array(batchSchema),
  recent_activity: z.array(activityEntrySchema),
});
export type Overview = z.infer<typeof overviewSchema>;

/**
 * Durations are summed as exact decimals. The response contains the nearest double, which is exact
 * up to 15 digits. The average is rounded to six decimals first.
 */
const minutesSchema = z.number().min(0);

/**
 * Average handling time of the tasks that have a duration; if no task has one, all but the sum is
 * null.
 */
const handlingTimeSchema = z.object({
  num_tasks: z.number().int(),
  avg_duration_minutes: minutesSchema.nullable(),
  min_duration_minutes: minutesSchema.nullable(),
  max_duration_minutes: minutesSchema.nullable(),
  total_duration_minutes: minutesSchema,
});

export const modelStatsSchema = z.object({
  /** Null for tasks without a model. */
  target_model: z.string().nullable(),
  total_delivered: z.number().int(),
  ready_for_delivery: z.number().int(),
  reviewed_count: z.number().int(),
  rework_count: z.number().int(),
  by_status: byStatusSchema,
  /** Tasks by validation status; `none` for tasks without one. */
  by_validation_status: byStatusSchema,
  aht_stats: handlingTimeSchema,
});
export type ModelStats = z.infer<typeof modelStatsSchema>;

/**
 * `GET /projects/{id}/delivery-stats`. Delivered: status delivered, validation passed. Ready:
 * status completed, validation passed. Reviewed: has a review and is not in rework. Review
 * coverage: reviewed tasks as a percentage of ready tasks. `by_model` is present on request,
 * ordered by name, tasks without a model last.
 */
export const deliveryStatsSchema = z.object({
  ...stampSchema.shape,
  total_delivered: z.number().int(),
  ready_for_delivery: z.number().int(),
  reviewed_ready_for_delivery: z.number().int(),
  total_rework: z.number().int(),
  total_reviewed: z.number().int(),
  review_coverage: rateSchema,
  by_model: z.array(modelStatsSchema).optional(),
});
export type DeliveryStats = z.infer<typeof deliveryStatsSchema>;
