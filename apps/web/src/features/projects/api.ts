import { roleTitle } from '../../ui/role-chip';
import {
  type FullProject,
  fullProjectSchema,
  type Project,
  projectContentsSchema,
  projectMemberSchema,
  projectUserSchema,
} from '@portal/contracts/projects';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Fields, ItemChange } from '../../forms/conflict';
import { refetchReaders } from '../../lib/invalidate';
import { api } from '../../session/api';
import { useProjectStore } from '../../lib/project-store';
import { showToast } from '../../ui/toast-store';
import { changedRules, type RulesItem, rulesItemOf } from './rules/rules-item';

/** Path of the paged list of projects below the API. */
export const PROJECT_LIST = '/projects/list/';

/** Keys of the cached projects. */
const projectKeys = {
  one: (projectId: number) => ['project-record', projectId] as const,
  contents: (projectId: number) => ['project-record', projectId, 'contents'] as const,
};

/** One project. */
export function useProject(projectId: number) {
  return useQuery({
    meta: { reads: ['project'] },
    queryKey: projectKeys.one(projectId),
    queryFn: ({ signal }) => fetchProject(projectId, signal),
  });
}

/** The project as the server has it now. */
export function fetchProject(projectId: number, signal?: AbortSignal): Promise<FullProject> {
  return api.call(`/projects/${projectId}`, fullProjectSchema, { signal });
}

/** Creates a project without its empty fields, which the server completes. The form shows why it is refused. */
export function useCreateProject() {
  return useMutation({
    mutationFn: (fields: Fields) => {
      const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      return api.post('/projects/', fullProjectSchema, body);
    },
    meta: { succeeded: 'Project created successfully', changes: ['project'] },
  });
}

/** Changes fields of a project. The form shows why it is refused. */
export function useUpdateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before: { id, version }, change }: ItemChange<Project>) =>
      api.put(`/projects/${id}`, fullProjectSchema, change, version),
    meta: { succeeded: 'Project updated successfully' },
    onSuccess: (project) => {
      client.setQueryData(projectKeys.one(project.id), project);
      void refetchReaders(client, ['project']);
    },
  });
}

/** Changes import rules of a project. The form shows why it is refused. */
export function useUpdateImportRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ before, change }: ItemChange<RulesItem>) => {
      const body = { import_rules: changedRules(before, change) };
      const path = `/projects/${before.id}`;
      const project = await api.put(path, fullProjectSchema, body, before.version);
      client.setQueryData(projectKeys.one(project.id), project);
      return rulesItemOf(project);
    },
    meta: { succeeded: 'Import rules updated successfully', changes: ['project'] },
  });
}

/** Archives a project, or brings it back. */
export function useArchiveProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isArchived }: { readonly id: number; readonly isArchived: boolean }) =>
      api.call(`/projects/${id}/archive`, fullProjectSchema, {
        method: isArchived ? 'POST' : 'DELETE',
      }),
    meta: { failed: 'Failed to archive project' },
    onSuccess: (project) => {
      showToast(project.archived_at === null ? 'Project is back' : 'Project archived', {
        type: 'success',
      });
      client.setQueryData(projectKeys.one(project.id), project);
      void refetchReaders(client, ['project']);
    },
  });
}

interface Deletion {
  readonly projectId: number;
  /** Also deletes what depends on the project; without it a project with contents is refused. */
  readonly force: boolean;
}

/** Deletes a project. If it is selected, the selection moves to the first remaining one. */
export function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, force }: Deletion) =>
      api.delete(`/projects/${projectId}?force=${force}`),
    meta: { succeeded: 'Project deleted successfully' },
    onError: () => showToast('Failed to delete project', { type: 'error' }),
    onSuccess: (_response, { projectId }) => {
      const { authorised, setAuthorised } = useProjectStore.getState();
      if (authorised) setAuthorised(authorised.filter((id) => id !== projectId));
      void refetchReaders(client, ['project']);
    },
  });
}

/** What deleting the project deletes with it, counted when a dialog opens. */
export function useProjectContents(projectId: number) {
  return useQuery({
    queryKey: projectKeys.contents(projectId),
    ...api.read(`/projects/${projectId}/contents`, projectContentsSchema),
    gcTime: 0,
    staleTime: 0,
  });
}

interface Assignment {
  /** The user, by id or by email. */
  readonly user: number | string;
  readonly role: string;
  /** The version of the role that this one replaces. */
  readonly replaces?: string;
}

/** Assigns a role in the project, or replaces it if it has not changed meanwhile. */
export function useAssignUser(projectId: number) {
  return useMutation({
    mutationFn: (assignment: Assignment) => post(projectId, assignment),
    meta: { changes: ['user_role'] },
    onError: () => showToast('Failed to assign user to project', { type: 'error' }),
    onSuccess: (_assigned, { role }) =>
      showToast(`Role '${roleTitle(role)}' assigned to project successfully.`, { type: 'success' }),
  });
}

async function post(projectId: number, { user, role, replaces }: Assignment): Promise<void> {
  const users = `/projects/${projectId}/users`;
  if (typeof user === 'string') {
    await api.post(users, projectMemberSchema, { email: user, role_name: role });
    return;
  }
  const path = `${users}/${user}?role_name=${encodeURIComponent(role)}`;
  await api.post(path, projectUserSchema, undefined, replaces);
}

/** Removes a user's role in the project. */
export function useRemoveUser(projectId: number) {
  return useMutation({
    mutationFn: (userId: number) => api.delete(`/projects/${projectId}/users/${userId}`),
    meta: { succeeded: 'Role removed successfully.', changes: ['user_role'] },
    onError: () => showToast('Failed to remove user from project', { type: 'error' }),
  });
}
