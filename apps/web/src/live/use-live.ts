import type { ImportSummary } from '@portal/contracts/imports';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useEffect, useMemo } from 'react';
import { importKey, stateKey, type StateOf, type Topic } from './live-state-cache';
import type { Connection } from './connection-status';
import { useLiveStore } from './live-store';
import { statusOf, type RoomStatus } from './room-status';
import { roomKey, rooms } from './rooms';

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
export function useLiveState<T extends Exclude<Topic, 'import-progress'>>(
  topic: T,
  projectId: number | null,
  podName: string | null = null,
): StateOf<T> | undefined {
  const entry: Entry | undefined = useLiveStore(({ states }) =>
    projectId === null ? undefined : states[stateKey(topic, projectId, podName)],
  );
  return isOf(topic, entry) ? entry.state : undefined;
}

/** The newest pushed progress of an import. */
export function useLiveImport(importId: string): ImportSummary | undefined {
  const entry: Entry | undefined = useLiveStore(({ states }) => states[importKey(importId)]);
  return isOf('import-progress', entry) ? entry.state.import : undefined;
}

/** The newest pushed progress of every import. */
export function useLiveImports(): readonly ImportSummary[] {
  const states = useLiveStore((state) => state.states);
  return useMemo(() => {
    const entries: Entry[] = Object.values(states);
    return entries
      .filter((entry) => isOf('import-progress', entry))
      .map(({ state }) => state.import);
  }, [states]);
}

export function useConnection(): Connection {
  return useLiveStore(({ connection }) => connection);
}

interface Entry {
  topic: Topic;
  state: unknown;
}

function isOf<T extends Topic>(
  topic: T,
  entry: Entry | undefined,
): entry is { topic: T; state: StateOf<T> } {
  return entry?.topic === topic;
}
