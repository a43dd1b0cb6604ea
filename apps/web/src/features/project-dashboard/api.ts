import { overviewSchema } from '@portal/contracts/dashboard';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import type { OverviewQuery } from '../../entities/batches/filters';

/** Key of every overview of a project, regardless of filters. */
export function overviewsKey(projectId: number) {
  return ['overview', projectId] as const;
}

/**
 * The overview with these filters. Fetched again when a pushed state is newer, and polled without
 * live updates.
 */
export function useOverview(projectId: number, query: OverviewQuery, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    queryKey: [...overviewsKey(projectId), query] as const,
    ...api.read(`/projects/${projectId}/overview`, overviewSchema, { ...query }),
  });
}
