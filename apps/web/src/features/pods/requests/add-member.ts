import { podMemberSchema } from '@portal/contracts/pods';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../session/api';
import type { ChangeOf } from '../members/pending-changes';
import { useChangeOptions } from './member-change';
import { podPath } from './pod-path';

/** Adds a user to a pod. */
export function useAddMember(podName: string) {
  return useMutation({
    ...useChangeOptions(podName),
    mutationFn: ({ user, role }: ChangeOf<'add'>) =>
      api.call(`${podPath(podName)}/members`, podMemberSchema, {
        method: 'POST',
        body: { user_email: user.user_email, role },
      }),
    meta: { failed: 'Error creating item', succeeded: 'Item created successfully' },
  });
}
