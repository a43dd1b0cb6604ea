import { z } from 'zod';
import { BATCH_STATUSES, VALIDATION_STATUSES } from './constants.js';
import { linkSchema } from './links.js';
import { isObject } from './objects.js';
import { emailSchema, instantSchema, requestInstantSchema, storableSchema } from './scalars.js';
import {
  TASK_FILE_LIMITS,
  batchNameSchema,
  fileReasonsSchema,
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
  reasons: fileReasonsSchema.nullable().optional(),
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
