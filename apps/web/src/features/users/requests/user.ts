import { userSchema } from '@portal/contracts/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

export function useUser(userId: number) {
  return useQuery(userOptions(userId));
}

function userOptions(userId: number) {
  return queryOptions({
    meta: { reads: ['app_user'] },
    queryKey: userKeys.user(userId),
    queryFn: ({ signal }) => api.call(`/auth/users/${userId}`, userSchema, { signal }),
  });
}
