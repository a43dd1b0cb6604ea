import { z } from 'zod';
import { podNameSchema } from './pods.js';
import { emailSchema, idParamSchema } from './scalars.js';
import { IN_ORDER, inOrder, momentSchema, NOT_TOO_LONG, notTooLong } from './task-stats.js';
import { timeZoneSchema } from './time-zones.js';

const MAX_EMAILS = 500;

/** Emails separated by commas; an empty text means none. */
const emailListSchema = z
  .string()
  .transform((text) => (text.trim() === '' ? [] : text.split(',')))
  .pipe(
    z
      .array(emailSchema)
      .max(MAX_EMAILS, `must be at most ${MAX_EMAILS} emails; pod_name selects all users of a pod`),
  );

/**
 * Query of `GET /api/v1/tasks/pod-stats`. The period includes its start and excludes its end. All
 * filters must match; `pod_name` selects the work of the pod's members in its project.
 */
export const podStatsQuerySchema = z
  .strictObject({
    start_datetime: momentSchema,
    end_datetime: momentSchema,
    member_emails: emailListSchema.optional(),
    pod_name: podNameSchema.optional(),
    project_id: idParamSchema.default(0),
    time_zone: timeZoneSchema.optional(),
  })
  .refine(inOrder, IN_ORDER)
  .refine(notTooLong, NOT_TOO_LONG);
export type PodStatsQuery = z.output<typeof podStatsQuerySchema>;

/** Query of `GET /api/v1/tasks/pod-review-stats`; the period and the filters as above. */
export const reviewStatsQuerySchema = z
  .strictObject({
    start_datetime: momentSchema,
    end_datetime: momentSchema,
    member_emails: emailListSchema.optional(),
    pod_name: podNameSchema.optional(),
    project_id: idParamSchema.default(0),
  })
  .refine(inOrder, IN_ORDER)
  .refine(notTooLong, NOT_TOO_LONG);
export type ReviewStatsQuery = z.output<typeof reviewStatsQuerySchema>;
