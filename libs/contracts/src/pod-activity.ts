import { z } from 'zod';
import { daySchema, instantSchema } from './scalars.js';
import { shareSchema } from './share.js';
import { stampSchema } from './stamp.js';

/** So many days, today included, are looked back on. */
export const ACTIVITY_DAYS = 28;

/** Waiting tasks are counted by whether they wait for at least so many days. */
export const WAITING_DAYS = [1, 3, 7] as const;
/** The ages of more waiting tasks are not counted: each of them would be read. */
export const MOST_AGED = 5_000;

/** What somebody does in a project. */
export const memberActivitySchema = z.object({
  email: z.string(),
  /** Reviews submitted today and in this week. */
  reviews_today: z.number().int(),
  reviews_week: z.number().int(),
  /** Their verdicts of today and of this week that send a task back: reviews, and rework in the portal. */
  sent_back_today: z.number().int(),
  sent_back_week: z.number().int(),
  /** Of the verdicts since `since`: reviews that accept or send back, and rework in the portal. */
  sent_back: shareSchema,
  /** Tasks of the pod that they have claimed now. */
  claimed: z.number().int(),
  /** Their last review, or the last time of a task of theirs; null if that was before `since`. */
  last_active_at: instantSchema.nullable(),
});
export type MemberActivity = z.infer<typeof memberActivitySchema>;

/** `GET /api/v1/pods/{podName}/activity`; days are those of the reporting zone. */
export const podActivitySchema = z.object({
  ...stampSchema.shape,
  project_id: z.number().int(),
  pod_name: z.string(),
  today: daySchema,
  week_start: daySchema,
  since: daySchema,
  /** Tasks of the pod that wait for a first review. */
  waiting: z.object({
    tasks: z.number().int(),
    oldest: instantSchema.nullable(),
    /** How many wait for at least so many days, in the order of `WAITING_DAYS`; null if more than `MOST_AGED` wait. */
    by_age: z.array(z.number().int()).length(WAITING_DAYS.length).nullable(),
  }),
  /** Tasks of the pod that came back as often as the project allows, and when the oldest of them did last. */
  stuck: z.object({ tasks: z.number().int(), oldest: instantSchema.nullable() }),
  /** The caller, who need not be a member. */
  me: memberActivitySchema,
  /** The members whose numbers the caller sees, by email. */
  members: z.array(memberActivitySchema),
});
export type PodActivity = z.infer<typeof podActivitySchema>;
