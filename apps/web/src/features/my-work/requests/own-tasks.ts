import { userTaskListSchema } from '@portal/contracts/task-stats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type LiveUpdates,
  pollInterval,
  useRefetchOnPush,
} from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

interface OwnTasksRequest {
  readonly email: string;
  readonly projectId: number;
  /** Tasks of one status; of every status if absent. */
  readonly status?: string;
  readonly size: number;
}

/** The newest tasks of the user in a project; fetched again when a pushed state is newer. */
export function useOwnTasks(request: OwnTasksRequest, { room, pushed }: LiveUpdates) {
  const result = useQuery({ ...ownTasksOptions(request), refetchInterval: pollInterval(room) });
  useRefetchOnPush(result, pushed);
  return result;
}

function ownTasksOptions({ email, projectId, status, size }: OwnTasksRequest) {
  return queryOptions({
    queryKey: ['own-tasks', email, projectId, status ?? null, size] as const,
    queryFn: ({ signal }) =>
      api.call(`/tasks/by-user/${encodeURIComponent(email)}`, userTaskListSchema, {
        query: { project_id: projectId, status, size },
        signal,
      }),
  });
}
