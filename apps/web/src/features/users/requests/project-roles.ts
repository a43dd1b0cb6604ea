import { projectRolesSchema } from '@portal/contracts/user-access';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

/** The roles of the user in the projects that the caller sees. */
export function useProjectRoles(userId: number) {
  return useQuery(projectRolesOptions(userId));
}

function projectRolesOptions(userId: number) {
  return queryOptions({
    meta: { reads: ['user_role', 'role', 'project'] },
    queryKey: userKeys.projectRoles(userId),
    queryFn: async ({ signal }) => {
      const path = `/auth/users/${userId}/project-roles`;
      return (await api.call(path, projectRolesSchema, { signal })).data;
    },
  });
}
