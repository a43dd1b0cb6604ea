import { taskDetailSchema } from '@portal/contracts/task-detail';
import { useProjectUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';

/** A task with its reviews; fetched again when its project changes. */
export function useTask(taskId: number, projectId: number | null) {
  return useLiveQuery(useProjectUpdates(projectId), {
    staleTime: 0,
    meta: { reads: ['task', 'project', 'batch', 'review_claim'] },
    queryKey: ['task', taskId],
    ...api.read(`/tasks/${taskId}`, taskDetailSchema),
  });
}
