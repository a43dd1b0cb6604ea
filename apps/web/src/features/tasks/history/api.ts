import { taskHistorySchema, type TaskHistoryQuery } from '@portal/contracts/task-history';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

/** One page of the changes of a task, the newest first. */
export function useTaskHistory(taskId: string, { field, ...page }: TaskHistoryQuery) {
  const query = { ...page, ...(field !== undefined && { field }) };
  return useQuery({
    // A change on another page must be there when the user comes back.
    staleTime: 0,
    meta: { reads: ['task'] },
    queryKey: ['task-history', taskId, query],
    ...api.read(
      `/tasks/tasks-crud/${encodeURIComponent(taskId)}/history`,
      taskHistorySchema,
      query,
    ),
  });
}
