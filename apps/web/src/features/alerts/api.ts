import {
  type Alert,
  alertHistorySchema,
  alertListSchema,
  alertSchema,
  type NewAlert,
} from '@portal/contracts/alerts';
import { customStatListSchema } from '@portal/contracts/custom-stats';
import { itemListSchema } from '@portal/contracts/lists';
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
  readonly stats: readonly Named[];
  readonly users: readonly Named[];
  readonly roles: readonly Named[];
  readonly pods: readonly Named[];
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
  return {
    stats: stats.data ?? [],
    users: (users.data?.users ?? []).map(({ id, name, email }) => ({ id, name: name || email })),
    roles: roles.data?.items ?? [],
    pods: pods.data?.items ?? [],
  };
}
