import { reviewStatsSchema } from '@portal/contracts/task-stats';
import { lastMidnight, nextMidnight } from '@portal/domain/periods';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { parseResponse } from '../../../lib/http';
import { stampIn } from '../../../lib/stamp-in';
import { api } from '../../../session/api';

/** Polling interval without live updates. Polled numbers are younger than 30 s, which is stale. */
const POLL_MS = 15_000;

/** The counters of a pod's desk on one day of the reporting zone. */
export interface DeskOfDay {
  /** The project of the pod: the response has its stamp, as the pushed counters have. */
  readonly projectId: number;
  readonly podName: string;
  readonly day: string;
  readonly zone: string;
}

/**
 * The counters of a pod's desk from the API.
 * @param isLive pushed states arrive: nothing is requested
 */
export function useReviewStats(desk: DeskOfDay, isLive: boolean) {
  return useQuery({
    ...reviewStatsOptions(desk),
    enabled: !isLive,
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
}

function reviewStatsOptions({ projectId, podName, day, zone }: DeskOfDay) {
  return queryOptions({
    queryKey: ['pod-review-stats', projectId, podName, day, zone],
    queryFn: ({ signal }) => fetchCounters(projectId, podName, zone, signal),
  });
}

/** The rows by status have no stamp in the body; the headers have it. */
async function fetchCounters(
  projectId: number,
  podName: string,
  zone: string,
  signal: AbortSignal,
) {
  const now = new Date();
  const response = await api.send('/tasks/pod-review-stats', {
    query: {
      project_id: projectId,
      pod_name: podName,
      start_datetime: lastMidnight(now, zone).toISOString(),
      end_datetime: nextMidnight(now, zone).toISOString(),
    },
    signal,
  });
  const rows = parseResponse(await response.text(), reviewStatsSchema, response.status);
  const tasksOn = (desk: 'pending' | 'done') =>
    rows.reduce((sum, row) => (row.desk === desk ? sum + row.task_count : sum), 0);
  return {
    ...stampIn(response.headers),
    pending: tasksOn('pending'),
    done: tasksOn('done'),
  };
}
