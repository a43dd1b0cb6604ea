import { z } from 'zod';
import { optionalNameSchema, optionalTextSchema } from './scalars.js';

export const TASK_FILE_FORMATS = ['json', 'csv'] as const;
export type TaskFileFormat = (typeof TASK_FILE_FORMATS)[number];

/** What an empty cell of a CSV file does to the stored value. */
export const EMPTY_CELLS = ['keep', 'clear'] as const;
export type EmptyCells = (typeof EMPTY_CELLS)[number];

/** Limits of one row of a task file. */
export const TASK_FILE_LIMITS = {
  maxId: Number.MAX_SAFE_INTEGER,
  maxTurns: 100_000,
  maxMinutes: 100_000,
  maxText: 200,
  maxEmail: 254,
  maxFeedback: 20_000,
  maxReviews: 1000,
  /** Of one review. */
  maxReasons: 50,
  maxMetadataBytes: 64 * 1024,
  maxMetadataDepth: 64,
  /** Size of one element of the file, in bytes. */
  maxElementBytes: 8 * 1024 * 1024,
  /** Nesting depth of one element: the row, its reviews and the metadata. */
  maxElementDepth: 70,
  /** Blanks in a row before, between and after the elements, in bytes. */
  maxBlanks: 1024 * 1024,
  earliest: '2000-01-01T00:00:00Z',
  /** Maximum milliseconds from the clock of the reader to a later timestamp. */
  maxAheadMs: 86_400_000,
} as const;

export const TASK_STATUS_PATTERN = /^[a-z][a-z0-9_]{0,63}$/;

/** A status to look for: tasks may have any. */
export const anyStatusSchema = z
  .string()
  .regex(
    TASK_STATUS_PATTERN,
    'must be 1 to 64 lower-case letters, digits and underscores, such as in_review',
  );

/** What programs write for no value, and spreadsheets for a formula that failed. */
const NOTHING =
  /^(?:-?nan|nat|null|undefined|n\/a|<na>|\\n|#(?:n\/a(?: n\/a)?|na|ref!|value!|div\/0!|name\?|num!|null!|spill!|calc!|field!|blocked!|unknown!|connect!|busy!|getting_data))$/i;
const LONGEST = 14;

/** Whether a text is what a program wrote for no value, such as `nan`, `NULL` or `#N/A`. */
export function isNothing(text: string): boolean {
  if (text.length > LONGEST) return false;
  return text === 'None' || NOTHING.test(text);
}

export const NOTHING_RULE =
  'is what programs write for no value or a failed formula: give the value, or none';

const isSomething = (text: string | null): boolean => text === null || !isNothing(text);

/** The status of a task or a review: one of `TASK_STATUSES` or a later one. */
export const taskStatusSchema = anyStatusSchema.refine(isSomething, NOTHING_RULE);

/** A short text of a task, such as its model. An absent, null or blank value means none. */
export const taskTextSchema = optionalTextSchema(TASK_FILE_LIMITS.maxText).refine(
  isSomething,
  NOTHING_RULE,
);

/** Why a review sends its task back: names of `ReviewReason`, or others. */
export const fileReasonsSchema = z
  .array(taskTextSchema.pipe(z.string('must not be empty')))
  .max(TASK_FILE_LIMITS.maxReasons);

/** An absent, null or blank value means no batch. */
export const batchNameSchema = optionalNameSchema(TASK_FILE_LIMITS.maxText).refine(
  isSomething,
  NOTHING_RULE,
);
