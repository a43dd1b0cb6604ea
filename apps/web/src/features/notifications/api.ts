import {
  type NotificationsQuery,
  notificationsSchema,
  unreadSchema,
} from '@portal/contracts/notifications';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
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
