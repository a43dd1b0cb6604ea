import type { Permission } from '@portal/contracts/permissions';
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

/** Members are added and removed by callers with pod-manage-members in the pod's project. */
export function decideMembersAccess(caller: Caller, pod: PodStanding): AccessDecision {
  return decideBy('pod-manage-members', caller, pod);
}

/** The review queue is open to callers with trainer-feedback-add in the pod's project. */
export function decideReviewQueueAccess(caller: Caller, pod: PodStanding): AccessDecision {
  return decideBy('trainer-feedback-add', caller, pod);
}

function decideBy(permission: Permission, caller: Caller, pod: PodStanding): AccessDecision {
  if (holds(caller, permission, pod.project_id)) return 'granted';
  return decidePodAccess(caller, pod) === 'granted' ? 'forbidden' : 'hidden';
}
