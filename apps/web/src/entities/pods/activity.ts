import { podActivitySchema } from '@portal/contracts/pod-activity';
import { queryOptions } from '@tanstack/react-query';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import { podPath } from './api';

const THROTTLE_MS = 5_000;

/** What the people of a pod reviewed and did last; fetched again after a push and when somebody claims a task. */
export function usePodActivity(podName: string, updates: LiveUpdates) {
  return useLiveQuery(updates, { ...activityOptions(podName), throttle: THROTTLE_MS });
}

export function activityOptions(podName: string) {
  return queryOptions({
    meta: { reads: ['review_claim'] },
    queryKey: ['pod-activity', podName],
    ...api.read(`${podPath(podName)}/activity`, podActivitySchema),
  });
}
