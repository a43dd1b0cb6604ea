import { z } from 'zod';
import { BATCH_STATUSES, VALIDATION_STATUSES } from './constants.js';
import { listedFeedbackSchema, shownFeedbackSchema } from './feedback.js';
import { offeredReasonSchema } from './review-reasons.js';
import { linkSchema } from './links.js';
import { reviewClaimSchema } from './review-claims.js';
import { stampSchema } from './stamp.js';
import {
  emailSchema,
  instantSchema,
  requestInstantSchema,
  storableSchema,
  wholeNumberParam,
} from './scalars.js';
import {
  batchNameSchema,
  TASK_FILE_LIMITS,
  taskStatusSchema,
  taskTextSchema,
} from './task-file.js';

/** A task in responses; `project_id` is the portal's id. */
export const taskSchema = z.object({
  turing_task_id: z.number().int(),
  project_id: z.number().int(),
  turing_batch_id: z.number().int(),
  user_email: z.string().nullable(),
  status: z.string(),
  number_of_turns: z.number().int(),
  duration_minutes: z.number().nullable(),
  completed_at: instantSchema.nullable(),
  created_at: instantSchema.nullable(),
  updated_at: instantSchema.nullable(),
  colab_link: z.string().nullable(),
  target_model: z.string().nullable(),
  validation_status: z.enum(VALIDATION_STATUSES).nullable(),
  delivery_batch: z.string().nullable(),
});

const instant = requestInstantSchema.refine(
  (value) =>
    Date.parse(value) >= Date.parse(TASK_FILE_LIMITS.earliest) &&
    Date.parse(value) <= Date.now() + TASK_FILE_LIMITS.maxAheadMs,
  'must lie between the year 2000 and a day ahead',
);

const turingId = z.number().int().min(1).max(TASK_FILE_LIMITS.maxId);
const projectId = z.number().int().min(1).max(2_147_483_647);

const metadataSchema = z
  .custom<Readonly<Record<string, unknown>>>(isObject, 'must be an object')
  .refine((value) => hasLevels(value, TASK_FILE_LIMITS.maxMetadataDepth), {
    error: `must not be nested deeper than ${TASK_FILE_LIMITS.maxMetadataDepth} levels`,
    abort: true,
  })
  .refine((value) => sizeOf(value) <= TASK_FILE_LIMITS.maxMetadataBytes, {
    error: `must not be larger than ${TASK_FILE_LIMITS.maxMetadataBytes} bytes`,
    abort: true,
  })
  .refine(isStorable, 'must not contain NUL or a lone surrogate');

/**
 * `POST /api/v1/tasks/tasks-crud/`; `PATCH` takes any of the fields. `project_id` is the portal's
 * id.
 */
export const taskInputSchema = z.strictObject({
  turing_task_id: turingId,
  project_id: projectId,
  turing_batch_id: turingId,
  user_email: emailSchema.nullable().optional(),
  status: taskStatusSchema,
  number_of_turns: z.number().int().min(0).max(TASK_FILE_LIMITS.maxTurns).optional(),
  duration_minutes: z.number().min(0).max(TASK_FILE_LIMITS.maxMinutes).nullable().optional(),
  completed_at: instant.nullable().optional(),
  created_at: instant.nullable().optional(),
  updated_at: instant.nullable().optional(),
  colab_link: storableSchema.pipe(linkSchema).nullable().optional(),
  target_model: taskTextSchema.optional(),
  validation_status: z.enum(VALIDATION_STATUSES).nullable().optional(),
  delivery_batch: taskTextSchema.optional(),
  metadata: metadataSchema.nullable().optional(),
});

const emailOfFile = emailSchema.nullable().optional();
const instantOfFile = instantSchema.nullable().optional();

/** A review in a row of a task file. */
export const taskFileReviewSchema = z.strictObject({
  turing_review_id: turingId,
  reviewer_email: emailOfFile,
  status: taskStatusSchema,
  score: z.number().min(-1_000_000).max(1_000_000).nullable().optional(),
  feedback: z.string().max(TASK_FILE_LIMITS.maxFeedback).nullable().optional(),
  submitted_at: instantOfFile,
});

