import { type Caller, holds } from './caller.js';
import { maySeeWork, visibilityOf } from './visibility.js';

interface TaskFacts {
  readonly project_id: number;
  readonly user_email: string | null;
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
