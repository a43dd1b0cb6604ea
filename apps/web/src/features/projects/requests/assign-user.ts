import { projectMemberSchema, projectUserSchema } from '@portal/contracts/projects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { crudKeys } from '../../../crud/requests/crud-keys';
import { api } from '../../../session/api';
import { showToast } from '../../../ui/toast-store';
import { projectKeys } from './project-keys';

export interface Assignment {
  /** The user, by id or by email. */
  readonly user: number | string;
  readonly role: string;
  /** The version of the role that this one replaces. */
  readonly replaces?: string;
}

/** Assigns a role in the project, or replaces it if it has not changed meanwhile. */
export function useAssignUser(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (assignment: Assignment) => post(projectId, assignment),
    onError: () => showToast('Failed to assign user to project', { type: 'error' }),
    onSuccess: (_assigned, { role }) =>
      showToast(`Role '${role}' assigned to project successfully.`, { type: 'success' }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: projectKeys.users(projectId) }),
        client.invalidateQueries({ queryKey: crudKeys.base('/auth/users/') }),
      ]),
  });
}

async function post(projectId: number, { user, role, replaces }: Assignment): Promise<void> {
  const users = `/projects/${projectId}/users`;
  if (typeof user === 'string') {
    const body = { email: user, role_name: role };
    await api.call(users, projectMemberSchema, { method: 'POST', body });
    return;
  }
  await api.call(`${users}/${user}`, projectUserSchema, {
    method: 'POST',
    query: { role_name: role },
    ...(replaces !== undefined && { headers: { 'if-match': `"${replaces}"` } }),
  });
}
