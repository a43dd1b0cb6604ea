import { roleTitle } from '../../ui/role-chip';
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
import { listKeys } from '../../lists/keys';
import { userKeys } from '../../entities/users/api';
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
    ...api.read(`/auth/users/${userId}/access`, userAccessSchema),
  });
}

/** The roles of the user in the projects that the caller sees. */
export function useProjectRoles(userId: number) {
  return useQuery({
    meta: { reads: ['user_role', 'role', 'project'] },
    queryKey: userKeys.projectRoles(userId),
    ...api.read(rolesPath(userId), projectRolesSchema),
    select: ({ data }) => data,
  });
}

function rolesPath(userId: number): string {
  return `/auth/users/${userId}/project-roles`;
}

interface RoleToAssign extends NewProjectRole {
  /** The version of the role that this one replaces. */
  readonly replaces?: string;
}

/** Assigns a role in a project, or replaces the role there if it has not changed meanwhile. */
export function useAssignRole(userId: number) {
  return useMutation({
    mutationFn: ({ replaces, ...role }: RoleToAssign) =>
      api.post(rolesPath(userId), projectRoleSchema, role, replaces),
    meta: { failed: 'Failed to assign role', changes: ['user_role'] },
    onSuccess: (_assigned, role) => showToast(assignedText(role), { type: 'success' }),
  });
}

function assignedText({ role, project_id: projectId, replaces }: RoleToAssign): string {
  if (replaces !== undefined) return 'User role assignments updated successfully';
  return projectId === ALL_PROJECTS_ID
    ? `Role '${roleTitle(role)}' assigned in all projects.`
    : `Role '${roleTitle(role)}' assigned to project successfully.`;
}

/** Removes the role in a project. */
export function useRemoveRole(userId: number) {
  return useMutation({
    mutationFn: (projectId: number) => api.delete(`${rolesPath(userId)}/${projectId}`),
    meta: {
      failed: 'Failed to remove role',
      succeeded: 'Role removed successfully.',
      changes: ['user_role'],
    },
  });
}

/** Maximum number of created permissions that are offered. */
const MAX_CREATED = 100;

/** The names of all permissions: those that the portal checks, then the created ones by name. */
export function usePermissionNames(): readonly string[] {
  const { data: created = [] } = useQuery({
    // A change in the list of permissions invalidates it.
    queryKey: [...listKeys.base('/auth/permissions/'), 'created'],
    meta: { reads: ['permission'] },
    ...api.read('/auth/permissions/', permissionListSchema, {
      size: MAX_CREATED,
      filters: JSON.stringify({ is_shipped: false }),
    }),
    select: ({ items }) => items.map(({ name }) => name),
  });
  return [...PERMISSIONS, ...created];
}

/** Onboards people in one transaction, or says in a dry run what that would do. */
export function useOnboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof onboardingSchema>) =>
      api.post('/auth/users/onboarding', onboardingResultSchema, body),
    // Lists of users, roles and members are older than these changes.
    onSuccess: ({ dry_run }) => void (dry_run || client.invalidateQueries()),
  });
}
