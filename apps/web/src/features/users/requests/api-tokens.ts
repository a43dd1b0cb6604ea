import { apiTokensSchema, type ApiToken } from '@portal/contracts/api-tokens';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error';
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
    queryFn: ({ signal }) => fetchApiTokens(userId, signal),
  });
}

/** The token as the server has it now. */
export async function fetchApiToken(userId: number, tokenId: number): Promise<ApiToken> {
  const current = (await fetchApiTokens(userId)).find(({ id }) => id === tokenId);
  if (!current) throw new ApiError('Resource not found', { status: 404, code: 'not-found' });
  return current;
}

async function fetchApiTokens(userId: number, signal?: AbortSignal) {
  return (await api.call(tokensPath(userId), apiTokensSchema, { signal })).items;
}

/** The path of the user's API tokens. */
export function tokensPath(userId: number): string {
  return `/auth/admin/users/${userId}/api-tokens/`;
}
