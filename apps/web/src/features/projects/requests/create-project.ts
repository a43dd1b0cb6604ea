import { projectSchema } from '@portal/contracts/projects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Fields } from '../../../forms/conflict';
import { api } from '../../../session/api';
import { projectKeys } from './project-keys';

/** Creates a project without its empty fields, which the server completes. The form shows why it is refused. */
export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: Fields) => {
      const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      return api.call('/projects/', projectSchema, { method: 'POST', body });
    },
    meta: { succeeded: 'Project created successfully' },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: projectKeys.own }),
        client.invalidateQueries({ queryKey: projectKeys.pages }),
      ]),
  });
}
