import type { Stamp } from '@portal/contracts/stamp';
import { type PodStatsRow, podStatsSchema } from '@portal/contracts/task-stats';
import { parseResponse } from '../../lib/http';
import { stampIn } from '../../lib/stamp-in';
import { api } from '../../session/api';

/** Whose work is counted, and when: the start is included, the end is not. */
export interface PodStatsRequest {
  readonly projectId: number;
  /** The members of a pod; all visible users if absent. */
  readonly podName?: string | undefined;
  /** One user; all visible users if absent. */
  readonly email?: string;
  readonly start: Date;
  readonly end: Date;
}

/** Done tasks and turns by day and user, with the stamp of the project. */
export interface PodStats extends Stamp {
  readonly rows: readonly PodStatsRow[];
}

/** Fetches the work of users. The response is a list, so its stamp is in headers. */
export async function fetchPodStats(
  { projectId, podName, email, start, end }: PodStatsRequest,
  signal: AbortSignal,
): Promise<PodStats> {
  const query = {
    start_datetime: start.toISOString(),
    end_datetime: end.toISOString(),
    project_id: projectId,
    pod_name: podName,
    member_emails: email,
  };
  const response = await api.send('/tasks/pod-stats', { query, signal });
  return {
    ...stampIn(response.headers),
    rows: parseResponse(await response.text(), podStatsSchema, response.status),
  };
}
