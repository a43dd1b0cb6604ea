import { projectListSchema } from '@portal/contracts/projects';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '../../../lib/log';
import { api } from '../../../session/api';
import { useProjectStore } from '../../../session/project-store';
import { isAuthenticated, useSessionStore } from '../../../session/session-store';
import { projectKeys } from './project-keys';

/** The projects of the signed-in user; keeps the selection valid. */
export function useProjects() {
  const signedIn = useSessionStore(isAuthenticated);
  const query = useQuery({ ...projectsOptions(), enabled: signedIn });
  const { data, error } = query;
  useEffect(() => {
    if (data) useProjectStore.getState().setAuthorised(data);
  }, [data]);
  useEffect(() => {
    if (error) logError('Failed to fetch projects', error);
  }, [error]);
  return query;
}

function projectsOptions() {
  return queryOptions({
    meta: { reads: ['project'] },
    queryKey: projectKeys.own,
    queryFn: ({ signal }) => api.call('/projects/', projectListSchema, { signal }),
  });
}
