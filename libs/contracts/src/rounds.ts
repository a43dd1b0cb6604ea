import { z } from 'zod';
import { batchAndDayFilters, DATES_IN_ORDER, datesInOrder } from './dashboard.js';
import { podNameSchema } from './pods.js';
import { emailSchema, idParamSchema, instantSchema } from './scalars.js';
import { shareSchema } from './share.js';
import { stampSchema } from './stamp.js';

/** Query of `GET /tasks/rounds`: rounds that ended on these days of the reporting zone. */
export const roundsQuerySchema = z
  .strictObject({
    project_id: idParamSchema,
    ...batchAndDayFilters,
    /** Tasks of the pod's members. */
    pod_name: podNameSchema.optional(),
    /** Tasks of this user. */
    user_email: emailSchema.optional(),
  })
  .refine(datesInOrder, DATES_IN_ORDER);
export type RoundsQuery = z.output<typeof roundsQuerySchema>;

const figuresSchema = z.object({
  /** Rounds that ended. */
  rounds: z.number().int(),
  /** Of the first rounds those that were accepted. */
  first_look: shareSchema,
  /** The mean number of the round in which a task was accepted; null if none was. */
  rounds_per_task: z.number().nullable(),
  /** Medians: from the submission to the verdict, and from rework to the next submission. */
  hours_to_verdict: z.number().nullable(),
  hours_to_return: z.number().nullable(),
});

/** Most parts that a Pareto names; the others are counted together. */
export const MAX_PARETO = 20;
export const PARETOS = ['reason', 'user', 'batch', 'model'] as const;

/** What sends tasks back, most often first. `key` is null for rounds without a reason, user or model. */
const paretoPartSchema = z.object({
  key: z.string().nullable(),
  name: z.string().nullable(),
  rework: z.number().int(),
});
export type ParetoPart = z.infer<typeof paretoPartSchema>;

/** Of a period with more rounds only the newest are counted. */
export const MAX_ROUNDS = 50_000;

/** `GET /tasks/rounds`. A round with several reasons is counted with each of them. */
export const roundsSchema = z.object({
  ...stampSchema.shape,
  /** The time of the earliest verdict among the newest `MAX_ROUNDS`; null if the whole period is counted. */
  counted_since: instantSchema.nullable(),
  all: figuresSchema,
  users: z.array(
    figuresSchema.extend({ user_email: z.string().nullable(), user_name: z.string().nullable() }),
  ),
  /** Rounds that ended with rework. */
  rework: z.number().int(),
  by: z.record(z.enum(PARETOS), z.array(paretoPartSchema)),
});
export type Rounds = z.infer<typeof roundsSchema>;
export type RoundFigures = z.infer<typeof figuresSchema>;
