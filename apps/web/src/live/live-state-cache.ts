import { SERVER_EVENT_SCHEMAS } from '@portal/contracts/live';
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

/** A cached state and the connection it arrived on. */
interface CachedState {
  readonly epoch: number;
  readonly revision: number;
  readonly entry: AnyState;
}
export type LiveStateCache = Readonly<Record<string, CachedState>>;

/**
 * Caches a state unless it is older: within one connection the revision never decreases. The first
 * state of a new connection always replaces the cached one, because a restored database can have a
 * lower revision.
 */
export function cacheState(states: LiveStateCache, entry: AnyState, epoch: number): LiveStateCache {
  const key = keyOf(entry);
  const before = states[key];
  const { revision } = entry.state;
  if (before && before.epoch === epoch && before.revision > revision) return states;
  return { ...states, [key]: { epoch, revision, entry } };
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
