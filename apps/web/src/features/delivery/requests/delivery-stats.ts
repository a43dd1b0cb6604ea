import { deliveryStatsSchema } from '@portal/contracts/dashboard';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type LiveUpdates,
  pollInterval,
  useRefetchOnPush,
} from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';
import type { OverviewQuery } from '../../../ui/project-filters/filters';

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
    ...deliveryOptions(projectId, query),
    refetchInterval: pollInterval(room),
  });
  useRefetchOnPush(result, pushed);
  return result;
}

function deliveryOptions(projectId: number, query: OverviewQuery) {
  return queryOptions({
    queryKey: [...deliveryKey(projectId), query] as const,
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/delivery-stats`, deliveryStatsSchema, {
        query: { ...query, include_model_breakdown: true },
        signal,
      }),
  });
}
