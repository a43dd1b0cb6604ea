import type { Permission } from '@portal/contracts/permissions';
import { decideAccess } from '@portal/domain/access';
import type { Caller } from '@portal/domain/caller';
import { ProblemException } from '../../problems/problem.js';

/** Users with one of these see each task that a number of the project counts, and the rounds of everybody. */
const SEE_ALL_TASKS: readonly Permission[] = ['data-upload', 'pod-info-public-view'];

/**
 * @param isOfCaller whether only what the caller sees is asked for, so that members need no permission
 * @throws {ProblemException} `not-found`, `forbidden`
 */
export function requireAllTasks(caller: Caller, projectId: number, isOfCaller: boolean): void {
  const rule = { kind: 'holder-of-one', permissions: SEE_ALL_TASKS } as const;
  const decision = decideAccess(rule, caller, projectId);
  if (decision === 'hidden') throw new ProblemException('not-found', 'There is no such project');
  if (decision === 'granted' || isOfCaller) return;
  const detail = `You need the permission ${SEE_ALL_TASKS.join(' or ')} in this project`;
  throw new ProblemException('forbidden', detail);
}
