import { type RoomState, SERVER_EVENT_SCHEMAS } from '@portal/contracts/live';
import type { Stamp } from '@portal/contracts/stamp';
import { isOlder } from '@portal/domain/stamps';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { useLiveStore } from './live-store';
import { takeImport } from './pushed-imports';

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

/** The states in the acknowledgement of a subscription. */
export function statesOfRoom(room: RoomState): AnyState[] {
  const states: AnyState[] = [
    { topic: 'sync-time', state: room.sync_time },
    { topic: 'dashboard-changed', state: room.dashboard },
    { topic: 'review-counters', state: room.review_counters },
  ];
  if (room.weekly_progress) states.push({ topic: 'weekly-progress', state: room.weekly_progress });
  return states;
}

/** Query key of what is only pushed; nothing of it lapses while the tab is open. */
export const PUSHED = ['pushed'] as const;

/** Query key of the weeks of a pod; the current one is pushed, too. */
export function weeksKey(podName: string) {
  return ['weekly-progress', podName] as const;
}

/** Query key of the state of a project or pod. A request for the same numbers has the same key. */
export function stateKey(
  topic: Topic,
  projectId: number | null,
  podName: string | null = null,
): QueryKey {
  return topic === 'weekly-progress' && podName !== null
    ? [...weeksKey(podName), 'current']
    : [...PUSHED, topic, projectId, podName];
}

/**
 * Writes a pushed state into the cache of queries, unless that has a newer one. The first of another
 * epoch drops all others: they are of another database.
 * @returns whether the epoch is another one
 */
export function takeState(client: QueryClient, entry: AnyState): boolean {
  const { epoch, began } = useLiveStore.getState();
  const isOther = epoch !== null && epoch !== entry.state.epoch;
  began(entry.state.epoch);
  // Components that show a dropped state notice.
  if (isOther) void client.resetQueries({ queryKey: PUSHED });
  write(client, entry);
  return isOther;
}

/**
 * Drops the states that only the room of a project or pod receives. The states of a project stay
 * when the room of its pod is closed: other rooms of the project receive them, too.
 */
export function dropRoom(client: QueryClient, projectId: number, podName: string | null): void {
  for (const topic of TOPICS) {
    void client.resetQueries({ queryKey: stateKey(topic, projectId, podName), exact: true });
  }
}

/**
 * The newer one of the held state and one that arrives, pushed or fetched. Revisions of different
 * epochs have no order: what a live connection pushed last is of the database of today.
 */
export function newerState<S extends Stamp>(held: S | undefined, arrived: S): S {
  if (!held) return arrived;
  const { connection, epoch } = useLiveStore.getState();
  const isOfToday = connection.kind === 'live' && held.epoch === epoch;
  const isLate = isOfToday && arrived.epoch !== epoch;
  return isLate || isOlder(arrived, held) ? held : arrived;
}

/** The answer of a request, or the newer state that was pushed meanwhile. */
export async function newestOf<S extends Stamp>(
  { client, queryKey }: QueryFunctionContext,
  fetched: Promise<S>,
): Promise<S> {
  const arrived = await fetched;
  return newerState(client.getQueryData<S>(queryKey), arrived);
}

function write(client: QueryClient, entry: AnyState): void {
  if (entry.topic === 'import-progress') return takeImport(client, entry.state.import);
  const podName = 'pod_name' in entry.state ? entry.state.pod_name : null;
  client.setQueryData<Stamp>(stateKey(entry.topic, entry.state.project_id, podName), (held) => {
    const newest = newerState(held, entry.state);
    // Undefined changes nothing.
    return newest === held ? undefined : newest;
  });
}
