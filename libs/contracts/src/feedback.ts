import { z } from 'zod';
import { MAX_REASON, MAX_REASONS } from './review-reasons.js';
import { instantSchema, textSchema, whenAllAreValid } from './scalars.js';

/** Most characters of the words of feedback. */
export const MAX_FEEDBACK_WORDS = 4000;
/** How long its author can change or withdraw feedback, in hours. */
export const FEEDBACK_OPEN_HOURS = 24;

const wordsSchema = textSchema(MAX_FEEDBACK_WORDS);
/** Names of reasons of the project that are not archived. */
const reasonsSchema = z.array(textSchema(MAX_REASON)).max(MAX_REASONS);
/** Why feedback without rework has no reasons. */
export const REASONS_OF_REWORK = 'are those of rework: send the task back, or leave them out';

/** `POST /api/v1/tasks/{id}/feedback`; `rework` sends the task back: it gets the status rework. */
export const feedbackInputSchema = z
  .strictObject({
    words: wordsSchema,
    rework: z.boolean().default(false),
    reasons: reasonsSchema.default([]),
  })
  .refine(({ rework, reasons }) => rework || reasons.length === 0, {
    path: ['reasons'],
    message: REASONS_OF_REWORK,
    when: whenAllAreValid,
  });
export type FeedbackInput = z.output<typeof feedbackInputSchema>;

/** `PATCH /api/v1/tasks/{id}/feedback/{feedbackId}`; without `reasons` they stay, and archived ones may stay. */
export const feedbackUpdateSchema = z.strictObject({
  words: wordsSchema,
  reasons: reasonsSchema.optional(),
});
export type FeedbackUpdate = z.output<typeof feedbackUpdateSchema>;

/** `POST /api/v1/tasks/{id}/feedback/{feedbackId}/appeal` */
export const appealInputSchema = z.strictObject({ words: wordsSchema });
export type AppealInput = z.output<typeof appealInputSchema>;

/** Feedback on a task in the feed of changes. */
export const listedFeedbackSchema = z.object({
  id: z.number().int(),
  author_email: z.string(),
  /** Markdown; clients show the safe part of CommonMark. */
  words: z.string(),
  is_rework: z.boolean(),
  reasons: z.array(z.string()),
  created_at: instantSchema,
  edited_at: instantSchema.nullable(),
  /** Why the user of the task asked for another look at it; null if they did not. */
  appeal: z.string().nullable(),
  appealed_at: instantSchema.nullable(),
});

/** Feedback on a task for those who see the task. */
export const shownFeedbackSchema = listedFeedbackSchema.extend({
  /** Null if the portal has no such user. */
  author_name: z.string().nullable(),
  /** Whether the user of the task has not opened it since. */
  is_unread: z.boolean(),
  /** Whether the caller may change and withdraw it. */
  may_change: z.boolean(),
  /** Whether the caller may appeal against it. */
  may_appeal: z.boolean(),
});
export type ShownFeedback = z.infer<typeof shownFeedbackSchema>;
