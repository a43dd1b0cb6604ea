import { taskHistorySchema, type TaskHistoryQuery } from '@portal/contracts/task-history';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

/** One page of the changes of a task, the newest first. */
export function useTaskHistory(taskId: string, query: TaskHistoryQuery) {
  return useQuery(historyOf(taskId, query));
}

/**
 * The newest changes of a task.
 * @param revision of the task that is shown: what another one has changed is requested again
 */
export function useNewestChanges(taskId: number, size: number, revision: number) {
  const { queryKey, ...options } = historyOf(String(taskId), { page: 1, size });
  return useQuery({
    ...options,
    queryKey: [...queryKey, revision],
    placeholderData: keepPreviousData,
  });
}

function historyOf(taskId: string, { field, ...page }: TaskHistoryQuery) {
  const query = { ...page, ...(field !== undefined && { field }) };
  return {
    // A change on another page must be there when the user comes back.
    staleTime: 0,
    meta: { reads: ['task'] },
    queryKey: ['task-history', taskId, query],
    ...api.read(
      `/tasks/tasks-crud/${encodeURIComponent(taskId)}/history`,
      taskHistorySchema,
      query,
    ),
  } as const;
}
