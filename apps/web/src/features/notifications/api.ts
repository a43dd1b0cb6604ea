import { type DigestInput, digestsSchema } from '@portal/contracts/digests';
import {
  type Channel,
  type Choices,
  choicesSchema,
  deliveriesSchema,
  type NotificationsQuery,
  notificationsSchema,
  testSentSchema,
  unreadSchema,
} from '@portal/contracts/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NOTIFICATIONS } from '../../live/unread';
import { useLiveStore } from '../../live/live-store';
import { api } from '../../session/api';

interface Chosen extends Pick<NotificationsQuery, 'show'> {
  /** Where an earlier page ended. */
  readonly after: string | null;
}

export function useNotifications({ show, after }: Chosen) {
  return useQuery({
    queryKey: [...NOTIFICATIONS, show, after],
    ...api.read('/notifications', notificationsSchema, {
      show,
      ...(after !== null && { after }),
    }),
    placeholderData: keepPreviousData,
  });
}

/** Marks one as read, or all until an instant. */
export function useMarkRead() {
  return useMutation({
    mutationFn: (which: { readonly id: string } | { readonly until: string }) =>
      'id' in which
        ? api.post(`/notifications/${which.id}/read`, unreadSchema, {})
        : api.post('/notifications/read', unreadSchema, which),
    onSuccess: ({ unread }) => useLiveStore.setState({ unread }),
    meta: { failed: 'It could not be marked as read', refetches: [NOTIFICATIONS] },
  });
}

const CHOICES = ['notification-choices'] as const;

/** What goes out to the user, and when. */
export function useChoices() {
  return useQuery({
    queryKey: CHOICES,
    ...api.read('/notifications/choices', choicesSchema),
    // A problem of a channel is not announced.
    staleTime: 0,
  });
}

export function useChoose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, channel, how }: Choices['choices'][number]) =>
      api.put(`/notifications/choices/${kind}/${channel}`, choicesSchema, { how }),
    onSuccess: (choices) => client.setQueryData(CHOICES, choices),
    meta: { failed: 'The choice could not be saved' },
  });
}

export function useSendTest() {
  return useMutation({
    mutationFn: (channel: Channel) => api.post('/notifications/test', testSentSchema, { channel }),
    meta: { failed: 'The test could not be sent', succeeded: 'A test is on its way' },
  });
}

const DIGESTS = ['notification-digests'] as const;

/** What the user is told of by day or by week. */
export function useDigests() {
  return useQuery({
    meta: { reads: ['project', 'pod'] },
    queryKey: DIGESTS,
    ...api.read('/notifications/digests', digestsSchema),
  });
}

export function useAddDigest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (digest: DigestInput) => api.post('/notifications/digests', digestsSchema, digest),
    onSuccess: (digests) => client.setQueryData(DIGESTS, digests),
    meta: { failed: 'The digest could not be added' },
  });
}

export function useRemoveDigest() {
  return useMutation({
    mutationFn: (id: number) => api.delete(`/notifications/digests/${id}`),
    meta: { failed: 'The digest could not be removed', refetches: [DIGESTS] },
  });
}

/** What became of a notification on each channel. */
export function useDeliveries(id: string) {
  return useQuery({
    queryKey: [...CHOICES, 'deliveries', id],
    ...api.read(`/notifications/${id}/deliveries`, deliveriesSchema),
    staleTime: 0,
  });
}
