import type { Pod, PodMember } from '@portal/contracts/pods';
import type { PodMemberRow, PodRow } from '@portal/persistence/reads/pods';

export function presentPod(pod: PodRow): Pod {
  return {
    id: pod.id,
    name: pod.name,
    description: pod.description,
    project_id: pod.project_id,
    project_name: pod.project_name,
    created_at: pod.created_at.toISOString(),
    updated_at: pod.updated_at.toISOString(),
  };
}

export function presentPodMember(member: PodMemberRow): PodMember {
  return { ...member, created_at: member.created_at.toISOString() };
}
