import { batchesAnswerSchema, deliveryStatsSchema } from '@portal/contracts/dashboard';
import { type DeliveryMetric, deliveryTasksSchema } from '@portal/contracts/delivery-tasks';
import type { DashboardChanged } from '@portal/contracts/live';
import { useQuery } from '@tanstack/react-query';
import { type LiveUpdates, pollInterval, useRefetchOnPush } from '../../live/use-refetch-on-push';
import { api } from '../../session/api';
import type { OverviewQuery } from '../../entities/batches/filters';

/** Key of the delivery statistics of a project, regardless of filters. */
export function deliveryKey(projectId: number) {
  return ['delivery-stats', projectId] as const;
}

/** Delivery statistics with the breakdown by model; fetched again when a pushed state is newer. */
export function useDeliveryStats(
  projectId: number,
  query: OverviewQuery,
  { room, pushed }: LiveUpdates,
) {
  const result = useQuery({
    queryKey: [...deliveryKey(projectId), query] as const,
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/delivery-stats`, deliveryStatsSchema, {
        query: { ...query, include_model_breakdown: true },
        signal,
      }),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}

/** Rows of a page. */
export const TASKS_PAGE_SIZE = 20;
/** Minimum time between two fetches after pushed states: the server reads all tasks of the number. */
const THROTTLE_MS = 3_000;

interface DeliveryTasksQuery extends OverviewQuery {
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
    queryKey: ['delivery-tasks', projectId, query] as const,
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/delivery-stats/tasks`, deliveryTasksSchema, {
        query: { ...query, size: TASKS_PAGE_SIZE },
        signal,
      }),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed, THROTTLE_MS);
  return result;
}

/** Every batch of the project, for the batch filter. */
export function useBatches(projectId: number, pushed: DashboardChanged | undefined) {
  const result = useQuery({
    queryKey: ['batches', projectId],
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/batches`, batchesAnswerSchema, { signal }),
  });
  useRefetchOnPush(result, pushed);
  return result;
}
