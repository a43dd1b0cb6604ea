import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { projectDetailsSchema } from '@portal/contracts/projects';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProjectStore } from '../../lib/project-store';
import { api } from '../../session/api';
import { useMay } from '../../session/permissions';

/** The users with a role in the project, by email. */
export function useProjectUsers(projectId: number) {
  return useQuery(projectUsersOptions(projectId));
}

/**
 * Loads the users of the selected project for the pages that show them, if the user may see them.
 * Project 0 has none.
 */
export function useUsersOfSelected(): void {
  const client = useQueryClient();
  const projectId = useProjectStore((state) => (state.authorised ? state.selectedId : null));
  const isSeen = useMay()(['user-view', 'project-manage']);
  useEffect(() => {
    if (!isSeen || projectId === null || projectId === ALL_PROJECTS_ID) return;
    void client.prefetchQuery({ ...projectUsersOptions(projectId), staleTime: 'static' });
  }, [client, projectId, isSeen]);
}

function projectUsersOptions(projectId: number) {
  return queryOptions({
    meta: { reads: ['user_role', 'role', 'app_user'] },
    queryKey: projectUsersKey(projectId),
    ...api.read(`/projects/${projectId}/users`, projectDetailsSchema),
    select: ({ users }) => users,
  });
}

const projectUsersKey = (projectId: number) => ['project-record', projectId, 'users'] as const;
