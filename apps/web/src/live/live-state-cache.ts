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

/** A pushed state under its topic. 'permissions-changed' is a call to act, not a state. */
export type AnyState = z.output<typeof entrySchema>;
export type Topic = AnyState['topic'];
export type StateOf<T extends Topic> = z.output<(typeof SERVER_EVENT_SCHEMAS)[T]>;

export const TOPICS: readonly Topic[] = entrySchema.options.map(({ shape }) => shape.topic.value);

/** What was pushed under `topic`, or undefined when it does not follow the contract. */
export function parseState(topic: Topic, state: unknown): AnyState | undefined {
  return entrySchema.safeParse({ topic, state }).data;
}

/** One held state and the connection it came by. */
interface Held {
  readonly epoch: number;
  readonly revision: number;
  readonly entry: AnyState;
}
export type LiveStateCache = Readonly<Record<string, Held>>;

/**
 * Takes a state unless an older one: within one connection the revision never falls. The first
 * state of a new connection always counts, for the server is what knows, even after a restore.
 */
export function hold(held: LiveStateCache, entry: AnyState, epoch: number): LiveStateCache {
  const key = keyOf(entry);
  const before = held[key];
  const { revision } = entry.state;
  if (before && before.epoch === epoch && before.revision > revision) return held;
  return { ...held, [key]: { epoch, revision, entry } };
}

/** Key of a project's (or pod's) state of a topic. */
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
