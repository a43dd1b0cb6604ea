import { createdApiTokenSchema, type NewApiToken } from '@portal/contracts/api-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { tokensPath } from './api-tokens';
import { userKeys } from './user-keys';

/** Creates a token. The result contains the secret and is not cached after the dialog closes. */
export function useCreateApiToken(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiToken) =>
      api.call(tokensPath(userId), createdApiTokenSchema, { method: 'POST', body }),
    meta: { failed: 'Failed to save API token' },
    gcTime: 0,
    // Not awaited: the secret is shown before the list is loaded again.
    onSettled: () => void client.invalidateQueries({ queryKey: userKeys.apiTokens(userId) }),
  });
}
