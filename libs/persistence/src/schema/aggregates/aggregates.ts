import { sql } from '../../sql.js';
import { flush } from './flush.js';
import { otherTriggers } from './other-triggers.js';
import { userReviews } from './user-reviews.js';
import { definitions, pendingTables, readModels } from './read-models.js';
import { reviewTriggers } from './review-triggers.js';
import { taskTriggers } from './task-triggers.js';

/**
 * The read models behind every dashboard, kept exact by the database itself. Statement triggers
 * queue what a statement changes; the commit applies the queue, moves the revision of each touched
 * project and raises the notification.
 */
export const aggregates = sql`
${definitions}
${readModels}
${pendingTables}
${flush}
${reviewTriggers}
${taskTriggers}
${userReviews}
${otherTriggers}
`;
