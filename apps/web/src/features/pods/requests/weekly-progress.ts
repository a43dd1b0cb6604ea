import { weeklyProgressSchema } from '@portal/contracts/live';
import { useQuery } from '@tanstack/react-query';
import { newestState } from '../../../live/newest-state';
import { pushedUntil, type RoomStatus } from '../../../live/room-status';
import { useLiveState } from '../../../live/use-live';
import { pollInterval } from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';
import { podPath } from './pod-path';

/** The current week of a pod: pushed to its room, and fetched until then and while it is not live. */
export function useCurrentWeek(podName: string, projectId: number, room: RoomStatus) {
  const pushed = useLiveState('weekly-progress', projectId, podName);
  const live = room.kind === 'live' && pushed !== undefined;
  const fetched = useQuery({
    queryKey: ['pod-week', podName, projectId] as const,
    queryFn: ({ signal }) =>
      api.call(`${podPath(podName)}/weekly-progress`, weeklyProgressSchema, { signal }),
    refetchInterval: pollInterval(room),
    enabled: !live,
  });
  return {
    week: newestState(room, pushed, fetched.data),
    error: live ? null : fetched.error,
    errorUpdatedAt: fetched.errorUpdatedAt,
    /** Time of the numbers in epoch milliseconds; pushed ones are current until the loss. */
    asOf: Math.max(fetched.dataUpdatedAt, pushed ? pushedUntil(room) : 0),
    refetch: fetched.refetch,
  };
}
