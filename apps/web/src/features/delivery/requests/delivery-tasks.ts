import { type DeliveryMetric, deliveryTasksSchema } from '@portal/contracts/delivery-tasks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type LiveUpdates,
  pollInterval,
  useRefetchOnPush,
} from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';
import type { OverviewQuery } from '../../../ui/project-filters/filters';

/** Rows of a page. */
export const TASKS_PAGE_SIZE = 20;
/** Minimum time between two fetches after pushed states: the server reads all tasks of the number. */
const THROTTLE_MS = 3_000;

export interface DeliveryTasksQuery extends OverviewQuery {
  readonly metric: DeliveryMetric;
  /** '' for tasks without a model. */
  readonly target_model?: string;
  readonly page: number;
}

/** The tasks that a number counts; fetched again when a pushed state is newer. */
export function useDeliveryTasks(
  projectId: number,
  query: DeliveryTasksQuery,
  { room, pushed }: LiveUpdates,
) {
  const result = useQuery({
    ...deliveryTasksOptions(projectId, query),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed, THROTTLE_MS);
  return result;
}

function deliveryTasksOptions(projectId: number, query: DeliveryTasksQuery) {
  return queryOptions({
    queryKey: ['delivery-tasks', projectId, query] as const,
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/delivery-stats/tasks`, deliveryTasksSchema, {
        query: { ...query, size: TASKS_PAGE_SIZE },
        signal,
      }),
  });
}
