import type { AccessDecision } from './access.js';
import { type Caller, holds } from './caller.js';

/** A pod, as far as deciding about it goes. */
export interface PodStanding {
  readonly project_id: number;
  /** Whether the caller is in the pod. */
  readonly is_member: boolean;
}

/** Each of these, held in a pod's project, shows the pod. */
export const SHOWS_A_POD = ['pod-info-public-view', 'pod-manage', 'pod-manage-members'] as const;

/** Who sees a pod: those in it, and those who see or manage pods in its project. */
export function decidePodAccess(caller: Caller, pod: PodStanding): 'granted' | 'hidden' {
  const isShown =
    pod.is_member || SHOWS_A_POD.some((permission) => holds(caller, permission, pod.project_id));
  return isShown ? 'granted' : 'hidden';
}

/** Who says who is in a pod: those with pod-manage-members in its project. */
export function decideMembersAccess(caller: Caller, pod: PodStanding): AccessDecision {
  if (holds(caller, 'pod-manage-members', pod.project_id)) return 'granted';
  return decidePodAccess(caller, pod) === 'granted' ? 'forbidden' : 'hidden';
}
