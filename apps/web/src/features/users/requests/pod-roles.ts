import { podMemberListSchema } from '@portal/contracts/pods';
import { api } from '../../../session/api';

/** The pod role of each member of a pod, by email. */
export async function readPodRoles(podName: string): Promise<ReadonlyMap<string, string>> {
  const path = `/pods/${encodeURIComponent(podName)}/members`;
  const members = await api.call(path, podMemberListSchema);
  return new Map(members.map(({ user_email, role }) => [user_email, role]));
}
