import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { stateKey, type StateOf, type Topic } from './pushed-states';
import type { Connection } from './connection-status';
import { useLiveStore } from './live-store';
import { statusOf, type RoomStatus } from './room-status';
import { roomKey, rooms } from './rooms';

/** No request fills these queries. */
const ONLY_PUSHED = { queryFn: skipToken, staleTime: Infinity, gcTime: Infinity } as const;

/**
 * Subscribes to a project, or to one of its pods, while the component is mounted.
 * @returns whether its states arrive; a page shows this beside its numbers
 */
export function useRoom(projectId: number | null, podName?: string): RoomStatus {
  const room = useMemo(
    () => ({
      project_id: projectId ?? ALL_PROJECTS_ID,
      ...(podName === undefined ? {} : { pod_name: podName }),
    }),
    [projectId, podName],
  );
  useEffect(() => (projectId === null ? undefined : rooms.want(room)), [projectId, room]);

  const connection = useConnection();
  const connectionNo = useLiveStore((state) => state.connectionNo);
  const answered = useLiveStore((state) => state.rooms[roomKey(room)]);
  const lostAt = useLiveStore((state) => state.lostAt);
  return useMemo(
    () => statusOf(connection, connectionNo, answered, lostAt),
    [connection, connectionNo, answered, lostAt],
  );
}

/** Whether the server refused a room that a component uses. */
export function useAnyRefusal(): boolean {
  return useLiveStore(({ rooms: answers, connectionNo }) =>
    Object.values(answers).some(
      (answered) => answered.connectionNo === connectionNo && !answered.answer.ok,
    ),
  );
}

/** The newest pushed state of a topic; undefined before the first. */
export function useLiveState<T extends Exclude<Topic, 'weekly-progress' | 'import-progress'>>(
  topic: T,
  projectId: number | null,
  podName: string | null = null,
): StateOf<T> | undefined {
  return useQuery<StateOf<T>>({ ...ONLY_PUSHED, queryKey: stateKey(topic, projectId, podName) })
    .data;
}

export function useConnection(): Connection {
  return useLiveStore(({ connection }) => connection);
}
