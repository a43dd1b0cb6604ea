import { overviewSchema } from '@portal/contracts/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../session/api';
import type { OverviewQuery } from './filters';

/** Key of every overview of a project, regardless of filters. */
export function overviewsKey(projectId: number) {
  return ['overview', projectId] as const;
}

/**
 * An overview by project and canonical filters. The previous one stays visible until the next is
 * loaded.
 */
export function overviewOptions(projectId: number, query: OverviewQuery) {
  return queryOptions({
    queryKey: [...overviewsKey(projectId), query] as const,
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/overview`, overviewSchema, { query: { ...query }, signal }),
    // Only of the same project: numbers of another project would be wrong.
    placeholderData: (previous, query) => (query?.queryKey[1] === projectId ? previous : undefined),
  });
}
