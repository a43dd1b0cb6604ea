import { podMemberListSchema } from '@portal/contracts/pods';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RoomStatus } from '../../../live/room-status';
import { POLL_MS, pollInterval } from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';
import { useMay } from '../../../session/permissions';
import { podPath } from './pod-path';

/** Key of the members of a pod. */
export function membersKey(podName: string) {
  return ['pod-members', podName] as const;
}

/**
 * The members of a pod, by email. Users without pod-info-public-view hear of no change of others, so
 * their page polls.
 */
export function useMembers(podName: string, room: RoomStatus) {
  const hearsAll = useMay()(['pod-info-public-view']);
  return useQuery({
    ...membersOptions(podName),
    refetchInterval: hearsAll ? pollInterval(room) : POLL_MS,
  });
}

/** The members of a pod, by email. */
export function membersOptions(podName: string) {
  return queryOptions({
    meta: { reads: ['pod_member', 'app_user'] },
    queryKey: membersKey(podName),
    queryFn: ({ signal }) =>
      api.call(`${podPath(podName)}/members`, podMemberListSchema, { signal }),
  });
}
