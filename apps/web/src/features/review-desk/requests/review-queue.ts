import { reviewQueueSchema } from '@portal/contracts/task-stats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type LiveUpdates,
  pollInterval,
  useRefetchOnPush,
} from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

interface QueuePage {
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/**
 * One page of the tasks of a pod that wait for a first review, oldest first; fetched again after a
 * push.
 */
export function useReviewQueue(podName: string, page: QueuePage, { room, pushed }: LiveUpdates) {
  const result = useQuery({
    ...reviewQueueOptions(podName, page),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}

function reviewQueueOptions(podName: string, { page, size }: QueuePage) {
  return queryOptions({
    queryKey: ['review-queue', podName, page, size],
    queryFn: ({ signal }) =>
      api.call('/tasks/review-queue', reviewQueueSchema, {
        query: { pod_name: podName, page, size },
        signal,
      }),
  });
}
