import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../../forms/conflict';
import { api } from '../../../session/api';
import { TARGETS_PATH, targetSchema, targetsKey, type Target } from './targets';
import { weeklyProgressKey } from './weekly-progress';

/** What a user enters. */
export interface TargetValues {
  readonly week_start_date: string;
  readonly daily_tasks_target: number;
  readonly daily_turns_target: number;
}

/** Changes fields of a target. The form shows why it is refused. */
export function useUpdateTarget(podName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<Target>) =>
      api.call(`${TARGETS_PATH}${before.id}`, targetSchema, {
        method: 'PATCH',
        body: change,
        headers: { 'if-match': `"${before.version}"` },
      }),
    meta: { succeeded: 'Item updated successfully' },
    onSettled: () => reloadTargets(client, podName),
  });
}

/** Creates a target; without a form, a toast shows why it is refused. */
export function useCreateTarget(podName: string, words: { failed?: string } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: TargetValues) => postTarget(podName, values),
    meta: { ...words, succeeded: 'Item created successfully' },
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

function postTarget(podName: string, values: TargetValues) {
  const { week_start_date, daily_tasks_target, daily_turns_target } = values;
  return api.call(TARGETS_PATH, targetSchema, {
    method: 'POST',
    body: { pod_name: podName, week_start_date, daily_tasks_target, daily_turns_target },
  });
}
