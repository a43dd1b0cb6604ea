import { apiTokensSchema } from '@portal/contracts/api-tokens';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

/** The API tokens of the user, newest first. */
export function useApiTokens(userId: number) {
  return useQuery(apiTokensOptions(userId));
}

function apiTokensOptions(userId: number) {
  return queryOptions({
    meta: { reads: ['api_token'] },
    queryKey: userKeys.apiTokens(userId),
    queryFn: async ({ signal }) =>
      (await api.call(tokensPath(userId), apiTokensSchema, { signal })).items,
  });
}

/** The path of the user's API tokens. */
export function tokensPath(userId: number): string {
  return `/auth/admin/users/${userId}/api-tokens/`;
}
