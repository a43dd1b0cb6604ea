import { sql } from '../../sql.js';
import { flush } from './flush.js';
import { otherTriggers } from './other-triggers.js';
import { userReviews } from './user-reviews.js';
import { definitions } from './definitions.js';
import { reviewTriggers } from './review-triggers.js';
import { taskTriggers } from './task-triggers.js';

/**
 * The read models behind every dashboard, maintained by the database. Statement triggers queue the
 * changes of a statement. The commit applies the queue, increases the revision of each changed
 * project and sends the notification.
 */
export const aggregates = sql`
${definitions}
${flush}
${reviewTriggers}
${taskTriggers}
${userReviews}
${otherTriggers}
`;
