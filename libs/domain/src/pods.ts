import type { Permission } from '@portal/contracts/permissions';
import type { AccessDecision } from './access.js';
import { type Caller, holds } from './caller.js';
import { maySeeItem, ITEM_RULES } from './item-rules.js';

/** The facts that decide whether a caller has access to a pod. */
export interface PodStanding {
  readonly project_id: number;
  /** Whether the caller is a member of the pod. */
  readonly is_member: boolean;
}

/** A pod is visible to its members and to users who see or manage pods in its project. */
export function decidePodAccess(caller: Caller, pod: PodStanding): 'granted' | 'hidden' {
  const facts = { projectId: pod.project_id, isOwn: pod.is_member };
  return maySeeItem(caller, ITEM_RULES.pods, facts) ? 'granted' : 'hidden';
}

/** Users with pod-manage-members in the pod's project manage its members. */
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
