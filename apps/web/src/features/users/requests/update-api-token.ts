import { apiTokenSchema, type ApiToken } from '@portal/contracts/api-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../../forms/conflict';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

/**
 * Changes name, expiry or state; refused if the token has changed since it was loaded. The request
 * always has name and state. Without a form, a toast shows why it is refused.
 */
export function useUpdateApiToken(userId: number, words: { failed?: string } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before: { id, version, name, is_active }, change }: ItemChange<ApiToken>) =>
      api.call(`/auth/api-tokens/${id}`, apiTokenSchema, {
        method: 'PUT',
        body: { name, is_active, ...change },
        headers: { 'if-match': `"${version}"` },
      }),
    meta: { ...words, succeeded: 'API token updated successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.apiTokens(userId) }),
  });
}
