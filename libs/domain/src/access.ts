import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import { belongsTo, type Caller, holds, holdsAnywhere } from './caller.js';

/** The condition for using a route. */
export type AccessRule =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'member' }
  | {
      readonly kind: 'holder';
      readonly permission: Permission;
      /** In any project, in the requested project, or in project 0. */
      readonly scope: 'any' | 'project' | 'all';
    }
  /** At least one of the permissions in the requested project is required. */
  | { readonly kind: 'holder-of-one'; readonly permissions: readonly Permission[] };

/** `hidden`: the response must not reveal that the resource exists. */
export type AccessDecision = 'granted' | 'forbidden' | 'hidden';

/**
 * Decides whether the caller may use a route. A project is hidden from callers outside of it; a
 * missing permission in a project of the caller is forbidden.
 * @param projectId the requested project, if the rule depends on a project
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
