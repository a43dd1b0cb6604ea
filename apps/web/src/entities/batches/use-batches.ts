import { batchesAnswerSchema } from '@portal/contracts/dashboard';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import { BATCHES_THROTTLE_MS } from './use-project-filters';

/**
 * Every batch of the project, for the batch filter.
 * @param enabled whether the page has one
 */
export function useBatches(projectId: number, updates: LiveUpdates, enabled = true) {
  return useLiveQuery(updates, {
    queryKey: ['batches', projectId],
    ...api.read(`/projects/${projectId}/batches`, batchesAnswerSchema),
    enabled,
    poll: false,
    throttle: BATCHES_THROTTLE_MS,
  });
}
