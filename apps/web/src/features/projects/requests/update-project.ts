import { type Project, projectSchema } from '@portal/contracts/projects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../../forms/conflict';
import { api } from '../../../session/api';
import { projectKeys } from './project-keys';

/** Changes fields of a project. The form shows why it is refused. */
export function useUpdateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before: { id, version }, change }: ItemChange<Project>) =>
      api.call(`/projects/${id}`, projectSchema, {
        method: 'PUT',
        body: change,
        headers: { 'if-match': `"${version}"` },
      }),
    meta: { succeeded: 'Project updated successfully' },
    onSuccess: (project) => {
      client.setQueryData(projectKeys.one(project.id), project);
      void client.invalidateQueries({ queryKey: projectKeys.own });
      void client.invalidateQueries({ queryKey: projectKeys.pages });
    },
  });
}
