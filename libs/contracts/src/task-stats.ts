import { z } from 'zod';
import { MAX_STATS_DAYS } from './constants.js';
import { searchSchema } from './lists.js';
import { podNameSchema } from './pods.js';
import {
  daySchema,
  emailSchema,
  idParamSchema,
  instantSchema,
  requestInstantSchema,
  pageParams,
  whenAllAreValid,
  wholeNumberParam,
} from './scalars.js';
import { stampSchema } from './stamp.js';
import { anyStatusSchema } from './task-file.js';
import { reviewClaimSchema } from './review-claims.js';
import { MAX_REASON } from './review-reasons.js';
import { lastReviewSchema } from './task-detail.js';
import { taskSchema } from './tasks.js';
import { userDetailsSchema } from './users.js';

const MAX_WAITING_DAYS = 3650;
const EARLIEST = '1970-01-01T00:00:00Z';
const LATEST = '2100-01-01T00:00:00Z';
const DAY_MS = 86_400_000;

/** An instant with the microseconds of the database; normalised to UTC with six decimals. */
export const momentSchema = requestInstantSchema
  .refine((value) => !/\.\d{7}/.test(value), {
    error: 'must not be finer than a microsecond',
    abort: true,
  })
  .refine(
    (value) => Date.parse(value) >= Date.parse(EARLIEST) && Date.parse(value) < Date.parse(LATEST),
    'must lie between the years 1970 and 2100',
  )
  .transform(inUtcMicroseconds);

