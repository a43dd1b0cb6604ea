import { reviewStatsSchema } from '@portal/contracts/task-stats';
import type { Stamp } from '@portal/contracts/stamp';
import { lastMidnight, nextMidnight } from '@portal/domain/periods';
import { useQuery } from '@tanstack/react-query';
import { useAbout, useReportingZone } from '../../entities/portal/use-today';
import { parseResponse } from '../../lib/http';
import { serverNow } from '../../lib/server-clock';
import { stampIn } from '../../lib/stamp-in';
import { newestOf, stateKey } from '../../live/pushed-states';
import type { RoomStatus } from '../../live/room-status';
import { api } from '../../session/api';

/** Polling interval without live updates. Polled numbers are younger than 30 s, which is stale. */
const POLL_MS = 15_000;

/** What a pod's desk counts today. */
export interface Counters extends Stamp {
  readonly pending: number;
  readonly done: number;
}

/** The counters of a pod's desk: pushed while its room is live, polled otherwise. */
export function useCounters(projectId: number, podName: string, room: RoomStatus) {
  const zone = useReportingZone();
  const { isFetched: knowsZone } = useAbout();
  return useQuery({
    queryKey: stateKey('review-counters', projectId, podName),
    queryFn: (context) =>
      newestOf<Counters>(context, fetchCounters(projectId, podName, zone, context.signal)),
    enabled: ({ state }) => knowsZone && (room.kind !== 'live' || state.data === undefined),
    refetchInterval: POLL_MS,
    staleTime: 0,
    // Equal counters of another day are other counters.
    structuralSharing: false,
  });
}

/** The rows by status have no stamp in the body; the headers have it. */
async function fetchCounters(
  projectId: number,
  podName: string,
  zone: string,
  signal: AbortSignal,
): Promise<Counters> {
  const now = new Date(serverNow());
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
