import { useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError, isRefused } from '../../lib/api-error';
import type { Closing, RoomStatus } from '../../live/room-status';
import { useRoom } from '../../live/use-live';
import { pollInterval, usePolling } from '../../live/live-query';
import type { OpenPod } from '../../entities/pods/open-pod';
import { useMembers, usePodByName } from '../../entities/pods/api';

/** The new room of a pod that has moved. */
export type MovedTo = NonNullable<Closing['moved_to']>;

/** What the pages of a pod can show. */
export type Opening =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  /** The user sees no such pod; `wasOpen` if the page showed it before. */
  | { readonly kind: 'missing'; readonly wasOpen: boolean }
  /** `reopen` shows the pod where it is now. */
  | {
      readonly kind: 'moved';
      readonly to: MovedTo;
      readonly from: number;
      readonly reopen: () => void;
    }
  | { readonly kind: 'open'; readonly pod: OpenPod };

/** Loads a pod with its members, and watches its room. */
export function useOpening(podName: string): { opening: Opening; projectId: number | null } {
  const found = usePodByName(podName);
  const { data: pod, error, refetch, isFetching } = found;
  const [openedIn, setOpenedIn] = useState<number>();
  // The pages stay in this project until the user follows the pod. What is in the cache may be older.
  if (pod && openedIn === undefined && !isFetching) setOpenedIn(pod.project_id);
  const projectId = openedIn ?? pod?.project_id ?? null;
  const room = useRoom(projectId, podName);
  const members = useMembers(podName, room);
  const closing = closingOf(room);
  useChecks(room, refetch);

  const open = useMemo(
    () => pod && { podName, projectId: pod.project_id, pod, members },
    [podName, pod, members],
  );
  return { projectId, opening: opening() };

  function opening(): Opening {
    if (closing?.moved_to) return moved(closing.moved_to);
    if (closing || isMissing(error)) return { kind: 'missing', wasOpen: pod !== undefined };
    // The pod is often fetched before its room is closed, or without a connection.
    if (pod && pod.project_id !== projectId) {
      return moved({ project_id: pod.project_id, pod_name: podName });
    }
    if (open) return { kind: 'open', pod: open };
    return error ? { kind: 'failed', error, retry: () => void refetch() } : { kind: 'loading' };
  }

  function moved(to: MovedTo): Opening {
    const from = projectId ?? to.project_id;
    return { kind: 'moved', to, from, reopen: () => setOpenedIn(undefined) };
  }
}

type Refetch = ReturnType<typeof usePodByName>['refetch'];

/** Fetches the pod while no room reports its changes. */
function useChecks(room: RoomStatus, refetch: Refetch): void {
  const refused = room.kind === 'refused';
  const pollMs = closingOf(room) ? false : pollInterval(room);
  const check = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  // The server refuses the room of a pod that was renamed or deleted while there was no connection.
  useEffect(() => {
    if (refused && pollMs !== false) check();
  }, [refused, pollMs, check]);
  usePolling(pollMs, check);
}

function closingOf(room: RoomStatus): Closing | undefined {
  return room.kind === 'refused' ? room.closing : undefined;
}

/** An impossible name is a 400. */
function isMissing(error: unknown): boolean {
  return isRefused(error) || (error instanceof ApiError && error.status === 400);
}
