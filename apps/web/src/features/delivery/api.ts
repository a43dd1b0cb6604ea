import { deliveryStatsSchema } from '@portal/contracts/dashboard';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import type { OverviewQuery } from '../../entities/batches/filters';

/** Key of the delivery statistics of a project, regardless of filters. */
export function deliveryKey(projectId: number) {
  return ['delivery-stats', projectId] as const;
}

/** Delivery statistics with the breakdown by model; fetched again when a pushed state is newer. */
export function useDeliveryStats(projectId: number, query: OverviewQuery, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    queryKey: [...deliveryKey(projectId), query] as const,
    ...api.read(`/projects/${projectId}/delivery-stats`, deliveryStatsSchema, {
      ...query,
      include_model_breakdown: true,
    }),
  });
}
