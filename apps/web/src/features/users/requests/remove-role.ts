import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { userKeys } from './user-keys';

/** Removes the role in a project. */
export function useRemoveRole(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (projectId: number) =>
      api.send(`/auth/users/${userId}/project-roles/${projectId}`, { method: 'DELETE' }),
    meta: { failed: 'Failed to remove role', succeeded: 'Role removed successfully.' },
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all(userId) }),
  });
}
