import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { useProjectStore } from '../../../session/project-store';
import { showToast } from '../../../ui/toast-store';
import { projectKeys } from './project-keys';

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
      api.send(`/projects/${projectId}`, { method: 'DELETE', query: { force } }),
    meta: { succeeded: 'Project deleted successfully' },
    onError: () => showToast('Failed to delete project', { type: 'error' }),
    onSuccess: (_response, { projectId }) => {
      const { authorised, setAuthorised } = useProjectStore.getState();
      if (authorised) setAuthorised(authorised.filter(({ id }) => id !== projectId));
      void client.invalidateQueries({ queryKey: projectKeys.own });
      void client.invalidateQueries({ queryKey: projectKeys.pages });
    },
  });
}
