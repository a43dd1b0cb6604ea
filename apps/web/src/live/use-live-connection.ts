import { LISTED_TABLES } from '@portal/contracts/entities';
import { RECENT_CHANGE_MS } from '@portal/contracts/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidate } from '../lib/invalidate';
import { onWake } from '../lib/on-wake';
import { logError } from '../lib/log';
import { refreshSession } from '../session/refresh';
import { accessTokenOf, subjectOf, useSessionStore } from '../session/session-store';
import type { ConnectionHost, LiveConnection } from './connection';
import { RecordChanges } from './record-changes';
import { useLiveStore } from './live-store';
import { importKeys } from './pushed-imports';
import { dropRoom, PUSHED, takeState } from './pushed-states';
import { roomKey, rooms } from './rooms';
import { NOTIFICATIONS } from './unread';
import { browserNow } from '../lib/use-now';

/** Less than RECENT_CHANGE_MS: the first requests of a page may be older than the wish for a connection. */
const LATE_MS = RECENT_CHANGE_MS - 5_000;

let connection: LiveConnection | undefined;

/** Keeps the tab's live connection open while a user is signed in. */
export function useLiveConnection(): void {
  const subject = useSessionStore(({ session }) => subjectOf(session));
  const queryClient = useQueryClient();

  // Another subject is another user, who gets a new connection.
  useEffect(() => {
    if (subject === undefined) return;
    const wantedSince = browserNow();
    const changes = new RecordChanges(queryClient);
    queryClient.setQueryDefaults(PUSHED, { gcTime: Infinity });
    const host: ConnectionHost = {
      url: window.location.origin,
      rooms,
      token: () => accessTokenOf(useSessionStore.getState()),
      refresh: refreshSession,
      connected: () => {
        const { connected, connectionNo } = useLiveStore.getState();
        connected(browserNow());
        // What changed long before a connection, or without one, is not announced again.
        if (connectionNo > 0 || browserNow() - wantedSince > LATE_MS) changes.add(LISTED_TABLES);
        void invalidate(queryClient, { queryKey: importKeys.lists });
      },
      lost: () => useLiveStore.getState().lost(browserNow()),
      take: (entry) => {
        if (takeState(queryClient, entry)) startOver(queryClient);
      },
      answered: (room, answer) =>
        useLiveStore.getState().answered(roomKey(room), answer, browserNow()),
      left: (room) => useLiveStore.getState().left(roomKey(room)),
      closed: (room) => {
        useLiveStore.getState().closed(room, browserNow());
        // Nothing updates its states any more.
        dropRoom(queryClient, room.project_id, room.pod_name);
      },
      tableChanged: (records) => changes.add([records]),
      notificationsChanged: (unread) => {
        useLiveStore.setState({ unread });
        void invalidate(queryClient, { queryKey: NOTIFICATIONS });
      },
      permissionsChanged: () => void renewPermissions(queryClient),
    };
    const close = keepConnected(host);
    return () => {
      changes.close();
      close();
    };
  }, [subject, queryClient]);
}

/** Reconnects immediately. */
export function retryConnection(): void {
  connection?.retry();
}

function keepConnected(host: ConnectionHost): () => void {
  let wanted = true;
  let opened: LiveConnection | undefined;
  host.lost();
  load().then(
    (openConnection) => {
      if (!wanted) return;
      opened = openConnection(host);
      connection = opened;
    },
    (error: unknown) => logError('The live connection could not be loaded', error),
  );
  const stopFollowing = followToken(() => opened?.authenticate());
  const drop = () => opened?.drop();
  window.addEventListener('offline', drop);
  window.addEventListener('online', retryConnection);
  document.addEventListener('visibilitychange', retryWhenVisible);
  const stopWaking = onWake(() => opened?.renew());
  return () => {
    wanted = false;
    stopWaking();
    stopFollowing();
    window.removeEventListener('offline', drop);
    window.removeEventListener('online', retryConnection);
    document.removeEventListener('visibilitychange', retryWhenVisible);
    opened?.close();
    if (connection === opened) connection = undefined;
    useLiveStore.getState().off();
  };
}

/** The socket client is loaded after sign-in only. */
async function load() {
  const module = await import('./connection');
  return module.openConnection;
}

function followToken(changed: () => void): () => void {
  return useSessionStore.subscribe((state, before) => {
    const token = accessTokenOf(state);
    if (token !== undefined && token !== accessTokenOf(before)) changed();
  });
}

function retryWhenVisible(): void {
  if (document.visibilityState === 'visible') retryConnection();
}

/** Refreshes the token with the new permissions, then everything that depends on them. */
async function renewPermissions(queryClient: QueryClient): Promise<void> {
  const spent = accessTokenOf(useSessionStore.getState());
  if (spent !== undefined) await refreshSession(spent);
  startOver(queryClient);
}

/** Gets every state and every response again. */
function startOver(queryClient: QueryClient): void {
  connection?.resubscribe();
  void invalidate(queryClient);
}
