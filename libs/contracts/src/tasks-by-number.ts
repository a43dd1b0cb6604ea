import { z } from 'zod';
import { dashboardFilters, DATES_IN_ORDER, datesInOrder, withActivityDays } from './dashboard.js';
import { csvDialectParam } from './csv.js';
import { TASK_NUMBERS, type TaskNumber, WORK_NUMBERS, type WorkNumber } from './constants.js';
import { podNameSchema } from './pods.js';
import { emailSchema, idParamSchema, pageParams, storableSchema } from './scalars.js';
import { stampSchema } from './stamp.js';
import { anyStatusSchema, TASK_FILE_LIMITS } from './task-file.js';
import {
  IN_ORDER,
  inOrder,
  momentSchema,
  NOT_TOO_LONG,
  notTooLong,
  userTaskSchema,
} from './task-stats.js';

const textSchema = storableSchema.pipe(z.string().max(TASK_FILE_LIMITS.maxText));

/** A part of a number. An empty model or validation status is that of the tasks without one. */
const numberPart = {
  status: anyStatusSchema.optional(),
  target_model: textSchema.optional(),
  validation_status: textSchema.optional(),
};

/** Filters of the numbers of work. The period includes its start and excludes its end. */
const workFilters = {
  start_datetime: momentSchema.optional(),
  end_datetime: momentSchema.optional(),
  /** Tasks of the pod's members. */
  pod_name: podNameSchema.optional(),
  /** Tasks of this user; for `reviews_in_period` reviews by this user. */
  user_email: emailSchema.optional(),
};
const DATES = ['start_date', 'end_date'] as const;
const WORK_FILTERS = ['start_datetime', 'end_datetime', 'pod_name', 'user_email'] as const;

const numberFields = {
  project_id: idParamSchema,
  number: z.enum([...TASK_NUMBERS, ...WORK_NUMBERS]),
  ...dashboardFilters,
  ...numberPart,
  ...workFilters,
};

/** Query of `GET /tasks/by-number`: a number, the filters that it was read with, and a part of it. */
export const tasksByNumberQuerySchema = aboutNumber(
  z.strictObject({ ...numberFields, ...pageParams }),
);

/** Query of `GET /tasks/by-number/export`: all tasks of the number, as CSV. */
export const numberExportQuerySchema = aboutNumber(
  z.strictObject({ ...numberFields, ...csvDialectParam }),
);
export type NumberExportQuery = z.output<typeof numberExportQuerySchema>;
/** An export of more tasks is refused: the list of tasks exports any number. */
export const MAX_EXPORTED_BY_NUMBER = 20_000;

interface NumberFields extends Readonly<z.output<z.ZodObject<typeof numberFields>>> {}

function aboutNumber<T extends z.ZodType<NumberFields>>(schema: T) {
  return schema
    .refine(datesInOrder, DATES_IN_ORDER)
    .refine(inOrder, IN_ORDER)
    .refine(notTooLong, NOT_TOO_LONG)
    .refine(({ number, ...part }) => number !== 'with_duration' || !hasStatus(part), {
      path: ['number'],
      message: 'with_duration is counted by model and not by status or validation_status',
    })
    .superRefine((query, context) => {
      const { number } = query;
      const isOfWork = isAbout(query, WORK_NUMBERS);
      const others = (isOfWork ? DATES : WORK_FILTERS).filter((name) => query[name] !== undefined);
      for (const name of others) {
        context.addIssue({ code: 'custom', path: [name], message: `is no filter of ${number}` });
      }
      if (!isOfWork || number === 'waiting_for_review') return;
      for (const name of ['start_datetime', 'end_datetime'] as const) {
        if (query[name] !== undefined) continue;
        context.addIssue({ code: 'custom', path: [name], message: `is required for ${number}` });
      }
    })
    .transform(withActivityDays<z.output<T>>);
}

type About<N> = Omit<z.output<typeof tasksByNumberQuerySchema>, 'number'> & { readonly number: N };
/** About a number of the dashboard or of the delivery statistics. */
export type StatisticsNumberQuery = About<TaskNumber>;
/** About a number of people's work, which has its own filters in place of the two dates. */
export type WorkNumberQuery = About<WorkNumber>;
export type TasksByNumberQuery = StatisticsNumberQuery | WorkNumberQuery;

export function isAboutWork(query: TasksByNumberQuery): query is WorkNumberQuery {
  return isAbout(query, WORK_NUMBERS);
}

const isAbout = (query: { number: string }, numbers: readonly string[]): boolean =>
  numbers.includes(query.number);

function hasStatus(part: { status?: unknown; validation_status?: unknown }): boolean {
  return part.status !== undefined || part.validation_status !== undefined;
}

/**
 * The tasks that a number counts, largest id first. `total` is the number. `reviews_in_period` counts reviews: a task
 * is there once for each.
 */
export const tasksByNumberSchema = z.object({
  ...stampSchema.shape,
  items: z.array(userTaskSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type TasksByNumber = z.infer<typeof tasksByNumberSchema>;
