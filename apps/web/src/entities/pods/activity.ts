import { type PodActivity, podActivitySchema, type Share } from '@portal/contracts/pod-activity';
import { formatCount, formatPercent } from '../../lib/format';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';
import { podPath } from './api';

const THROTTLE_MS = 5_000;

/** What the people of a pod reviewed and did last; fetched again after a push and when somebody claims a task. */
export function usePodActivity(podName: string, updates: LiveUpdates) {
  return useLiveQuery<PodActivity>(updates, {
    meta: { reads: ['review_claim'] },
    throttle: THROTTLE_MS,
    queryKey: ['pod-activity', podName],
    ...api.read(`${podPath(podName)}/activity`, podActivitySchema),
  });
}

/** '10.0% of 20', with the number of cases; a dash without any. */
export function shareText({ percent, of }: Share): string {
  return of === 0 ? '–' : `${formatPercent(percent)} of ${formatCount(of)}`;
}

/** '1.2 to 31.7%': where the share of many more cases would be. */
export function intervalText({ low, high }: Share): string {
  return `${low.toFixed(1)} to ${formatPercent(high)}`;
}
