import { batchesAnswerSchema, deliveryStatsSchema } from '@portal/contracts/dashboard';
import { type DeliveryMetric, deliveryTasksSchema } from '@portal/contracts/delivery-tasks';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import type { OverviewQuery } from '../../entities/batches/filters';
import { BATCHES_THROTTLE_MS } from '../../entities/batches/use-project-filters';

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
  updates: LiveUpdates,
) {
  return useLiveQuery(updates, {
    // Each task has the name of its project.
    meta: { reads: ['project'] },
    queryKey: ['delivery-tasks', projectId, query] as const,
    throttle: THROTTLE_MS,
    ...api.read(`/projects/${projectId}/delivery-stats/tasks`, deliveryTasksSchema, {
      ...query,
      size: TASKS_PAGE_SIZE,
    }),
  });
}

/** Every batch of the project, for the batch filter. */
export function useBatches(projectId: number, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    queryKey: ['batches', projectId],
    ...api.read(`/projects/${projectId}/batches`, batchesAnswerSchema),
    poll: false,
    throttle: BATCHES_THROTTLE_MS,
  });
}
