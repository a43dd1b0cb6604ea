import {
  type ApiToken,
  apiTokenSchema,
  apiTokensSchema,
  createdApiTokenSchema,
  type NewApiToken,
} from '@portal/contracts/api-tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../../forms/conflict';
import { userKeys } from '../../../entities/users/api';
import { ApiError } from '../../../lib/api-error';
import { api } from '../../../session/api';

/** The API tokens of the user, newest first. */
export function useApiTokens(userId: number) {
  return useQuery({
    meta: { reads: ['api_token'] },
    queryKey: userKeys.apiTokens(userId),
    ...api.read(tokensPath(userId), apiTokensSchema),
    select: ({ items }) => items,
  });
}

/** The token as the server has it now. */
export async function fetchApiToken(userId: number, tokenId: number): Promise<ApiToken> {
  const { items } = await api.call(tokensPath(userId), apiTokensSchema);
  const current = items.find(({ id }) => id === tokenId);
  if (!current) throw new ApiError('Resource not found', { status: 404, code: 'not-found' });
  return current;
}

/** The path of the user's API tokens. */
function tokensPath(userId: number): string {
  return `/auth/admin/users/${userId}/api-tokens/`;
}

/** Creates a token. The result contains the secret and is not cached after the dialog closes. */
export function useCreateApiToken(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiToken) => api.post(tokensPath(userId), createdApiTokenSchema, body),
    gcTime: 0,
    // Not awaited: the secret is shown before the list is loaded again.
    onSettled: () => void client.invalidateQueries({ queryKey: userKeys.apiTokens(userId) }),
  });
}

/**
 * Changes name, expiry or state; refused if the token has changed since it was loaded. The request
 * always has name and state. Without a form, a toast shows why it is refused.
 */
export function useUpdateApiToken(userId: number, words: { failed?: string } = {}) {
  return useMutation({
    mutationFn: ({ before: { id, version, name, is_active }, change }: ItemChange<ApiToken>) => {
      const body = { name, is_active, ...change };
      return api.put(`/auth/api-tokens/${id}`, apiTokenSchema, body, version);
    },
    meta: {
      ...words,
      succeeded: 'API token updated successfully',
      refetches: [userKeys.apiTokens(userId)],
    },
  });
}

export function useDeleteApiToken(userId: number) {
  return useMutation({
    mutationFn: (tokenId: number) => api.delete(`/auth/api-tokens/${tokenId}`),
    meta: {
      failed: 'Failed to delete API token',
      succeeded: 'API token deleted successfully',
      refetches: [userKeys.apiTokens(userId)],
    },
  });
}
