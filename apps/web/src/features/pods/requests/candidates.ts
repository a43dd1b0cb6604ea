import { podCandidateListSchema, type PodCandidate } from '@portal/contracts/pods';
import { api } from '../../../session/api';
import { podPath } from './pod-path';

const SIZE = 20;

/** Key of the searches for new members of a pod. */
export function candidatesKey(podName: string) {
  return ['pod-candidates', podName] as const;
}

/** The first users of the pod's project who can be added to the pod, by email. */
export async function fetchCandidates(
  podName: string,
  search: string,
  signal: AbortSignal,
): Promise<readonly PodCandidate[]> {
  const found = await api.call(`${podPath(podName)}/candidates`, podCandidateListSchema, {
    query: { search, size: SIZE },
    signal,
  });
  return found.items;
}