/**
 * One row of a task file as JSON; a new task needs a status. A stored task keeps the values of the fields that
 * the row does not name. The reader checks the same rules by hand at speed; a property
 * test holds it to this schema. Rules a schema cannot say (known project, clock) are the reader's.
 */
export const taskFileRowSchema = z.strictObject({
  turing_task_id: turingId,
  turing_project_id: turingId,
  /** The portal's id of the project, as exports have it; an id of another project is refused. */
  project_id: projectId.nullable().optional(),
  turing_batch_id: turingId,
  batch_name: batchNameSchema.optional(),
  batch_status: z.enum(BATCH_STATUSES).nullable().optional(),
  user_email: emailOfFile,
  status: taskStatusSchema.optional(),
  completed_at: instantOfFile,
  created_at: instantOfFile,
  updated_at: instantOfFile,
  colab_link: linkSchema.nullable().optional(),
  number_of_turns: z.number().int().min(0).max(TASK_FILE_LIMITS.maxTurns).optional(),
  duration_minutes: z.number().min(0).max(TASK_FILE_LIMITS.maxMinutes).nullable().optional(),
  target_model: taskTextSchema.optional(),
  validation_status: z.enum(VALIDATION_STATUSES).nullable().optional(),
  delivery_batch: taskTextSchema.optional(),
  reviews: z.array(taskFileReviewSchema).max(TASK_FILE_LIMITS.maxReviews).optional(),
  metadata: z.record(z.string(), z.json()).nullable().optional(),
});
export type TaskFileRow = z.infer<typeof taskFileRowSchema>;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Iterative, because a value can be nested deeper than the call stack. */
function hasLevels(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    level = level.filter((item) => typeof item === 'object' && item !== null);
    if (level.length > 0 && depth === most) return false;
    level = level.flatMap((item): unknown[] => Object.values(item ?? {}));
  }
  return true;
}

function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** JSON escapes exactly the characters that jsonb refuses. */
function isStorable(value: unknown): boolean {
  return !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value));
}

/** A review of a task for those who see the task. */
export const shownReviewSchema = z.object({
  turing_review_id: z.number().int(),
  reviewer_email: z.string().nullable(),
  /** Null if the portal has no such user. */
  reviewer_name: z.string().nullable(),
  status: z.string(),
  score: z.number().nullable(),
  feedback: z.string().nullable(),
  submitted_at: instantSchema.nullable(),
});
export type ShownReview = z.infer<typeof shownReviewSchema>;

/** The newest of reviews and feedback: one of the ids is null. Feedback has `feedback` or `rework` as its status. */
export const lastReviewSchema = shownReviewSchema.extend({
  turing_review_id: z.number().int().nullable(),
  feedback_id: z.number().int().nullable(),
  reasons: z.array(z.string()),
  /** Whether it is feedback that the user of the task has not opened. */
  is_unread: z.boolean(),
});
export type LastReview = z.infer<typeof lastReviewSchema>;

/** Most reviews of `taskDetailSchema`. */
export const MAX_SHOWN_REVIEWS = 100;

/**
 * `GET /api/v1/tasks/{id}`: a task for its user, for who sees the numbers of that user, who reviews in its project and
 * who may change it (`may_change`). `reviews` and `feedback` are the newest first. `metadata` is null for others than the last.
 */
export const taskDetailSchema = taskSchema.extend(stampSchema.shape).extend({
  project_name: z.string(),
  batch_name: z.string(),
  user_name: z.string().nullable(),
  task_link: z.string().nullable(),
  metadata: z.record(z.string(), z.json()).nullable(),
  reviews: z.array(shownReviewSchema),
  review_count: z.number().int(),
  feedback: z.array(shownFeedbackSchema),
  may_change: z.boolean(),
  may_give_feedback: z.boolean(),
  /** Who reviews it now, for those who review in its project. */
  claim: reviewClaimSchema.nullable(),
  /** Whether it waits for a review that the caller may write: it is not the caller's own. */
  may_claim: z.boolean(),
  /** For the form of feedback; none for others. */
  review_reasons: z.array(offeredReasonSchema),
});
export type TaskDetail = z.infer<typeof taskDetailSchema>;

