import { type Project, projectSchema, type ProjectUpdate } from '@portal/contracts/projects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStale } from '../../../crud/form/conflict';
import { api } from '../../../session/api';
import { showToast } from '../../../ui/toast-store';
import { projectKeys } from './project-keys';

interface ProjectChange {
  /** The project that the change is based on; it is refused if the project has changed since. */
  readonly before: Project;
  readonly change: ProjectUpdate;
}

/** Changes fields of a project. The form shows why it is refused. */
export function useUpdateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before: { id, version }, change }: ProjectChange) =>
      api.call(`/projects/${id}`, projectSchema, {
        method: 'PUT',
        body: change,
        headers: { 'if-match': `"${version}"` },
      }),
    meta: { succeeded: 'Project updated successfully' },
    onError: (error) => {
      // The form offers a choice instead.
      if (!isStale(error)) showToast('Failed to update project', { type: 'error' });
    },
    onSuccess: (project) => {
      client.setQueryData(projectKeys.one(project.id), project);
      void client.invalidateQueries({ queryKey: projectKeys.own });
      void client.invalidateQueries({ queryKey: projectKeys.pages });
    },
  });
}
