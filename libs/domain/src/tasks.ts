import type { AccessDecision } from './access.js';
import { type Caller, holds } from './caller.js';
import { maySeeWork, visibilityOf } from './visibility.js';

interface TaskFacts {
  readonly project_id: number;
  readonly user_email: string | null;
}

/** Users who may give feedback in the project write about tasks that are not their own. */
export function mayGiveFeedback(caller: Caller, task: TaskFacts): boolean {
  return holds(caller, 'trainer-feedback-add', task.project_id) && !isOwnTask(caller, task);
}

export function isOwnTask(caller: Caller, { user_email: email }: TaskFacts): boolean {
  return email === caller.email;
}

/** Its user sees a task, and in its project who sees the numbers of all users, who reviews and who may change tasks. */
export function maySeeTask(
  caller: Caller,
  { project_id: projectId, user_email: email }: TaskFacts,
): boolean {
  if (maySeeWork(visibilityOf(caller), { projectId, email })) return true;
  return (['data-upload', 'trainer-feedback-add'] as const).some((permission) =>
    holds(caller, permission, projectId),
  );
}

/** Reviewers of a project claim its tasks, but none of their own. */
export function decideClaimAccess(caller: Caller, task: TaskFacts): AccessDecision {
  if (!maySeeTask(caller, task)) return 'hidden';
  const isOwn = task.user_email === caller.email;
  return !isOwn && holds(caller, 'trainer-feedback-add', task.project_id) ? 'granted' : 'forbidden';
}
