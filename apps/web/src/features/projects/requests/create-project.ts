import { type NewProject, projectSchema } from '@portal/contracts/projects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { showToast } from '../../../ui/toast-store';
import { projectKeys } from './project-keys';

/** Creates a project. The form shows why it is refused. */
export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewProject) =>
      api.call('/projects/', projectSchema, { method: 'POST', body }),
    meta: { succeeded: 'Project created successfully' },
    onError: () => showToast('Failed to create project', { type: 'error' }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: projectKeys.own }),
        client.invalidateQueries({ queryKey: projectKeys.pages }),
      ]),
  });
}
