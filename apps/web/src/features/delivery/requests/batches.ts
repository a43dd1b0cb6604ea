import { batchesAnswerSchema } from '@portal/contracts/dashboard';
import type { DashboardChanged } from '@portal/contracts/live';
import { useQuery } from '@tanstack/react-query';
import { useRefetchOnPush } from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

/** Every batch of the project, for the batch filter. */
export function useBatches(projectId: number, pushed: DashboardChanged | undefined) {
  const result = useQuery({
    queryKey: ['batches', projectId],
    queryFn: ({ signal }) =>
      api.call(`/projects/${projectId}/batches`, batchesAnswerSchema, { signal }),
  });
  useRefetchOnPush(result, pushed);
  return result;
}