/** An import that changed a task. */
const changingImportSchema = z.object({
  import_id: z.uuid(),
  file_name: z.string(),
  /** The import that it undoes. */
  undoes: z.uuid().nullable(),
  /** Whether the caller may read the import itself. */
  is_visible: z.boolean(),
});

/** The fields of a task that change; of `reviews` the values are their numbers. */
export const TASK_HISTORY_FIELDS = [
  ...taskSchema.omit({ turing_task_id: true }).keyof().options,
  'metadata',
  'reviews',
] as const;

/** Query of `GET /api/v1/tasks/tasks-crud/{id}/history`; `field` selects the changes of one field. */
export const taskHistoryQuerySchema = z.strictObject({
  page: wholeNumberParam({ minimum: 1, maximum: 1_000_000 }).prefault(1),
  size: wholeNumberParam({ minimum: 1, maximum: 100 }).prefault(50),
  field: z.enum(TASK_HISTORY_FIELDS).optional(),
});
export type TaskHistoryQuery = z.output<typeof taskHistoryQuerySchema>;

/**
 * A field that a change set. A created task had null before, a removed one has null after. Without `after`
 * the portal does not know the new value.
 */
const fieldChangeSchema = z.object({
  field: z.string(),
  before: z.json(),
  after: z.json().optional(),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/** One change of a task: by an import, or by a person if there is none. */
const taskEditSchema = z.object({
  at: z.string(),
  change: z.enum(['created', 'changed', 'removed']),
  /** Who uploaded the file, undid the import or edited the task; null if it happened outside of the portal. */
  user_email: z.string().nullable(),
  import: changingImportSchema.nullable(),
  /** The change in the audit, and the one that it undoes; null for imports. */
  audit_group: z.number().int().nullable(),
  undoes_group: z.number().int().nullable(),
  /** Null if what the change did is not kept, or not any more. */
  fields: z.array(fieldChangeSchema).nullable(),
});
export type TaskEdit = z.infer<typeof taskEditSchema>;

/**
 * `GET /api/v1/tasks/tasks-crud/{id}/history`. `last` is the change that left the task as it is; null if that
 * was before changes were recorded. `items` are the changes by imports, whose values are kept for
 * `imports_kept_days` (0: not at all), and by people, the newest first. A removed task has a history, too.
 */
export const taskHistorySchema = z.object({
  last: taskEditSchema.pick({ at: true, change: true, user_email: true, import: true }).nullable(),
  is_removed: z.boolean(),
  items: z.array(taskEditSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
  imports_kept_days: z.number().int(),
});
export type TaskHistory = z.infer<typeof taskHistorySchema>;

/** Most changes in one response. */
export const MAX_TASK_CHANGES = 1000;

/** Query of `GET /api/v1/tasks/changes`; `after` is the `next` of an earlier response. */
export const taskChangesQuerySchema = z.strictObject({
  project_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  after: z.string().max(10_000).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_TASK_CHANGES).default(100),
});
export type TaskChangesQuery = z.infer<typeof taskChangesQuerySchema>;

/**
 * A task that was created or changed, as it is now, or one that is no longer there. `changed_at` is null if
 * the change was before it was recorded.
 */
export const taskChangeSchema = z.object({
  turing_task_id: z.number().int(),
  change: z.enum(['upsert', 'delete']),
  changed_at: instantSchema.nullable(),
  task: taskSchema
    .extend({ metadata: z.json(), feedback: z.array(listedFeedbackSchema) })
    .nullable(),
});
export type TaskChange = z.infer<typeof taskChangeSchema>;

/** Changes in the order of their commits. `has_more`: whether more can be read at once. */
export const taskChangesSchema = z.object({
  items: z.array(taskChangeSchema),
  next: z.string(),
  has_more: z.boolean(),
});
export type TaskChanges = z.infer<typeof taskChangesSchema>;
