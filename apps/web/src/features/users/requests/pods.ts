import { crudListSchema } from '@portal/contracts/crud';
import { podSchema } from '@portal/contracts/pods';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

/** Maximum number of pods that are offered. */
const MAX_PODS = 100;

const podNamesSchema = crudListSchema(podSchema.pick({ name: true }));

/** The names of the pods of a project; none without a project. */
export function usePodNames(projectId: number | undefined) {
  return useQuery(podNamesOptions(projectId));
}

function podNamesOptions(projectId: number | undefined) {
  return queryOptions({
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
