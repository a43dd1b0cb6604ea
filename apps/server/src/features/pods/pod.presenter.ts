import type { Pod, PodMember } from '@portal/contracts/pods';
import { isoOf } from '@portal/persistence/pg-types';
import type { PodMemberRow, PodRow } from '@portal/persistence/queries/pods';

export function presentPod(pod: PodRow): Pod {
  return {
    id: pod.id,
    name: pod.name,
    description: pod.description,
    project_id: pod.project_id,
    project_name: pod.project_name,
    created_at: isoOf(pod.created_at),
    updated_at: isoOf(pod.updated_at),
  };
}

export function presentPodMember(member: PodMemberRow): PodMember {
  return { ...member, created_at: isoOf(member.created_at) };
}

/** For callers who may only see the email of the user. */
export function presentUnnamedMember(member: PodMemberRow): PodMember {
  return { ...presentPodMember(member), user_name: '', profile_picture: null, timezone: null };
}
