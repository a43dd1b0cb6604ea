import { myReviewsSchema } from '@portal/contracts/task-stats';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';

/** Two instants, RFC 3339; the second is excluded. */
interface Period {
  readonly start: string;
  readonly end: string;
}

/** The user's own reviews in a project by hour; fetched again after a push. */
export function useMyReviews(projectId: number, { start, end }: Period, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    queryKey: ['my-reviews', projectId, start, end],
    ...api.read('/tasks/my-reviews', myReviewsSchema, {
      project_id: projectId,
      start_datetime: start,
      end_datetime: end,
    }),
  });
}
