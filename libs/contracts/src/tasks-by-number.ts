import { z } from 'zod';
import { dashboardFilters, DATES_IN_ORDER, datesInOrder, withActivityDays } from './dashboard.js';
import { csvDialectParam } from './csv.js';
import {
  POD_ROLES,
  ROUND_NUMBERS,
  TASK_NUMBERS,
  type TaskNumber,
  VERDICTS,
  WORK_NUMBERS,
  type WorkNumber,
} from './constants.js';
import { searchSchema } from './lists.js';
import { podNameSchema } from './pods.js';
import {
  emailSchema,
  idParamSchema,
  instantSchema,
  pageParams,
  storableSchema,
} from './scalars.js';
import { stampSchema } from './stamp.js';
import { anyStatusSchema, TASK_FILE_LIMITS } from './task-file.js';
import {
  IN_ORDER,
  inOrder,
  momentSchema,
  NOT_TOO_LONG,
  notTooLong,
  ownTaskSchema,
  userTaskSchema,
} from './task-stats.js';

const textSchema = storableSchema.pipe(z.string().max(TASK_FILE_LIMITS.maxText));

/** A part of a number. An empty model or validation status is that of the tasks without one. */
const numberPart = {
  status: anyStatusSchema.optional(),
  target_model: textSchema.optional(),
  validation_status: textSchema.optional(),
};

/** Parts of the numbers of rounds, empty for rounds without a reason, and of tasks without a user. */
const roundParts = {
  reason: textSchema.optional(),
  /** The user that the task has now. */
  task_user: z.union([z.literal(''), emailSchema]).optional(),
};

/** Filters of the numbers of work. The period includes its start and excludes its end. */
const workFilters = {
  start_datetime: momentSchema.optional(),
  end_datetime: momentSchema.optional(),
  /** Tasks of the pod's members. */
  pod_name: podNameSchema.optional(),
  /** Only of the members with this role. */
  pod_role: z.enum(POD_ROLES).optional(),
  /** Tasks of this user; for `reviews_in_period`, `sent_back_in_period` and `claimed_now` reviews, verdicts and claims by this user. */
  user_email: emailSchema.optional(),
  /** The project of the stamp, for a client that watches another one than it asks for. */
  stamp_project_id: idParamSchema.optional(),
};
const DATES = ['start_date', 'end_date'] as const;
const MOMENTS = ['start_datetime', 'end_datetime'] as const;
const PARTS_OF_ROUNDS = ['reason', 'task_user'] as const;
const WORK_FILTERS = ['pod_name', 'pod_role', 'user_email', 'stamp_project_id'] as const;
/** Numbers that are of no period. */
const OF_NOW: readonly string[] = [
  'waiting_for_review',
  'in_review_queue',
  'claimed_now',
  'rework_of_user',
  'stuck',
];
/** Numbers of one user. Without a start or an end their period is open. */
const OF_USER: readonly string[] = ['done_of_user', 'with_duration_of_user', 'rework_of_user'];

const numberFields = {
  project_id: idParamSchema,
  number: z.enum([...TASK_NUMBERS, ...WORK_NUMBERS]),
  ...dashboardFilters,
  ...numberPart,
  ...roundParts,
  ...workFilters,
  /** As in the list of tasks: an id, or part of a person, a batch or a model. */
  search: searchSchema.optional(),
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
      for (const name of othersFilters(query)) {
        if (query[name] === undefined) continue;
        context.addIssue({ code: 'custom', path: [name], message: `is no filter of ${number}` });
      }
      const required = (name: keyof typeof query, by: string = number): void => {
        if (query[name] !== undefined) return;
        context.addIssue({ code: 'custom', path: [name], message: `is required for ${by}` });
      };
      if (query.pod_role !== undefined) required('pod_name', 'pod_role');
      if (OF_USER.includes(number)) required('user_email');
      if (!isAbout(query, WORK_NUMBERS) || isAbout(query, ROUND_NUMBERS)) return;
      if (OF_NOW.includes(number) || OF_USER.includes(number)) return;
      for (const name of MOMENTS) required(name);
    })
    .transform(withActivityDays<z.output<T>>);
}

/** The filters of other numbers. */
function othersFilters(query: NumberFields) {
  if (isAbout(query, ROUND_NUMBERS)) return MOMENTS;
  if (isAbout(query, WORK_NUMBERS)) return [...DATES, ...PARTS_OF_ROUNDS];
  return [...MOMENTS, ...WORK_FILTERS, ...PARTS_OF_ROUNDS];
}

type About<N> = Omit<z.output<typeof tasksByNumberQuerySchema>, 'number'> & { readonly number: N };
/** About a number of the dashboard or of the delivery statistics. */
export type StatisticsNumberQuery = About<TaskNumber>;
/** About a number of people's work, which has its own filters; only those of rounds have the two dates. */
export type WorkNumberQuery = Omit<About<WorkNumber>, 'activity_days'>;
export type TasksByNumberQuery = StatisticsNumberQuery | WorkNumberQuery;

export function isAboutWork(query: TasksByNumberQuery): query is WorkNumberQuery {
  return isAbout(query, WORK_NUMBERS);
}

const isAbout = (query: { number: string }, numbers: readonly string[]): boolean =>
  numbers.includes(query.number);

function hasStatus(part: { status?: unknown; validation_status?: unknown }): boolean {
  return part.status !== undefined || part.validation_status !== undefined;
}

/** A task with its last round that has ended and its newest review or feedback, whose `feedback` is cut; null without one. */
const numberTaskSchema = userTaskSchema.extend({
  last_round: z
    .object({ n: z.number().int(), verdict: z.enum(VERDICTS), ended_at: instantSchema.nullable() })
    .nullable(),
  last_review: ownTaskSchema.shape.last_review,
});
export type NumberTask = z.infer<typeof numberTaskSchema>;

/**
 * The tasks that a number counts, largest id first. `total` is the number. `reviews_in_period` counts reviews and
 * `sent_back_in_period`, `rounds` and `rework_rounds` verdicts: a task is there once for each. With a search it is what was found.
 */
export const tasksByNumberSchema = z.object({
  ...stampSchema.shape,
  items: z.array(numberTaskSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type TasksByNumber = z.infer<typeof tasksByNumberSchema>;
