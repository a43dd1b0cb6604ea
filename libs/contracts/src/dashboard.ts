import { z } from 'zod';
import { BATCH_STATUSES, DEFAULT_ACTIVITY_DAYS, MAX_ACTIVITY_DAYS } from './constants.js';
import { daySchema, instantSchema, repeated } from './scalars.js';

const daysSchema = z.coerce.number().int().min(1).max(MAX_ACTIVITY_DAYS);

/**
 * Filters of every dashboard call. Both dates are days in the reporting zone, both included.
 * `days` is the older spelling of `activity_days`; without dates it bounds the activity timeline.
 */
export const dashboardQuerySchema = z
  .strictObject({
    batch_ids: repeated(z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)),
    start_date: daySchema.optional(),
    end_date: daySchema.optional(),
    activity_days: daysSchema.optional(),
    days: daysSchema.optional(),
  })
  .refine((query) => !query.start_date || !query.end_date || query.start_date <= query.end_date, {
    path: ['end_date'],
    message: 'must not be before start_date',
  })
  .transform(({ days, ...query }) => ({
    ...query,
    activity_days: query.activity_days ?? days ?? DEFAULT_ACTIVITY_DAYS,
  }));
export type DashboardQuery = z.output<typeof dashboardQuerySchema>;

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

/** Answers of the four dashboard calls carry the revision they are true at. */
export const statsAnswerSchema = z.object({
  revision: z.number().int(),
  dashboard_stats: dashboardStatsSchema,
});
export const batchesAnswerSchema = z.object({
  revision: z.number().int(),
  batches: z.array(batchSchema),
});
export const activityAnswerSchema = z.object({
  revision: z.number().int(),
  recent_activity: z.array(activityEntrySchema),
});

/** `GET /projects/{id}/overview`; batches newest first, activity oldest first, days without activity absent. */
export const overviewSchema = z.object({
  revision: z.number().int(),
  dashboard_stats: dashboardStatsSchema,
  batches: z.array(batchSchema),
  recent_activity: z.array(activityEntrySchema),
});
export type Overview = z.infer<typeof overviewSchema>;
