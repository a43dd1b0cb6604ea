import { sessionsSchema } from '@portal/contracts/sessions';
import { useMutation, useQuery } from '@tanstack/react-query';
import { userKeys } from '../../entities/users/api';
import { api } from '../../session/api';

const pathOf = (userId: number): string => `/auth/admin/users/${userId}/sessions/`;

/** The sessions of the user, the last used first. */
export function useSessions(userId: number) {
  return useQuery({
    queryKey: userKeys.sessions(userId),
    ...api.read(pathOf(userId), sessionsSchema),
    select: ({ items }) => items,
    // Sign-ins elsewhere are not announced.
    staleTime: 0,
  });
}

/** Ends a session, or without an id all but this one. */
export function useEndSessions(userId: number) {
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      api.delete(`${pathOf(userId)}${sessionId ?? ''}`),
    meta: {
      succeeded: 'Signed out there',
      failed: 'Failed to end the session',
      refetches: [userKeys.sessions(userId)],
    },
  });
}
