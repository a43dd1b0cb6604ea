import { useMutation } from '@tanstack/react-query';
import { api } from '../../../session/api';
import type { ChangeOf } from '../members/pending-changes';
import { useChangeOptions } from './member-change';
import { podPath } from './pod-path';

/** Changes the role of a member. */
export function useChangeRole(podName: string) {
  return useMutation({
    ...useChangeOptions(podName),
    mutationFn: ({ email, role }: ChangeOf<'role'>) =>
      api.send(`${podPath(podName)}/members`, {
        method: 'PATCH',
        body: { user_email: email, role },
      }),
    meta: { failed: 'Error updating item', succeeded: 'Item updated successfully' },
  });
}
