import { userAccessSchema } from '@portal/contracts/user-access';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

/** The permissions of the user with their sources, in the projects that the caller sees. */
export function useUserAccess(userId: number) {
  return useQuery(userAccessOptions(userId));
}

function userAccessOptions(userId: number) {
  return queryOptions({
    meta: { reads: ['user_role', 'role', 'role_permission', 'project'] },
    queryKey: userKeys.access(userId),
    queryFn: ({ signal }) => api.call(`/auth/users/${userId}/access`, userAccessSchema, { signal }),
  });
}
