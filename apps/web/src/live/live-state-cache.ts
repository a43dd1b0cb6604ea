import { SERVER_EVENT_SCHEMAS } from '@portal/contracts/live';
import { isOlder } from '@portal/domain/stamps';
import { z } from 'zod';

const entrySchema = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('sync-time'), state: SERVER_EVENT_SCHEMAS['sync-time'] }),
  z.object({
    topic: z.literal('dashboard-changed'),
    state: SERVER_EVENT_SCHEMAS['dashboard-changed'],
  }),
  z.object({ topic: z.literal('review-counters'), state: SERVER_EVENT_SCHEMAS['review-counters'] }),
  z.object({ topic: z.literal('weekly-progress'), state: SERVER_EVENT_SCHEMAS['weekly-progress'] }),
  z.object({ topic: z.literal('import-progress'), state: SERVER_EVENT_SCHEMAS['import-progress'] }),
]);

/** A pushed state with its topic. 'permissions-changed' is an event, not a state. */
export type AnyState = z.output<typeof entrySchema>;
export type Topic = AnyState['topic'];
export type StateOf<T extends Topic> = z.output<(typeof SERVER_EVENT_SCHEMAS)[T]>;

export const TOPICS: readonly Topic[] = entrySchema.options.map(({ shape }) => shape.topic.value);

/** Parses a pushed state; undefined if it does not match the contract. */
export function parseState(topic: Topic, state: unknown): AnyState | undefined {
  return entrySchema.safeParse({ topic, state }).data;
}

export type LiveStateCache = Readonly<Record<string, AnyState>>;

/** Caches a state unless it is older than the cached one. */
export function cacheState(states: LiveStateCache, entry: AnyState): LiveStateCache {
  const key = keyOf(entry);
  const before = states[key];
  if (before && isOlder(entry.state, before.state)) return states;
  return { ...states, [key]: entry };
}

/**
 * Drops the states that only the room of a project or pod receives. The states of a project stay
 * when the room of its pod is closed: other rooms of the project receive them, too.
 */
export function dropRoom(
  states: LiveStateCache,
  projectId: number,
  podName: string | null,
): LiveStateCache {
  const dropped = new Set(TOPICS.map((topic) => stateKey(topic, projectId, podName)));
  return Object.fromEntries(Object.entries(states).filter(([key]) => !dropped.has(key)));
}

/** Cache key of the state of a project or pod. */
export function stateKey(topic: Topic, projectId: number, podName: string | null = null): string {
  return podName === null ? `${topic}/${projectId}` : `${topic}/${projectId}/${podName}`;
}

export function importKey(importId: string): string {
  return `import-progress/${importId}`;
}

function keyOf(entry: AnyState): string {
  switch (entry.topic) {
    case 'import-progress':
      return importKey(entry.state.import.import_id);
    case 'review-counters':
    case 'weekly-progress':
      return stateKey(entry.topic, entry.state.project_id, entry.state.pod_name);
    case 'sync-time':
    case 'dashboard-changed':
      return stateKey(entry.topic, entry.state.project_id);
  }
}
