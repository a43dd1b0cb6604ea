import type { ImportSummary } from '@portal/contracts/imports';
import { useEffect, useMemo } from 'react';
import { importKey, stateKey, type StateOf, type Topic } from './live-state-cache';
import { useLiveStore, type Connection } from './live-store';
import { rooms } from './rooms';

/** Subscribes to a project, or to one pod of it, for as long as the component is there. */
export function useRoom(projectId: number | null, podName?: string): void {
  useEffect(() => {
    if (projectId === null) return;
    return rooms.want({
      project_id: projectId,
      ...(podName === undefined ? {} : { pod_name: podName }),
    });
  }, [projectId, podName]);
}

/** The newest state of a topic that came over the connection; undefined until one has. */
export function useLiveState<T extends Exclude<Topic, 'import-progress'>>(
  topic: T,
  projectId: number | null,
  podName: string | null = null,
): StateOf<T> | undefined {
  const entry: Entry | undefined = useLiveStore(({ held }) =>
    projectId === null ? undefined : held[stateKey(topic, projectId, podName)]?.entry,
  );
  return isOf(topic, entry) ? entry.state : undefined;
}

/** The newest progress of an import that came over the connection. */
export function useLiveImport(importId: string): ImportSummary | undefined {
  const entry: Entry | undefined = useLiveStore(({ held }) => held[importKey(importId)]?.entry);
  return isOf('import-progress', entry) ? entry.state.import : undefined;
}

/** The newest progress of every import that came over the connection. */
export function useLiveImports(): readonly ImportSummary[] {
  const held = useLiveStore((state) => state.held);
  return useMemo(() => {
    const entries: Entry[] = Object.values(held).map(({ entry }) => entry);
    return entries
      .filter((entry) => isOf('import-progress', entry))
      .map(({ state }) => state.import);
  }, [held]);
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
