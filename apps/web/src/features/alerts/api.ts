import {
  type Alert,
  alertHistorySchema,
  alertListSchema,
  alertSchema,
  type NewAlert,
} from '@portal/contracts/alerts';
import {
  type CustomStat,
  type CustomStatResult,
  customStatListSchema,
  customStatResultSchema,
} from '@portal/contracts/custom-stats';
import { itemListSchema } from '@portal/contracts/lists';
import { choicesSchema, testSentSchema } from '@portal/contracts/notifications';
import { projectDetailsSchema } from '@portal/contracts/projects';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ItemChange } from '../../forms/conflict';
import { api } from '../../session/api';

const alertsKey = (projectId: number) => ['alerts', projectId] as const;
const pathOf = ({ project_id, id }: Pick<Alert, 'project_id' | 'id'>): string =>
  `/projects/${project_id}/alerts/${id}`;

/** The alerts of a project with their states, which follow each evaluation. */
export function useAlerts(projectId: number) {
  return useQuery({
    meta: { reads: ['alert', 'custom_stat'] },
    queryKey: alertsKey(projectId),
    ...api.read(`/projects/${projectId}/alerts/`, alertListSchema),
  });
}

/** What changed in the states of an alert, the newest first. */
export function useAlertHistory(alert: Alert) {
  return useQuery({
    meta: { reads: ['alert'] },
    queryKey: [...alertsKey(alert.project_id), alert.id, 'history'],
    ...api.read(`${pathOf(alert)}/history`, alertHistorySchema),
    staleTime: 0,
  });
}

/** Creates an alert. The form shows why it is refused. */
export function useCreateAlert(projectId: number) {
  return useMutation({
    mutationFn: (body: NewAlert) => api.post(`/projects/${projectId}/alerts/`, alertSchema, body),
    meta: { succeeded: 'The alert was created', refetches: [alertsKey(projectId)] },
  });
}

export function useUpdateAlert(projectId: number) {
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<Alert>) =>
      api.put(pathOf(before), alertSchema, change, before.version),
    meta: { succeeded: 'The alert was changed', refetches: [alertsKey(projectId)] },
  });
}

export function fetchAlert(alert: Alert): Promise<Alert> {
  return api.call(pathOf(alert), alertSchema);
}

/** Until an instant nobody is told; null ends it. */
export function useMuteAlert(projectId: number) {
  return useMutation({
    mutationFn: ({ alert, until }: { readonly alert: Alert; readonly until: string | null }) =>
      api.post(`${pathOf(alert)}/mute`, alertSchema, { until }),
    meta: { failed: 'The alert could not be muted', refetches: [alertsKey(projectId)] },
  });
}

/** Sends a test to the Slack channel of an alert. */
export function useTestAlert() {
  return useMutation({
    mutationFn: (alert: Alert) => api.post(`${pathOf(alert)}/test`, testSentSchema, {}),
    meta: { failed: 'The test could not be sent', succeeded: 'A test goes out to the channel' },
  });
}

export function useDeleteAlert(projectId: number) {
  return useMutation({
    mutationFn: (alert: Alert) => api.delete(pathOf(alert)),
    meta: {
      failed: 'The alert could not be deleted',
      succeeded: 'The alert was deleted',
      refetches: [alertsKey(projectId)],
    },
  });
}

const namedSchema = itemListSchema(z.object({ id: z.number(), name: z.string() }));

export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface AlertChoices {
  readonly stats: readonly (Named & Pick<CustomStat, 'parameters'>)[];
  readonly users: readonly Named[];
  readonly roles: readonly Named[];
  readonly pods: readonly Named[];
  /** Undefined until it is known. */
  readonly isSlackSetUp: boolean | undefined;
}

/** The statistics, users, roles and pods that the form of an alert offers: those that the user may list. */
export function useAlertChoices(projectId: number): AlertChoices {
  const filters = JSON.stringify({ project_id: { eq: projectId } });
  const stats = useQuery({
    meta: { reads: ['custom_stat'] },
    queryKey: ['custom-stats', projectId, { activeOnly: true }],
    ...api.read(`/projects/${projectId}/custom-stats/`, customStatListSchema, {
      active_only: true,
    }),
  });
  const users = useQuery({
    meta: { reads: ['user_role', 'role', 'app_user'] },
    queryKey: ['alert-choices', projectId, 'users'],
    ...api.read(`/projects/${projectId}/users`, projectDetailsSchema),
  });
  const roles = useQuery({
    meta: { reads: ['role'] },
    queryKey: ['alert-choices', projectId, 'roles'],
    ...api.read('/auth/roles/', namedSchema, { size: 100 }),
  });
  const pods = useQuery({
    meta: { reads: ['pod'] },
    queryKey: ['alert-choices', projectId, 'pods'],
    ...api.read('/pods/', namedSchema, { size: 100, filters }),
  });
  const channels = useQuery({
    queryKey: ['alert-choices', 'channels'],
    ...api.read('/notifications/choices', choicesSchema),
  });
  return {
    isSlackSetUp: channels.data?.channels.find(({ channel }) => channel === 'slack')?.is_set_up,
    stats: stats.data ?? [],
    users: (users.data?.users ?? []).map(({ id, name, email }) => ({ id, name: name || email })),
    roles: roles.data?.items ?? [],
    pods: pods.data?.items ?? [],
  };
}

/** The columns of the result of a statistic. */
export interface StatColumns {
  /** Undefined until they are read. */
  readonly data: CustomStatResult['columns'] | undefined;
  readonly isFailed: boolean;
}

export const columnsKey = (projectId: number, statId: number) =>
  ['alert-choices', projectId, 'columns', statId] as const;

/** Those of its last result: it runs as on its page, with the cache of results. */
export function useStatColumns(projectId: number, statId: number | undefined): StatColumns {
  const { data, isError } = useQuery({
    meta: { reads: ['custom_stat'] },
    queryKey: columnsKey(projectId, statId ?? 0),
    queryFn: ({ signal }) => fetchColumns(projectId, statId ?? 0, signal),
    enabled: statId !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return { data, isFailed: isError };
}

async function fetchColumns(
  projectId: number,
  statId: number,
  signal: AbortSignal,
): Promise<CustomStatResult['columns']> {
  const path = `/projects/${projectId}/custom-stats/${statId}/execute`;
  return (await api.call(path, customStatResultSchema, { method: 'POST', signal })).columns;
}
