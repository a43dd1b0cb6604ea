import { projectRoleSchema, type NewProjectRole } from '@portal/contracts/user-access';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { showToast } from '../../../ui/toast-store';
import { userKeys } from './user-keys';

export interface RoleToAssign extends NewProjectRole {
  /** The version of the role that this one replaces. */
  readonly replaces?: string;
}

/** Assigns a role in a project, or replaces the role there if it has not changed meanwhile. */
export function useAssignRole(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: RoleToAssign) => postRole(userId, role),
    meta: { failed: 'Failed to assign role' },
    onSuccess: (_assigned, { role, replaces }) =>
      showToast(
        replaces === undefined
          ? `Role '${role}' assigned to project successfully.`
          : 'User role assignments updated successfully',
        { type: 'success' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all(userId) }),
  });
}

function postRole(userId: number, { replaces, ...body }: RoleToAssign) {
  return api.call(`/auth/users/${userId}/project-roles`, projectRoleSchema, {
    method: 'POST',
    body,
    ...(replaces !== undefined && { headers: { 'if-match': `"${replaces}"` } }),
  });
}
