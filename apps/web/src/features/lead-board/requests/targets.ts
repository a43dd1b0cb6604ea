import { crudItemSchema, crudListSchema } from '@portal/contracts/crud';
import { daySchema } from '@portal/contracts/scalars';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '../../../lib/api-error';
import { useConnection } from '../../../live/use-live';
import { POLL_MS } from '../../../live/use-refetch-on-push';
import { api } from '../../../session/api';

export const TARGETS_PATH = '/pod-weekly-targets/';
/** The largest page of a list: almost two years. */
const SIZE = 100;

/** A weekly target of a pod, for each of its users. */
export const targetSchema = crudItemSchema.extend({
  id: z.number().int(),
  pod_name: z.string(),
  week_start_date: daySchema,
  week_end_date: daySchema,
  daily_tasks_target: z.number().int(),
  daily_turns_target: z.number().int(),
});
export type Target = z.infer<typeof targetSchema>;

/** The newest targets of a pod, latest week first. */
export function useTargets(podName: string) {
  const isLive = useConnection().kind === 'live';
  return useQuery({
    meta: { reads: ['pod_weekly_target'] },
    queryKey: targetsKey(podName),
    queryFn: ({ signal }) => fetchTargets({ pod_name: { eq: podName } }, signal),
    refetchInterval: isLive ? false : POLL_MS,
  });
}

/** The target as the server has it now. */
export async function fetchTarget({ id }: Target): Promise<Target> {
  const { items } = await fetchTargets({ id: { eq: id } });
  const [current] = items;
  if (!current) throw new ApiError('Resource not found', { status: 404, code: 'not-found' });
  return current;
}

function fetchTargets(filters: object, signal?: AbortSignal) {
  return api.call(TARGETS_PATH, crudListSchema(targetSchema), {
    query: {
      size: SIZE,
      sort_by: 'week_start_date',
      sort_order: 'desc',
      filters: JSON.stringify(filters),
    },
    signal,
  });
}

export function targetsKey(podName: string) {
  return ['weekly-targets', podName] as const;
}
