import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashboardState } from '../testing/live-server';
import {
  cacheState,
  dropRoom,
  parseState,
  stateKey,
  type AnyState,
  type LiveStateCache,
} from './live-state-cache';

const NOTHING: LiveStateCache = {};

function dashboard(projectId: number, revision: number, tasks = revision): AnyState {
  return { topic: 'dashboard-changed', state: dashboardState(projectId, revision, tasks) };
}

const cachedRevision = (states: LiveStateCache, projectId = 1) =>
  states[stateKey('dashboard-changed', projectId)]?.revision;

describe('cached states', () => {
  it('WEB-22 keeps the newest revision, in whatever order states arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), (revisions) => {
        const states = revisions.reduce(
          (all, revision) => cacheState(all, dashboard(1, revision), 1),
          NOTHING,
        );
        expect(cachedRevision(states)).toBe(Math.max(...revisions));
      }),
    );
  });

  it('WEB-22 accepts another state of the same revision, as at midnight', () => {
    const states = cacheState(cacheState(NOTHING, dashboard(1, 5, 10), 1), dashboard(1, 5, 11), 1);
    expect(states[stateKey('dashboard-changed', 1)]?.entry).toEqual(dashboard(1, 5, 11));
  });

  it('WEB-22 separates projects, topics and pods', () => {
    const desk = (pod_name: string | null, revision: number): AnyState => ({
      topic: 'review-counters',
      state: { project_id: 1, revision, pod_name, pending: 0, done: 0 },
    });
    const states = [dashboard(1, 9), dashboard(2, 3), desk(null, 2), desk('Pod A', 1)];
    const cache = states.reduce((all, state) => cacheState(all, state, 1), NOTHING);
    expect(Object.values(cache).map(({ revision }) => revision)).toEqual([9, 3, 2, 1]);
  });

  it('WEB-22 accepts the first state of a new connection, even with a lower revision', () => {
    const restored = cacheState(cacheState(NOTHING, dashboard(1, 90), 1), dashboard(1, 4), 2);
    expect(cachedRevision(restored)).toBe(4);
    expect(cachedRevision(cacheState(restored, dashboard(1, 3), 2))).toBe(4);
  });

  it('WEB-55 drops the states of a closed room and keeps those of its project', () => {
    const desk = (pod_name: string | null): AnyState => ({
      topic: 'review-counters',
      state: { project_id: 1, revision: 1, pod_name, pending: 0, done: 0 },
    });
    const cache = [dashboard(1, 9), desk(null), desk('Pod A'), desk('Pod B')].reduce(
      (all, state) => cacheState(all, state, 1),
      NOTHING,
    );
    const without = (podName: string | null) => Object.keys(dropRoom(cache, 1, podName));
    expect(without('Pod A')).toEqual([
      'dashboard-changed/1',
      'review-counters/1',
      'review-counters/1/Pod B',
    ]);
    expect(without(null)).toEqual(['review-counters/1/Pod A', 'review-counters/1/Pod B']);
  });

  it('WEB-21 parses a state by the schema of its topic', () => {
    expect(parseState('dashboard-changed', dashboardState(1, 2))).toEqual(dashboard(1, 2));
    expect(parseState('sync-time', dashboardState(1, 2))).toBeUndefined();
  });
});
