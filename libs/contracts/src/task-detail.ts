import { z } from 'zod';
import { ROUND_SOURCES, VERDICTS } from './constants.js';
import { shownFeedbackSchema } from './feedback.js';
import { importConflictSchema } from './imports.js';
import { reviewClaimSchema } from './review-claims.js';
import { offeredReasonSchema } from './review-reasons.js';
import { instantSchema } from './scalars.js';
import { stampSchema } from './stamp.js';
import { taskSchema } from './tasks.js';

/** A round of a task that ended with a verdict. Times are null where no file and no edit tells them. */
const taskRoundSchema = z.object({
  n: z.number().int(),
  submitted_at: instantSchema.nullable(),
  ended_at: instantSchema.nullable(),
  reviewer_email: z.string().nullable(),
  /** Null if the portal has no such user. */
  reviewer_name: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  score: z.number().nullable(),
  reasons: z.array(z.string()),
  /** Of the review or the feedback that ended it. */
  words: z.string().nullable(),
  source: z.enum(ROUND_SOURCES),
});
export type TaskRound = z.infer<typeof taskRoundSchema>;

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
  reasons: z.array(z.string()),
  /** Whether the user of the task, which is in rework, has not opened it. */
  is_unread: z.boolean(),
});
export type ShownReview = z.infer<typeof shownReviewSchema>;

/** The newest of reviews and feedback: one of the ids is null. Feedback has `feedback` or `rework` as its status. */
export const lastReviewSchema = shownReviewSchema.extend({
  turing_review_id: z.number().int().nullable(),
  feedback_id: z.number().int().nullable(),
});
export type LastReview = z.infer<typeof lastReviewSchema>;

/** An import that contradicted what a person had changed in the portal. */
export const taskConflictSchema = importConflictSchema
  .pick({ fields: true, changed_by: true, changed_by_name: true, changed_at: true, is_kept: true })
  .extend({ import_id: z.uuid(), file_name: z.string(), imported_at: instantSchema });
export type TaskConflict = z.infer<typeof taskConflictSchema>;

/** Most conflicts of `taskDetailSchema`. */
export const MAX_TASK_CONFLICTS = 10;

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
  /** Those that have ended, the newest first. */
  rounds: z.array(taskRoundSchema),
  /** Imports that contradicted a change in the portal, the newest first. */
  conflicts: z.array(taskConflictSchema),
  may_change: z.boolean(),
  may_give_feedback: z.boolean(),
  /** Who reviews it now; who asks for it is for those who review in its project. */
  claim: reviewClaimSchema.nullable(),
  /** Whether it waits for a review that the caller may write: it is not the caller's own. */
  may_claim: z.boolean(),
  /** For the form of feedback; none for others. */
  review_reasons: z.array(offeredReasonSchema),
});
export type TaskDetail = z.infer<typeof taskDetailSchema>;
