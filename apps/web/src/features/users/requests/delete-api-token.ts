import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

export function useDeleteApiToken(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: number) => api.send(`/auth/api-tokens/${tokenId}`, { method: 'DELETE' }),
    meta: { failed: 'Failed to delete API token', succeeded: 'API token deleted successfully' },
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.apiTokens(userId) }),
  });
}
