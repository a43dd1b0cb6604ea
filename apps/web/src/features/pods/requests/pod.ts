import { podSchema } from '@portal/contracts/pods';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { podPath } from './pod-path';

/** Key of a pod. */
export function podKey(podName: string) {
  return ['pod', podName] as const;
}

/** A pod with its project. */
export function usePodByName(podName: string) {
  return useQuery({
    meta: { reads: ['pod'] },
    queryKey: podKey(podName),
    queryFn: ({ signal }) => api.call(podPath(podName), podSchema, { signal }),
    // A description changes without a push.
    refetchOnWindowFocus: true,
  });
}