function inUtcMicroseconds(value: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(value) ?? [];
  return `${new Date(value).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

interface Period {
  readonly start_datetime?: string | undefined;
  readonly end_datetime?: string | undefined;
}

export const inOrder = ({ start_datetime: start, end_datetime: end }: Period) =>
  start === undefined || end === undefined || start <= end;
export const notTooLong = ({ start_datetime: start, end_datetime: end }: Period) =>
  start === undefined ||
  end === undefined ||
  Date.parse(end) - Date.parse(start) <= MAX_STATS_DAYS * DAY_MS;
export const IN_ORDER = {
  path: ['end_datetime'],
  message: 'must not be before start_datetime',
  when: whenAllAreValid,
};
export const NOT_TOO_LONG = {
  path: ['end_datetime'],
  message: `must be at most ${MAX_STATS_DAYS} days after start_datetime`,
  when: whenAllAreValid,
};

/** Done tasks that one user completed on one day, and their turns. */
export const podStatsRowSchema = z.object({
  date: daySchema,
  email: z.string(),
  /** Null if the email has no account. */
  user: userDetailsSchema.nullable(),
  task_count: z.number().int(),
  total_turns: z.number().int(),
});
export type PodStatsRow = z.infer<typeof podStatsRowSchema>;

/** By day, then user; without users who completed no task on that day. */
export const podStatsSchema = z.array(podStatsRowSchema);

/**
 * Tasks of one status on the review desk: pending without any review, in completed or
 * ready_for_review; done with a review submitted in the period, in any status.
 */
export const reviewStatsRowSchema = z.object({
  status: z.string(),
  desk: z.enum(['pending', 'done']),
  task_count: z.number().int(),
});
export type ReviewStatsRow = z.infer<typeof reviewStatsRowSchema>;

/** By status, then desk; rows without tasks are absent. */
export const reviewStatsSchema = z.array(reviewStatsRowSchema);

/**
 * Query of `GET /api/v1/tasks/by-user/{email}`. A task is in the period by its completion time,
 * else its last update, else its creation. Either end may be open. `status` selects one status,
 * `project_id` one project.
 */
export const userTasksQuerySchema = z
  .strictObject({
    start_datetime: momentSchema.optional(),
    end_datetime: momentSchema.optional(),
    status: anyStatusSchema.optional(),
    /** As in the list of tasks. */
    search: searchSchema.optional(),
    project_id: idParamSchema.default(0),
    /** The project of the stamp, for a client that watches another one than it asks for. */
    stamp_project_id: idParamSchema.optional(),
    ...pageParams,
  })
  .refine(inOrder, IN_ORDER)
  .refine(notTooLong, NOT_TOO_LONG);
export type UserTasksQuery = z.output<typeof userTasksQuerySchema>;

/** A task with the URL of its project in the labeling tool and its id there. */
export const userTaskSchema = taskSchema.extend({
  project_name: z.string(),
  task_link: z.string().nullable(),
});
export type UserTask = z.infer<typeof userTaskSchema>;

/** Of the words of the newest review or feedback a list has the first characters; the task has them all. */
export const FIRST_WORDS = 300;

/** A task of a user with its newest review or feedback, whose `feedback` is cut. */
export const ownTaskSchema = userTaskSchema.extend({
  batch_name: z.string(),
  review_count: z.number().int(),
  last_review: lastReviewSchema.nullable(),
});
export type OwnTask = z.infer<typeof ownTaskSchema>;

/**
 * Newest first, by the instant that also decides the period. The stamp is that of the requested
 * project, or of `stamp_project_id`.
 */
export const userTaskListSchema = z.object({
  ...stampSchema.shape,
  /** The user of all tasks; null if the email has no account. */
  user: userDetailsSchema.nullable(),
  items: z.array(ownTaskSchema),
  total: z.number().int(),
  /** Tasks of the user in the requested project that are in rework now, whatever the other filters. */
  rework_total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type UserTaskList = z.infer<typeof userTaskListSchema>;

/**
 * Query of `GET /api/v1/tasks/by-user/{email}/scores`. A review is in the period by the time when it was submitted.
 * The other parameters are those of by-user.
 */
export const userScoresQuerySchema = z
  .strictObject({
    start_datetime: momentSchema.optional(),
    end_datetime: momentSchema.optional(),
    project_id: idParamSchema.default(0),
    stamp_project_id: idParamSchema.optional(),
  })
  .refine(inOrder, IN_ORDER)
  .refine(notTooLong, NOT_TOO_LONG);
export type UserScoresQuery = z.output<typeof userScoresQuerySchema>;

const weekOfScoresSchema = z.object({
  /** Its Monday in the reporting zone. */
  week: daySchema,
  /** Reviews with a score, at least one. */
  reviews: z.number().int(),
  mean: z.number(),
});
export type WeekOfScores = z.infer<typeof weekOfScoresSchema>;

/** By week, the oldest first; weeks without a score are absent. The stamp is as of by-user. */
export const userScoresSchema = z.object({
  ...stampSchema.shape,
  scores: z.array(weekOfScoresSchema),
});
export type UserScores = z.infer<typeof userScoresSchema>;

/** Which waiting tasks of a pod; all that are given must match. */
const queueFilters = {
  pod_name: podNameSchema,
  user_email: emailSchema.optional(),
  turing_batch_id: wholeNumberParam({ minimum: 1 }).optional(),
  target_model: z.string().min(1).max(200).optional(),
  /** Only tasks that were sent back for this reason before. */
  reason: z.string().min(1).max(MAX_REASON).optional(),
  /** As in the list of tasks: an id, or part of a person, a batch or a model. */
  search: searchSchema.optional(),
  /** Only tasks that have waited for at least so many days. */
  waiting_days: wholeNumberParam({ minimum: 0, maximum: MAX_WAITING_DAYS }).optional(),
};

/** The queue names at most so many batches, models and reasons: those with most tasks. */
export const MAX_QUEUE_CHOICES = 100;
const tasks = z.number().int();

/** Query of `GET /api/v1/tasks/review-queue` */
export const reviewQueueQuerySchema = z.strictObject({ ...queueFilters, ...pageParams });
export type ReviewQueueQuery = z.output<typeof reviewQueueQuerySchema>;

/** `POST /api/v1/tasks/review-queue/next` */
export const nextClaimInputSchema = z.strictObject({
  ...queueFilters,
  turing_batch_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  waiting_days: z.number().int().min(0).max(MAX_WAITING_DAYS).optional(),
});
export type NextClaimInput = z.output<typeof nextClaimInputSchema>;

/** A task that waits for a first review. */
export const waitingTaskSchema = userTaskSchema.extend({
  batch_name: z.string(),
  /** Who reviews it now; null if nobody has claimed it. */
  claim: reviewClaimSchema.nullable(),
  /** The task's completion, else its last update, else its creation; null without any of them. */
  waiting_since: instantSchema.nullable(),
  /** Whether its user appealed against the feedback that sent it back last. */
  is_appealed: z.boolean(),
});
export type WaitingTask = z.infer<typeof waitingTaskSchema>;

/** The answer of `POST /api/v1/tasks/review-queue/next`; null if no such task waits unclaimed. */
export const nextClaimSchema = z.object({ task: waitingTaskSchema.nullable() });
export type NextClaim = z.infer<typeof nextClaimSchema>;

/**
 * What the caller has claimed, then appeals, then what was sent back and done again, then oldest first; tasks without any
 * instant last. Without filters `total` is `pending`
 * on the pod's review desk. The stamp is that of the pod's project.
 */
export const reviewQueueSchema = z.object({
  ...stampSchema.shape,
  items: z.array(waitingTaskSchema),
  total: z.number().int(),
  /** Of all that wait those that came back so often that they are for the lead; they are not among the items. */
  stuck: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type ReviewQueue = z.infer<typeof reviewQueueSchema>;

/** Query of `GET /api/v1/tasks/review-queue/choices` */
export const reviewChoicesQuerySchema = z.strictObject({ pod_name: podNameSchema });
export type ReviewChoicesQuery = z.output<typeof reviewChoicesQuerySchema>;

/**
 * By what the waiting tasks of a pod can be selected, and how many there are of each, those that are stuck included.
 * The stamp is that of the pod's project.
 */
export const reviewChoicesSchema = z.object({
  ...stampSchema.shape,
  batches: z.array(z.object({ turing_batch_id: z.number().int(), name: z.string(), tasks })),
  models: z.array(z.object({ target_model: z.string(), tasks })),
  reasons: z.array(z.object({ reason: z.string(), tasks })),
});
export type ReviewChoices = z.infer<typeof reviewChoicesSchema>;

/** Query of `GET /api/v1/tasks/my-reviews`; the period as above. */
export const myReviewsQuerySchema = z
  .strictObject({
    start_datetime: momentSchema,
    end_datetime: momentSchema,
    project_id: idParamSchema.default(0),
  })
  .refine(inOrder, IN_ORDER)
  .refine(notTooLong, NOT_TOO_LONG);
export type MyReviewsQuery = z.output<typeof myReviewsQuerySchema>;

/**
 * The caller's reviews by hour. The first hour begins with the period, so that hours also fit time
 * zones with a half-hour offset. Hours without reviews are absent. The stamp is that of the
 * requested project.
 */
export const myReviewsSchema = z.object({
  ...stampSchema.shape,
  total: z.number().int(),
  /** The newest imports of the period that contradicted what the caller changed in the portal; at most 10. */
  contradicted: z.array(
    z.object({
      turing_task_id: z.number().int(),
      import_id: z.uuid(),
      imported_at: instantSchema,
      /** Whether the task kept what the caller gave it. */
      is_kept: z.boolean(),
    }),
  ),
  hours: z.array(
    z.object({
      /** The start of the hour. */
      hour: instantSchema,
      reviews: z.number().int(),
    }),
  ),
});
export type MyReviews = z.infer<typeof myReviewsSchema>;
