import { type Project, projectSchema } from '@portal/contracts/projects';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { projectKeys } from './project-keys';

/** One project. */
export function useProject(projectId: number) {
  return useQuery(projectOptions(projectId));
}

/** The project as the server has it now. */
export function fetchProject(projectId: number, signal?: AbortSignal): Promise<Project> {
  return api.call(`/projects/${projectId}`, projectSchema, { signal });
}

function projectOptions(projectId: number) {
  return queryOptions({
    queryKey: projectKeys.one(projectId),
    queryFn: ({ signal }) => fetchProject(projectId, signal),
  });
}
