import type { ReviewClaim } from '@portal/contracts/review-claims';
import { ProblemException } from './problem.js';

/** The refusal of what only the reviewer who has claimed a task may do. */
export function taskClaimed({ reviewer, expires_at: until }: ReviewClaim): ProblemException {
  return new ProblemException(
    'task-claimed',
    `${reviewer.name} has claimed the task until ${until}`,
  );
}
