import { z } from 'zod';
import { BATCH_STATUSES, VALIDATION_STATUSES } from './constants.js';
import { instantSchema, optionalNameSchema } from './scalars.js';

/** Limits of one row of a task file. */
export const TASK_FILE_LIMITS = {
  maxId: Number.MAX_SAFE_INTEGER,
  maxTurns: 100_000,
  maxMinutes: 100_000,
  maxText: 200,
  maxUrl: 2048,
  maxEmail: 254,
  maxFeedback: 20_000,
  maxReviews: 1000,
  maxMetadataBytes: 64 * 1024,
  maxMetadataDepth: 64,
  /** Size of one element of the file, in bytes. */
  maxElementBytes: 8 * 1024 * 1024,
  /** Nesting depth of one element: the row, its reviews and the metadata. */
  maxElementDepth: 70,
  earliest: '2000-01-01T00:00:00Z',
  /** Milliseconds by which a timestamp may be later than the clock of the reader. */
  maxAheadMs: 86_400_000,
} as const;

export const TASK_STATUS_PATTERN = /^[a-z][a-z0-9_]{0,63}$/;

const id = z.number().int().min(1).max(TASK_FILE_LIMITS.maxId);
const status = z.string().regex(TASK_STATUS_PATTERN);
const text = z.string().max(TASK_FILE_LIMITS.maxText).nullable().optional();
const instant = instantSchema.nullable().optional();
const mail = z.email().max(TASK_FILE_LIMITS.maxEmail).nullable().optional();

const taskFileReviewSchema = z.strictObject({
  turing_review_id: id,
  reviewer_email: mail,
  status,
  score: z.number().min(-1_000_000).max(1_000_000).nullable().optional(),
  feedback: z.string().max(TASK_FILE_LIMITS.maxFeedback).nullable().optional(),
  submitted_at: instant,
});

/** An absent, null or blank value means no batch. */
export const batchNameSchema = optionalNameSchema(TASK_FILE_LIMITS.maxText);

/**
 * One row of a task file as JSON. For speed the reader checks the same rules without this schema; a
 * property test compares the two. Rules that need the database or the clock exist only in the
 * reader.
 */
export const taskFileRowSchema = z.strictObject({
  turing_task_id: id,
  turing_project_id: id,
  turing_batch_id: id,
  batch_name: batchNameSchema.optional(),
  batch_status: z.enum(BATCH_STATUSES).nullable().optional(),
  user_email: mail,
  status,
  completed_at: instant,
  created_at: instant,
  updated_at: instant,
  colab_link: z
    .url({ protocol: /^https$/ })
    .max(TASK_FILE_LIMITS.maxUrl)
    .nullable()
    .optional(),
  number_of_turns: z.number().int().min(0).max(TASK_FILE_LIMITS.maxTurns).optional(),
  duration_minutes: z.number().min(0).max(TASK_FILE_LIMITS.maxMinutes).nullable().optional(),
  target_model: text,
  validation_status: z.enum(VALIDATION_STATUSES).nullable().optional(),
  delivery_batch: text,
  reviews: z.array(taskFileReviewSchema).max(TASK_FILE_LIMITS.maxReviews).optional(),
  metadata: z.record(z.string(), z.json()).nullable().optional(),
});
export type TaskFileRow = z.infer<typeof taskFileRowSchema>;
