import { projectDetailsSchema } from '@portal/contracts/projects';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { projectKeys } from './project-keys';

/** The users with a role in the project, by email. */
export function useProjectUsers(projectId: number) {
  return useQuery(projectUsersOptions(projectId));
}

function projectUsersOptions(projectId: number) {
  return queryOptions({
    meta: { reads: ['user_role', 'role', 'app_user'] },
    queryKey: projectKeys.users(projectId),
    queryFn: async ({ signal }) => {
      const path = `/projects/${projectId}/users`;
      return (await api.call(path, projectDetailsSchema, { signal })).users;
    },
  });
}
