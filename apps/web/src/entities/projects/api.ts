import { projectListSchema, type Project } from '@portal/contracts/projects';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { logError } from '../../lib/log';
import { api } from '../../session/api';
import { useProjectStore } from '../../lib/project-store';
import { isAuthenticated, useSessionStore } from '../../session/session-store';

/** Key of the projects of the user. */
const OWN = ['projects'] as const;

/** The projects of the signed-in user, with their state. Opening a page tries again after a failure. */
export function useProjects() {
  return useQuery(useOwnOptions());
}

/**
 * The projects of the signed-in user; undefined until they are loaded. It never starts another attempt:
 * the page that waits for its outcome would close and open again with each.
 */
export function useOwnProjects(): readonly Project[] | undefined {
  return useQuery({ ...useOwnOptions(), retryOnMount: false }).data;
}

function useOwnOptions() {
  const signedIn = useSessionStore(isAuthenticated);
  return queryOptions({
    meta: { reads: ['project'] },
    queryKey: OWN,
    ...api.read('/projects/', projectListSchema),
    enabled: signedIn,
  });
}

/** One of the user's projects; undefined until they are loaded. */
export function useOwnProject(projectId: number | null): Project | undefined {
  return useOwnProjects()?.find(({ id }) => id === projectId);
}

/** The projects to choose from: archived ones are not among them. */
export function useOpenProjects(): readonly Project[] | undefined {
  const projects = useOwnProjects();
  return useMemo(() => projects?.filter(isOpen), [projects]);
}

function isOpen({ archived_at: at }: Project): boolean {
  return at === null;
}

/** The selected project; undefined until the projects are loaded, and without one. */
export function useSelectedProject(): Project | undefined {
  return useOwnProject(useProjectStore((state) => state.selectedId));
}

/** Keeps the selection among the projects of the user, for the whole tab. */
export function useValidSelection(): void {
  const { data, error } = useProjects();
  useEffect(() => {
    // The first one may become the selected one.
    const listed = data && [...data.filter(isOpen), ...data.filter((one) => !isOpen(one))];
    if (listed) useProjectStore.getState().setAuthorised(listed.map(({ id }) => id));
  }, [data]);
  useEffect(() => {
    if (error) logError('Failed to fetch projects', error);
  }, [error]);
}
