import type { AccessDecision } from './access.js';
import { type Caller, holds } from './caller.js';

/** What decides about the access of a caller to a pod. */
export interface PodStanding {
  readonly project_id: number;
  /** Whether the caller is a member of the pod. */
  readonly is_member: boolean;
}

/** Each of these permissions in the pod's project makes the pod visible. */
export const SHOWS_A_POD = ['pod-info-public-view', 'pod-manage', 'pod-manage-members'] as const;

/**
 * The pod is visible to its members and to users with a permission of `SHOWS_A_POD` in its project.
 */
export function decidePodAccess(caller: Caller, pod: PodStanding): 'granted' | 'hidden' {
  const isShown =
    pod.is_member || SHOWS_A_POD.some((permission) => holds(caller, permission, pod.project_id));
  return isShown ? 'granted' : 'hidden';
}

/** The members are managed by users with pod-manage-members in the pod's project. */
export function decideMembersAccess(caller: Caller, pod: PodStanding): AccessDecision {
  if (holds(caller, 'pod-manage-members', pod.project_id)) return 'granted';
  return decidePodAccess(caller, pod) === 'granted' ? 'forbidden' : 'hidden';
}
