import { useMutation } from '@tanstack/react-query';
import { api } from '../../../session/api';
import type { ChangeOf } from '../members/pending-changes';
import { useChangeOptions } from './member-change';
import { podPath } from './pod-path';

/** Removes a member from a pod. */
export function useRemoveMember(podName: string) {
  return useMutation({
    ...useChangeOptions(podName),
    mutationFn: ({ email }: ChangeOf<'remove'>) =>
      api.send(`${podPath(podName)}/members`, {
        method: 'DELETE',
        body: { user_email: email },
      }),
    meta: { failed: 'Error deleting item', succeeded: 'Item deleted successfully' },
  });
}
