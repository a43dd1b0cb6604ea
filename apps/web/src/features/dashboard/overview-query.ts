import { overviewSchema } from '@portal/contracts/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../session/api';
import type { OverviewQuery } from './filters';

/** Key of every overview of a project, whatever its filters. */
export function overviewsKey(projectId: number) {
  return ['overview', projectId] as const;
}

/** An overview by project and canonical filters. What was shown stays until the next one is there. */
export function overviewOptions(projectId: number, query: OverviewQuery) {
  return queryOptions({
    queryKey: [...overviewsKey(projectId), query] as const,
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/overview`, overviewSchema, { query: { ...query }, signal }),
    // Of the same project only: another project's numbers would be wrong, not old.
    placeholderData: (previous, query) => (query?.queryKey[1] === projectId ? previous : undefined),
  });
}
