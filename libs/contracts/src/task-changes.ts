import { z } from 'zod';
import { listedFeedbackSchema } from './feedback.js';
import { instantSchema } from './scalars.js';
import { shownReviewSchema } from './task-detail.js';
import { taskSchema } from './tasks.js';

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
    .extend({
      metadata: z.json(),
      reviews: z.array(shownReviewSchema.omit({ reviewer_name: true, is_unread: true })),
      feedback: z.array(listedFeedbackSchema),
    })
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
