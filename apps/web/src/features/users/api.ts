import { crudListSchema } from '@portal/contracts/crud';
import { onboardingResultSchema, type onboardingSchema } from '@portal/contracts/onboarding';
import { PERMISSIONS } from '@portal/contracts/permissions';
import { podSchema } from '@portal/contracts/pods';
import { permissionListSchema, roleListSchema } from '@portal/contracts/roles';
import {
  type NewProjectRole,
  projectRoleSchema,
  projectRolesSchema,
  userAccessSchema,
} from '@portal/contracts/user-access';
import { userListSchema, type UserRecord, userSchema } from '@portal/contracts/users';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { crudKeys } from '../../crud/api';
import { ApiError } from '../../lib/api-error';
import { api } from '../../session/api';
import { showToast } from '../../ui/toast-store';

/** Query keys of one user; every change of the user invalidates all of them. */
export const userKeys = {
  all: (userId: number) => ['users', userId] as const,
  user: (userId: number) => [...userKeys.all(userId), 'user'] as const,
  projectRoles: (userId: number) => [...userKeys.all(userId), 'project-roles'] as const,
  access: (userId: number) => [...userKeys.all(userId), 'access'] as const,
  apiTokens: (userId: number) => [...userKeys.all(userId), 'api-tokens'] as const,
};

export function useUser(userId: number) {
  return useQuery({
    meta: { reads: ['app_user'] },
    queryKey: userKeys.user(userId),
    queryFn: ({ signal }) => api.call(`/auth/users/${userId}`, userSchema, { signal }),
  });
}

/** The permissions of the user with their sources, in the projects that the caller sees. */
export function useUserAccess(userId: number) {
  return useQuery({
    meta: { reads: ['user_role', 'role', 'role_permission', 'project'] },
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

/** Number of users that a search offers. */
const OFFERED = 20;

/**
 * The first users whose name or email matches, by email.
 * @throws with the text for the user
 */
export async function searchUsers(
  search: string,
  signal: AbortSignal,
): Promise<readonly UserRecord[]> {
  const query = { size: OFFERED, search };
  try {
    return (await api.call('/auth/users/', userListSchema, { query, signal })).items;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 403;
    const text = isRefused
      ? 'You do not have permission to view the user list'
      : 'Failed to load users';
    throw signal.aborted ? error : new Error(text, { cause: error });
  }
}

const foundUserSchema = z.object({ email: z.string(), name: z.string() });
export type FoundUser = z.infer<typeof foundUserSchema>;
const foundUsersSchema = crudListSchema(foundUserSchema);
const MAX_USERS = 6;

/** The users whose name or email contains the text; none without a text or a permission. */
export function useFoundUsers(text: string, permitted: boolean) {
  return useQuery({
    queryKey: ['palette', 'users', text],
    queryFn: ({ signal }) =>
      api.call('/auth/users/', foundUsersSchema, {
        query: { size: MAX_USERS, sort_by: 'email', sort_order: 'asc', search: text },
        signal,
      }),
    enabled: permitted && text !== '',
    placeholderData: (previous) => (text === '' ? undefined : previous),
  });
}

/** Maximum number of roles that are offered. */
const MAX_ROLES = 100;

/** All roles with their permissions, by name. */
export function useRoles() {
  return useQuery({
    // A change in the list of roles invalidates it.
    meta: { reads: ['role', 'role_permission'] },
    queryKey: [...crudKeys.base('/auth/roles/'), 'choices'],
    queryFn: async ({ signal }) => {
      const query = { size: MAX_ROLES };
      return (await api.call('/auth/roles/', roleListSchema, { query, signal })).items;
    },
  });
}

/** Maximum number of created permissions that are offered. */
const MAX_CREATED = 100;

/** The names of all permissions: those that the portal checks, then the created ones by name. */
export function usePermissionNames(): readonly string[] {
  const { data: created = [] } = useQuery({
    // A change in the list of permissions invalidates it.
    queryKey: [...crudKeys.base('/auth/permissions/'), 'created'],
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

/** Maximum number of pods that are offered. */
const MAX_PODS = 100;

const podNamesSchema = crudListSchema(podSchema.pick({ name: true }));

/** The names of the pods of a project; none without a project. */
export function usePodNames(projectId: number | undefined) {
  return useQuery({
    queryKey: ['projects', projectId, 'pod-names'],
    queryFn:
      projectId === undefined
        ? skipToken
        : async ({ signal }) => {
            const filters = JSON.stringify({ project_id: projectId });
            const query = { size: MAX_PODS, sort_by: 'name', filters };
            const { items } = await api.call('/pods/', podNamesSchema, { query, signal });
            return items.map(({ name }) => name);
          },
  });
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
