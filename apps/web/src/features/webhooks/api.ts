import {
  createdWebhookSchema,
  type DeliveriesQuery,
  deliveryDetailSchema,
  deliveryLogSchema,
  type NewWebhook,
  type Replay,
  replayedSchema,
  testedSchema,
  type Webhook,
  webhookListSchema,
  webhookSchema,
  type WebhookUpdate,
} from '@portal/contracts/webhooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { plural } from '../../lib/format';
import { api } from '../../session/api';
import { showToast } from '../../ui/toast-store';

const pathOf = (projectId: number) => `/projects/${projectId}/webhooks`;
const pathOfOne = ({ project_id, id }: Webhook) => `${pathOf(project_id)}/${id}`;
const WEBHOOKS = ['webhooks'] as const;
const CHANGES = { refetches: [WEBHOOKS] } as const;
/** How often the log of a webhook is read while it is open, in milliseconds. */
const LOG_MS = 3_000;

export function useWebhooks(projectId: number) {
  return useQuery({
    queryKey: [...WEBHOOKS, projectId],
    ...api.read(pathOf(projectId), webhookListSchema),
    // No change of it is announced.
    staleTime: 0,
  });
}

/** The dialog shows a refusal. */
export function useSaveWebhook(projectId: number, webhook: Webhook | undefined) {
  return useMutation({
    mutationFn: (fields: Omit<NewWebhook, 'is_enabled'>) =>
      webhook
        ? api.put(pathOfOne(webhook), webhookSchema, fields)
        : api.post(pathOf(projectId), createdWebhookSchema, fields),
    meta: { ...(webhook && { succeeded: 'Webhook saved' }), ...CHANGES },
  });
}

export function useChangeWebhook() {
  return useMutation({
    mutationFn: ({ webhook, ...update }: WebhookUpdate & { readonly webhook: Webhook }) =>
      api.put(pathOfOne(webhook), webhookSchema, update),
    meta: { failed: 'The webhook could not be changed', ...CHANGES },
  });
}

export function useDeleteWebhook() {
  return useMutation({
    mutationFn: (webhook: Webhook) => api.delete(pathOfOne(webhook)),
    meta: { failed: 'The webhook could not be deleted', succeeded: 'Webhook deleted', ...CHANGES },
  });
}

export function useRotateSecret(webhook: Webhook) {
  return useMutation({
    mutationFn: (overlapHours: number) =>
      api.post(`${pathOfOne(webhook)}/secret`, createdWebhookSchema, {
        overlap_hours: overlapHours,
      }),
    meta: { failed: 'The secret could not be replaced', ...CHANGES },
  });
}

export function useTestWebhook() {
  return useMutation({
    mutationFn: (webhook: Webhook) => api.post(`${pathOfOne(webhook)}/test`, testedSchema, {}),
    meta: {
      failed: 'The test could not be sent',
      succeeded: 'The test is on its way; the log has its answer',
      ...CHANGES,
    },
  });
}

export function useDeliveryLog(
  webhook: Webhook,
  { state, after }: { readonly state: DeliveriesQuery['state']; readonly after: string | null },
) {
  return useQuery({
    queryKey: [...WEBHOOKS, webhook.project_id, webhook.id, 'log', state ?? null, after],
    ...api.read(`${pathOfOne(webhook)}/deliveries`, deliveryLogSchema, {
      ...(state !== undefined && { state }),
      ...(after !== null && { after }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: LOG_MS,
  });
}

export function useDelivery(webhook: Webhook, eventId: string) {
  return useQuery({
    queryKey: [...WEBHOOKS, webhook.project_id, webhook.id, 'delivery', eventId],
    ...api.read(`${pathOfOne(webhook)}/deliveries/${eventId}`, deliveryDetailSchema),
    refetchInterval: LOG_MS,
  });
}

export function useReplay(webhook: Webhook) {
  return useMutation({
    mutationFn: (eventId: string) =>
      api.post(`${pathOfOne(webhook)}/deliveries/${eventId}/replay`, deliveryDetailSchema, {}),
    meta: { failed: 'It could not be sent again', ...CHANGES },
  });
}

export function useReplayRange(webhook: Webhook) {
  return useMutation({
    mutationFn: (range: Replay) => api.post(`${pathOfOne(webhook)}/replay`, replayedSchema, range),
    onSuccess: ({ replayed, is_cut }) =>
      showToast(
        `${plural(replayed, 'event is', 'events are')} sent again${is_cut ? '; there are more' : ''}`,
        { type: 'success' },
      ),
    meta: { failed: 'They could not be sent again', ...CHANGES },
  });
}
