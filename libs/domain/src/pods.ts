import type { AccessDecision } from './access.js';
import { type Caller, holds } from './caller.js';
import { maySeeRecord, RECORD_RULES } from './records.js';

/** A pod, as far as deciding about it goes. */
export interface PodStanding {
  readonly project_id: number;
  /** Whether the caller is in the pod. */
  readonly is_member: boolean;
}

/** A pod is seen by its members, and by users who see or manage pods in its project. */
export function decidePodAccess(caller: Caller, pod: PodStanding): 'granted' | 'hidden' {
  const facts = { projectId: pod.project_id, isOwn: pod.is_member };
  return maySeeRecord(caller, RECORD_RULES.pods, facts) ? 'granted' : 'hidden';
}

/** Who says who is in a pod: those with pod-manage-members in its project. */
export function decideMembersAccess(caller: Caller, pod: PodStanding): AccessDecision {
  if (holds(caller, 'pod-manage-members', pod.project_id)) return 'granted';
  return decidePodAccess(caller, pod) === 'granted' ? 'forbidden' : 'hidden';
}
