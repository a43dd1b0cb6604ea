import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import { belongsTo, type Caller, holds, holdsAnywhere } from './caller.js';

/** What it takes to use a route. `project` names a project wherever the rule is about one. */
export type AccessRule =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'member' }
  | {
      readonly kind: 'holder';
      readonly permission: Permission;
      /** In whichever project, in the one named, or in all of them. */
      readonly scope: 'any' | 'project' | 'all';
    }
  /** Of one of several permissions in the project. */
  | { readonly kind: 'holder-of-one'; readonly permissions: readonly Permission[] };

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
      if (rule.scope === 'any') return grantedIf(holdsAnywhere(caller, rule.permission));
      if (rule.scope === 'all') return grantedIf(holds(caller, rule.permission, ALL_PROJECTS_ID));
      if (!isVisible(caller, projectId)) return 'hidden';
      return grantedIf(holds(caller, rule.permission, projectId));
    case 'holder-of-one':
      if (!isVisible(caller, projectId)) return 'hidden';
      return grantedIf(rule.permissions.some((one) => holds(caller, one, projectId)));
  }
}

function grantedIf(isHeld: boolean): AccessDecision {
  return isHeld ? 'granted' : 'forbidden';
}

function isVisible(caller: Caller, projectId: number | undefined): projectId is number {
  return projectId !== undefined && belongsTo(caller, projectId);
}
