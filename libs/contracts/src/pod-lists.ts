import { z } from 'zod';
import { POD_ROLES } from './constants.js';
import { podNameSchema } from './pods.js';
import { daySchema, emailSchema, optionalTextSchema } from './scalars.js';

const MAX_ID = 2_147_483_647;
const MAX_DAILY_TARGET = 100_000;

const projectIdSchema = z
  .number()
  .int()
  .min(1, 'must be one project: a pod cannot belong to all')
  .max(MAX_ID);

/** Could be taken for an id, as pods that older versions named so are. */
export const isPodNameOfDigits = (name: string): boolean => /^[0-9]+$/.test(name);

/**
 * The URL of a pod ends with its name: `_meta` and `export` are URLs of the list, and `.` and `..`
 * are relative paths. Digits alone are an id there.
 */
const newPodNameSchema = podNameSchema
  .refine((name) => !name.startsWith('_'), 'must not begin with an underscore')
  .refine((name) => name !== 'export', 'must not be "export"')
  .refine((name) => !/^\.{1,2}$/.test(name), 'must not be one or two dots')
  .refine((name) => !isPodNameOfDigits(name), 'must not be digits alone: that is an id');

/** `POST /api/v1/pods/`; `PATCH` takes any of the fields. */
export const podInputSchema = z.strictObject({
  name: newPodNameSchema,
  description: optionalTextSchema(2000).optional(),
  project_id: projectIdSchema,
});

/** `POST /api/v1/pod-members/`; `PATCH` takes any of the fields. */
export const podMemberInputSchema = z.strictObject({
  pod_name: podNameSchema,
  user_email: emailSchema,
  role: z.enum(POD_ROLES).optional(),
});

const targetDaySchema = daySchema.refine(
  (day) => day >= '2000-01-01' && day <= '2100-12-31',
  'must lie between the years 2000 and 2100',
);
/** Without turns the tasks decide, and any number of turns will do. */
export const DAILY_TARGET_RANGE = 'must be a whole number from 1 to 100,000';
const dailyTargetSchema = z
  .number()
  .int(DAILY_TARGET_RANGE)
  .min(1, DAILY_TARGET_RANGE)
  .max(MAX_DAILY_TARGET, DAILY_TARGET_RANGE);

/**
 * `POST /api/v1/pod-weekly-targets/`; `PATCH` takes any of the fields. By default a week ends on
 * its Sunday. With `repeats` it has no end: it holds until a later one begins, and its last day is
 * `REPEATS_UNTIL`. With `user_email` it is for this member only.
 */
export const weeklyTargetInputSchema = z.strictObject({
  pod_name: podNameSchema,
  week_start_date: targetDaySchema.refine(isMonday, 'must be a Monday'),
  week_end_date: targetDaySchema.optional(),
  daily_tasks_target: dailyTargetSchema,
  daily_turns_target: dailyTargetSchema,
  user_email: emailSchema.nullable().optional(),
  repeats: z.boolean().optional(),
});

/** The last day of a target that repeats. */
export const REPEATS_UNTIL = '2100-01-03';

function isMonday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
}
