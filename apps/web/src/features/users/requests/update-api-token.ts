import { apiTokenSchema, type ApiToken, type ApiTokenUpdate } from '@portal/contracts/api-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

interface TokenChange {
  readonly token: ApiToken;
  readonly update: ApiTokenUpdate;
}

/**
 * Changes name, expiry or state; refused if the token has changed since it was loaded. The request
 * always has name and state.
 */
export function useUpdateApiToken(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ token: { id, version, name, is_active }, update }: TokenChange) =>
      api.call(`/auth/api-tokens/${id}`, apiTokenSchema, {
        method: 'PUT',
        body: { name, is_active, ...update },
        headers: { 'if-match': `"${version}"` },
      }),
    meta: { failed: 'Failed to save API token', succeeded: 'API token updated successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.apiTokens(userId) }),
  });
}
