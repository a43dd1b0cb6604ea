import { podMemberListSchema, type PodMember } from '@portal/contracts/pods';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WeeklyProgress } from '@portal/contracts/live';
import { useLiveValue } from '../../../live/use-live';
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
 * The members of a pod, by email. They are fetched again when the pushed week lists other members.
 * The week of users without pod-info-public-view lists only themselves, so their page polls.
 */
export function useMembers(podName: string, projectId: number | null, room: RoomStatus) {
  const pushesAll = useMay()(['pod-info-public-view']);
  const result = useQuery({
    ...membersOptions(podName),
    refetchInterval: pushesAll ? pollInterval(room) : POLL_MS,
  });
  const { data, refetch } = result;
  const pushed = useLiveValue('weekly-progress', projectId, podName, markOfWeek);
  const fetched = data && markOf(data);
  useEffect(() => {
    const behind = pushed !== undefined && fetched !== undefined && pushed !== fetched;
    if (pushesAll && behind) void refetch();
  }, [pushesAll, pushed, fetched, refetch]);
  return result;
}

/** The members of a pod, by email. */
export function membersOptions(podName: string) {
  return queryOptions({
    queryKey: membersKey(podName),
    queryFn: ({ signal }) =>
      api.call(`${podPath(podName)}/members`, podMemberListSchema, { signal }),
  });
}

/** Text that changes with each change of the members. */
function markOf(members: readonly PodMember[]): string {
  return sortedMark(
    members.map(({ user_email, user_name, role, profile_picture, timezone }) => [
      user_email,
      user_name,
      role,
      profile_picture,
      timezone,
    ]),
  );
}

function markOfWeek({ members }: WeeklyProgress): string {
  return sortedMark(
    members.map(({ email, role, user }) => [email, user.name, role, user.picture, user.timezone]),
  );
}

function sortedMark(members: readonly (readonly (string | null)[])[]): string {
  return members
    .map((member) => JSON.stringify(member))
    .toSorted()
    .join();
}
