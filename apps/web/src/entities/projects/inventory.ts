import { projectInventorySchema } from '@portal/contracts/projects';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';

/** What the project has already; project 0 has what all have. Undefined until it is known. */
export function useInventory(projectId: number, isAsked: boolean) {
  return useQuery({
    meta: {
      reads: [
        ...(['task', 'user_role', 'pod', 'pod_member'] as const),
        ...(['pod_weekly_target', 'custom_stat'] as const),
      ],
    },
    queryKey: ['project-inventory', projectId],
    ...api.read(`/projects/${projectId}/inventory`, projectInventorySchema),
    enabled: isAsked,
    // The user comes back from the page that fills a step.
    staleTime: 0,
  }).data;
}
