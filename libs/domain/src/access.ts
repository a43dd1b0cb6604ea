import type { Permission } from '@portal/contracts/permissions';
import { belongsTo, type Caller, holds, holdsAnywhere } from './caller.js';

/** What it takes to use a route. `project` names a project wherever the rule is about one. */
export type AccessRule =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'member' }
  | { readonly kind: 'holder'; readonly permission: Permission; readonly scope: 'any' | 'project' };

/** `hidden`: the caller may not even know that it is there. */
export type AccessDecision = 'granted' | 'forbidden' | 'hidden';

/**
 * The one place that decides who may do what. A project one does not belong to is hidden; within a
 * project one does belong to, a missing permission is forbidden.
 * @param projectId the project asked for, where the rule is about one
 */
export function decideAccess(rule: AccessRule, caller: Caller, projectId?: number): AccessDecision {
  switch (rule.kind) {
    case 'anyone':
    case 'signed-in':
      return 'granted';
    case 'member':
      return isVisible(caller, projectId) ? 'granted' : 'hidden';
    case 'holder':
      if (rule.scope === 'any') {
        return holdsAnywhere(caller, rule.permission) ? 'granted' : 'forbidden';
      }
      if (!isVisible(caller, projectId)) return 'hidden';
      return holds(caller, rule.permission, projectId) ? 'granted' : 'forbidden';
  }
}

function isVisible(caller: Caller, projectId: number | undefined): projectId is number {
  return projectId !== undefined && belongsTo(caller, projectId);
}
