import { podMemberSchema, type NewPodMember } from '@portal/contracts/pods';
import { ApiError } from '../../../lib/api-error';
import { api } from '../../../session/api';

/** Adds a user to a pod, unless the user is in it. */
export async function ensurePodMember(podName: string, member: NewPodMember): Promise<void> {
  const path = `/pods/${encodeURIComponent(podName)}/members`;
  try {
    await api.call(path, podMemberSchema, { method: 'POST', body: member });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
  }
}
