import { onboardingResultSchema, type onboardingSchema } from '@portal/contracts/onboarding';
import { ALL_PROJECTS_ID, PERMISSIONS } from '@portal/contracts/permissions';
import { permissionListSchema } from '@portal/contracts/roles';
import {
  type NewProjectRole,
  projectRoleSchema,
  projectRolesSchema,
  userAccessSchema,
} from '@portal/contracts/user-access';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { crudKeys } from '../../crud/keys';
import { userKeys } from '../../entities/users/api';
import { refetchReaders } from '../../lib/invalidate';
import { api } from '../../session/api';
import { showToast } from '../../ui/toast-store';

/** The permissions of the user with their sources, in the projects that the caller sees. */
export function useUserAccess(userId: number) {
  return useQuery({
    // A role in a pod gives permissions, too.
    meta: {
      reads: ['user_role', 'role', 'role_permission', 'permission', 'project', 'pod_member', 'pod'],
    },
    queryKey: userKeys.access(userId),
    queryFn: ({ signal }) => api.call(`/auth/users/${userId}/access`, userAccessSchema, { signal }),
  });
}

/** The roles of the user in the projects that the caller sees. */
export function useProjectRoles(userId: number) {
  return useQuery({
    meta: { reads: ['user_role', 'role', 'project'] },
    queryKey: userKeys.projectRoles(userId),
    queryFn: async ({ signal }) => {
      const path = `/auth/users/${userId}/project-roles`;
      return (await api.call(path, projectRolesSchema, { signal })).data;
    },
  });
}

interface RoleToAssign extends NewProjectRole {
  /** The version of the role that this one replaces. */
  readonly replaces?: string;
}

/** Assigns a role in a project, or replaces the role there if it has not changed meanwhile. */
export function useAssignRole(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: RoleToAssign) => postRole(userId, role),
    meta: { failed: 'Failed to assign role' },
    onSuccess: (_assigned, role) => showToast(assignedText(role), { type: 'success' }),
    onSettled: () => refetchReaders(client, ['user_role']),
  });
}

function assignedText({ role, project_id: projectId, replaces }: RoleToAssign): string {
  if (replaces !== undefined) return 'User role assignments updated successfully';
  return projectId === ALL_PROJECTS_ID
    ? `Role '${role}' assigned in all projects.`
    : `Role '${role}' assigned to project successfully.`;
}

function postRole(userId: number, { replaces, ...body }: RoleToAssign) {
  return api.call(`/auth/users/${userId}/project-roles`, projectRoleSchema, {
    method: 'POST',
    body,
    ...(replaces !== undefined && { headers: { 'if-match': `"${replaces}"` } }),
  });
}

/** Removes the role in a project. */
export function useRemoveRole(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (projectId: number) =>
      api.send(`/auth/users/${userId}/project-roles/${projectId}`, { method: 'DELETE' }),
    meta: { failed: 'Failed to remove role', succeeded: 'Role removed successfully.' },
    onSettled: () => refetchReaders(client, ['user_role']),
  });
}

/** Maximum number of created permissions that are offered. */
const MAX_CREATED = 100;

/** The names of all permissions: those that the portal checks, then the created ones by name. */
export function usePermissionNames(): readonly string[] {
  const { data: created = [] } = useQuery({
    // A change in the list of permissions invalidates it.
    queryKey: [...crudKeys.base('/auth/permissions/'), 'created'],
    meta: { reads: ['permission'] },
    queryFn: async ({ signal }) => {
      const query = { size: MAX_CREATED, filters: JSON.stringify({ is_shipped: false }) };
      const { items } = await api.call('/auth/permissions/', permissionListSchema, {
        query,
        signal,
      });
      return items.map(({ name }) => name);
    },
  });
  return [...PERMISSIONS, ...created];
}

/** Onboards people in one transaction, or says in a dry run what that would do. */
export function useOnboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof onboardingSchema>) =>
      api.call('/auth/users/onboarding', onboardingResultSchema, { method: 'POST', body }),
    // Lists of users, roles and members are older than these changes.
    onSuccess: ({ dry_run }) => void (dry_run || client.invalidateQueries()),
  });
}
