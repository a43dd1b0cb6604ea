import type { ImportSummary } from '@portal/contracts/imports';
import type { Stamp } from '@portal/contracts/stamp';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { importSummary } from '../testing/imports';
import { dashboardState } from '../testing/live-server';
import { useLiveStore } from './live-store';
import {
  type AnyState,
  dropRoom,
  newerState,
  newestOf,
  parseState,
  stateKey,
  takeState,
} from './pushed-states';
import { importKeys, RUNNING_KEY } from './pushed-imports';

let client: QueryClient;
const take = (entry: AnyState) => takeState(client, entry);

function dashboard(projectId: number, revision: number, tasks = revision): AnyState {
  return { topic: 'dashboard-changed', state: dashboardState(projectId, revision, tasks) };
}
const desk = (pod_name: string | null, revision = 1): AnyState => ({
  topic: 'review-counters',
  state: { project_id: 1, epoch: '', revision, pod_name, pending: 0, done: 0 },
});

/** The revision of each state, by its topic, project and pod. */
function revisions(): Record<string, number> {
  const held = client.getQueriesData<Stamp>({}).flatMap(([[, ...key], state]) => {
    return state
      ? [
          [
            key
              .filter((part) => part !== null)
              .map(String)
              .join('/'),
            state.revision,
          ] as const,
        ]
      : [];
  });
  return Object.fromEntries(held);
}

beforeEach(() => {
  client = new QueryClient();
  useLiveStore.getState().off();
});

describe('pushed imports', () => {
  const push = (n: number, status: ImportSummary['status']) => {
    const import_id = `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const pushed = importSummary({ import_id, status });
    take({
      topic: 'import-progress',
      state: { project_id: 1, epoch: '', revision: 1, import: pushed },
    });
    return pushed;
  };

  it('WEB-154 a tab keeps none of those that have ended for being pushed, and all others', () => {
    const running = push(0, 'running');
    for (let n = 1; n <= 60; n += 1) push(n, n % 2 === 0 ? 'running' : 'completed');
    for (let n = 2; n <= 60; n += 2) push(n, 'failed');
    expect(client.getQueryData(RUNNING_KEY)).toEqual({ [running.import_id]: running });
    expect(client.getQueryCache().getAll()).toHaveLength(1);
  });

  it('WEB-154 changes the lists and the page that have it, and only a new status is fetched', () => {
    const listed = push(0, 'queued');
    const [list, page] = [importKeys.list({}), importKeys.detail(listed.import_id)];
    client.setQueryData(list, { items: [listed], total: 1 });
    client.setQueryData(page, { ...listed, errors: [] });
    const isOld = () => client.getQueryState(list)?.isInvalidated;
    const running = push(0, 'running');
    expect(client.getQueryData(list)).toEqual({ items: [running], total: 1 });
    expect(client.getQueryData(page)).toEqual({ ...running, errors: [] });
    expect(isOld()).toBe(true);
    push(0, 'running');
    expect(isOld()).toBe(false);
    const ended = push(0, 'failed');
    // Only a request has its errors.
    expect(client.getQueryData(page)).toEqual(ended);
    expect(isOld()).toBe(true);
  });
});

describe('pushed states', () => {
  it('WEB-22 WEB-70 are the newest of the epoch that arrived last, whatever their order', () => {
    const arrival = fc.record({
      epoch: fc.constantFrom('one', 'two'),
      project_id: fc.integer({ min: 1, max: 2 }),
      revision: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(arrival, { minLength: 1 }), (arrivals) => {
        client.clear();
        useLiveStore.getState().off();
        for (const each of arrivals) {
          take({ topic: 'sync-time', state: { ...each, value: null } });
        }
        const last = arrivals.at(-1)?.epoch;
        const start = arrivals.findLastIndex(({ epoch }) => epoch !== last) + 1;
        const newest: Record<string, number> = {};
        for (const { project_id, revision } of arrivals.slice(start)) {
          const key = `sync-time/${project_id}`;
          newest[key] = Math.max(newest[key] ?? 0, revision);
        }
        expect(useLiveStore.getState().epoch).toBe(last);
        expect(revisions()).toEqual(newest);
      }),
    );
  });

  it('WEB-22 may follow one of the same revision, as at midnight', () => {
    take(dashboard(1, 5, 10));
    take(dashboard(1, 5, 11));
    const held = client.getQueryData(stateKey('dashboard-changed', 1));
    expect(held).toEqual(dashboardState(1, 5, 11));
  });

  it('WEB-22 separates projects, topics and pods', () => {
    for (const state of [dashboard(1, 9), dashboard(2, 3), desk(null, 2), desk('Pod A', 1)]) {
      take(state);
    }
    expect(Object.values(revisions())).toEqual([9, 3, 2, 1]);
  });

  it('WEB-55 drops the states of a closed room and keeps those of its project', () => {
    const without = (podName: string | null) => {
      client.clear();
      for (const state of [dashboard(1, 9), desk(null), desk('Pod A'), desk('Pod B')]) take(state);
      dropRoom(client, 1, podName);
      return Object.keys(revisions());
    };
    expect(without('Pod A')).toEqual([
      'dashboard-changed/1',
      'review-counters/1',
      'review-counters/1/Pod B',
    ]);
    expect(without(null)).toEqual(['review-counters/1/Pod A', 'review-counters/1/Pod B']);
  });

  it('WEB-21 are parsed by the schema of their topic', () => {
    expect(parseState('dashboard-changed', dashboardState(1, 2))).toEqual(dashboard(1, 2));
    expect(parseState('sync-time', dashboardState(1, 2))).toBeUndefined();
  });
});

describe('of a pushed and a fetched state', () => {
  const at = (revision: number, epoch = 'one') => ({ epoch, revision });

  it('REV-24 the newer one within one epoch stays', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), (held, arrived) => {
        expect(newerState(at(held), at(arrived)).revision).toBe(Math.max(held, arrived));
      }),
    );
    expect(newerState(undefined, at(1))).toEqual(at(1));
  });

  it('REV-24 of different epochs the pushed one stays while the connection is live', () => {
    const { began, connected, lost } = useLiveStore.getState();
    began('two');
    // Without a connection only the response is surely of the database of today.
    expect(newerState(at(9, 'two'), at(1))).toEqual(at(1));
    connected(1);
    expect(newerState(at(1, 'two'), at(9))).toEqual(at(1, 'two'));
    expect(newerState(at(9), at(1, 'two'))).toEqual(at(1, 'two'));
    lost(2);
    expect(newerState(at(1, 'two'), at(9))).toEqual(at(9));
  });

  it('REV-24 a response that was requested before a push does not replace the pushed one', async () => {
    const queryKey = stateKey('review-counters', 1, 'Pod A');
    let answer: (state: Stamp) => void = () => undefined;
    const fetched = client.fetchQuery({
      queryKey,
      queryFn: (context) => newestOf(context, new Promise<Stamp>((resolve) => (answer = resolve))),
    });
    const pushed = desk('Pod A', 4);
    take(pushed);
    answer({ epoch: '', revision: 3 });
    expect(await fetched).toEqual(pushed.state);
    expect(client.getQueryData(queryKey)).toEqual(pushed.state);
  });
});
