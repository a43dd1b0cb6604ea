import type { Pod, PodMember } from '@portal/contracts/pods';
import type { PodRow } from '@portal/persistence/queries/pods';
import { versionOf } from '../../http/output/etags.js';

/** The version is that of the pod in the list: it does not depend on the name of the project. */
export function presentPod(pod: PodRow): Pod {
  const { id, name, description, project_id, project_name, created_at, updated_at } = pod;
  const item = { id, name, description, project_id, created_at, updated_at };
  return { ...item, project_name, version: versionOf(item) };
}

/** For callers who may only see the email of the user. */
export function presentUnnamedMember(member: PodMember): PodMember {
  return { ...member, user_name: '', profile_picture: null, timezone: null };
}
