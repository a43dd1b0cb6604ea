import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../session/api';
import { sundayOf } from '../week/weeks';
import { TARGETS_PATH, targetSchema, targetsKey, type Target } from './targets';
import { weeklyProgressKey } from './weekly-progress';

/** What a user enters. */
export interface TargetValues {
  readonly week_start_date: string;
  readonly daily_tasks_target: number;
  readonly daily_turns_target: number;
}

/**
 * Creates a target, or changes the fields of `before` that differ. The form shows a failure,
 * because the server names the fields.
 */
export function useSaveTarget(podName: string, before: Target | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: TargetValues) =>
      before ? patchTarget(before, values) : postTarget(podName, values),
    meta: { succeeded: before ? 'Item updated successfully' : 'Item created successfully' },
    onSettled: () => reloadTargets(client, podName),
  });
}

/** Creates a target without a form; a toast shows a failure. */
export function useCreateTarget(podName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: TargetValues) => postTarget(podName, values),
    meta: { failed: 'Error creating item', succeeded: 'Item created successfully' },
    onSettled: () => reloadTargets(client, podName),
  });
}

/** Loads everything again that depends on the targets. */
export async function reloadTargets(client: QueryClient, podName: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: targetsKey(podName) }),
    client.invalidateQueries({ queryKey: weeklyProgressKey(podName) }),
    client.invalidateQueries({ queryKey: ['weekly-history', podName] }),
  ]);
}

/** The changed fields. A target that moves to another week ends on its Sunday. */
export function changesOf(before: Target, values: TargetValues): Record<string, string | number> {
  const changed: Record<string, string | number> = {};
  if (values.week_start_date !== before.week_start_date) {
    changed['week_start_date'] = values.week_start_date;
    changed['week_end_date'] = sundayOf(values.week_start_date);
  }
  for (const field of ['daily_tasks_target', 'daily_turns_target'] as const) {
    if (values[field] !== before[field]) changed[field] = values[field];
  }
  return changed;
}

function postTarget(podName: string, values: TargetValues) {
  const { week_start_date, daily_tasks_target, daily_turns_target } = values;
  return api.call(TARGETS_PATH, targetSchema, {
    method: 'POST',
    body: { pod_name: podName, week_start_date, daily_tasks_target, daily_turns_target },
  });
}

/** Refused if the target has changed since it was opened. */
function patchTarget(before: Target, values: TargetValues) {
  return api.call(`${TARGETS_PATH}${before.id}`, targetSchema, {
    method: 'PATCH',
    body: changesOf(before, values),
    headers: { 'if-match': `"${before.version}"` },
  });
}
