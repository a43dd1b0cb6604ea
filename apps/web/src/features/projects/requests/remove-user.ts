import { useMutation, useQueryClient } from '@tanstack/react-query';
import { crudKeys } from '../../../crud/requests/crud-keys';
import { api } from '../../../session/api';
import { showToast } from '../../../ui/toast-store';
import { projectKeys } from './project-keys';

/** Removes a user's role in the project. */
export function useRemoveUser(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: number) =>
      api.send(`/projects/${projectId}/users/${userId}`, { method: 'DELETE' }),
    meta: { succeeded: 'Role removed successfully.' },
    onError: () => showToast('Failed to remove user from project', { type: 'error' }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: projectKeys.users(projectId) }),
        client.invalidateQueries({ queryKey: crudKeys.base('/auth/users/') }),
      ]),
  });
}
