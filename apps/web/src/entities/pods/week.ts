import { weeklyProgressSchema } from '@portal/contracts/live';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../session/api';
import { podPath } from './api';

/** Key of the weekly progress of a pod, in any week. */
export function weeksKey(podName: string) {
  return ['weekly-progress', podName] as const;
}

/**
 * The progress of a pod in one week, the same on every page.
 * @param week the Monday of another week; null for the current one
 */
export function weekOptions(podName: string, week: string | null = null) {
  return queryOptions({
    queryKey: [...weeksKey(podName), week ?? 'current'] as const,
    queryFn: ({ signal }) =>
      api.call(`${podPath(podName)}/weekly-progress`, weeklyProgressSchema, {
        query: { week_start: week ?? undefined },
        signal,
      }),
  });
}
