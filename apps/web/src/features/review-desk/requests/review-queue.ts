import { reviewQueueSchema } from '@portal/contracts/task-stats';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { RoomStatus } from '../../../live/room-status';
import { pollInterval, useRefetchOnPush } from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

export const QUEUE_PAGE = 10;

interface LiveUpdates {
  readonly room: RoomStatus;
  /** Revision of the newest pushed state. */
  readonly pushed: number | undefined;
}

/**
 * One page of the tasks of a pod that wait for a first review, oldest first; fetched again after a
 * push.
 * @param page from 1
 */
export function useReviewQueue(podName: string, page: number, { room, pushed }: LiveUpdates) {
  const result = useQuery({
    ...reviewQueueOptions(podName, page),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}

function reviewQueueOptions(podName: string, page: number) {
  return queryOptions({
    queryKey: ['review-queue', podName, page],
    queryFn: ({ signal }) =>
      api.call('/tasks/review-queue', reviewQueueSchema, {
        query: { pod_name: podName, page, size: QUEUE_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
