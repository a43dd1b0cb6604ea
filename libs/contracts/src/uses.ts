import { z } from 'zod';

/** Features whose use is counted, and the roles that use them: counts of weeks, not of persons. */
export const COUNTED_FEATURES = [
  'claim',
  'review',
  'feedback_opened',
  'number_opened',
  'conflict_settled',
] as const;
export type CountedFeature = (typeof COUNTED_FEATURES)[number];
const COUNTED_ROLES = ['manager', 'lead', 'reviewer', 'trainer'] as const;

/** How many weeks are shown: a quarter. */
export const COUNTED_WEEKS = 13;

/** A feature that a role has used in the last weeks. */
export const featureUseSchema = z.object({
  feature: z.enum(COUNTED_FEATURES),
  role: z.enum(COUNTED_ROLES),
  this_week: z.number().int(),
  last_week: z.number().int(),
  /** In all of the weeks. */
  quarter: z.number().int(),
  /** In each of them, this week last. */
  weeks: z.array(z.number().int()).length(COUNTED_WEEKS),
});
export type FeatureUse = z.infer<typeof featureUseSchema>;
