import { projectContentsSchema } from '@portal/contracts/projects';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { projectKeys } from './project-keys';

/** What deleting the project deletes with it, counted when a dialog opens. */
export function useProjectContents(projectId: number) {
  return useQuery(contentsOptions(projectId));
}

function contentsOptions(projectId: number) {
  return queryOptions({
    queryKey: projectKeys.contents(projectId),
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/contents`, projectContentsSchema, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
}
