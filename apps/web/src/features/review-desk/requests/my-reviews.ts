import { myReviewsSchema } from '@portal/contracts/task-stats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type LiveUpdates,
  pollInterval,
  useRefetchOnPush,
} from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

/** Two instants, RFC 3339; the second is excluded. */
interface Period {
  readonly start: string;
  readonly end: string;
}

/** The user's own reviews in a project by hour; fetched again after a push. */
export function useMyReviews(projectId: number, period: Period, { room, pushed }: LiveUpdates) {
  const result = useQuery({
    ...myReviewsOptions(projectId, period),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}

function myReviewsOptions(projectId: number, { start, end }: Period) {
  return queryOptions({
    queryKey: ['my-reviews', projectId, start, end],
    queryFn: ({ signal }) =>
      api.call('/tasks/my-reviews', myReviewsSchema, {
        query: { project_id: projectId, start_datetime: start, end_datetime: end },
        signal,
      }),
  });
}
