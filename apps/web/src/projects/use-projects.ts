import { projectListSchema } from '@portal/contracts/projects';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '../lib/log';
import { api } from '../session/api';
import { isAuthenticated, useSessionStore } from '../session/session-store';
import { useProjectStore } from './project-store';

const PROJECTS_KEY = ['projects'] as const;

/** The projects of the signed-in user; keeps the selection valid. */
export function useProjects() {
  const signedIn = useSessionStore(isAuthenticated);
  const query = useQuery({
    queryKey: PROJECTS_KEY,
    queryFn: ({ signal }) => api.call('/projects/', projectListSchema, { signal }),
    enabled: signedIn,
  });
  const { data, error } = query;
  useEffect(() => {
    if (data) useProjectStore.getState().setAuthorised(data);
  }, [data]);
  useEffect(() => {
    if (error) logError('Failed to fetch projects', error);
  }, [error]);
  return query;
}
