import { useCallback, useEffect, useMemo } from 'react';
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
  | { readonly kind: 'moved'; readonly to: MovedTo; readonly from: number }
  | { readonly kind: 'open'; readonly pod: OpenPod };

/** Loads a pod with its members, and watches its room. */
export function useOpening(podName: string): { opening: Opening; projectId: number | null } {
  const found = usePodByName(podName);
  const { data: pod, error, refetch } = found;
  const projectId = pod?.project_id ?? null;
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
    if (projectId !== null && closing?.moved_to) {
      return { kind: 'moved', to: closing.moved_to, from: projectId };
    }
    if (closing || isMissing(error)) return { kind: 'missing', wasOpen: pod !== undefined };
    if (open) return { kind: 'open', pod: open };
    return error ? { kind: 'failed', error, retry: () => void refetch() } : { kind: 'loading' };
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
