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
  states[stateKey('dashboard-changed', projectId)]?.state.revision;

describe('cached states', () => {
  it('WEB-22 keeps the newest revision, in whatever order states arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), (revisions) => {
        const states = revisions.reduce(
          (all, revision) => cacheState(all, dashboard(1, revision)),
          NOTHING,
        );
        expect(cachedRevision(states)).toBe(Math.max(...revisions));
      }),
    );
  });

  it('WEB-22 accepts another state of the same revision, as at midnight', () => {
    const states = cacheState(cacheState(NOTHING, dashboard(1, 5, 10)), dashboard(1, 5, 11));
    expect(states[stateKey('dashboard-changed', 1)]).toEqual(dashboard(1, 5, 11));
  });

  it('WEB-22 separates projects, topics and pods', () => {
    const desk = (pod_name: string | null, revision: number): AnyState => ({
      topic: 'review-counters',
      state: { project_id: 1, epoch: '', revision, pod_name, pending: 0, done: 0 },
    });
    const states = [dashboard(1, 9), dashboard(2, 3), desk(null, 2), desk('Pod A', 1)];
    const cache = states.reduce((all, state) => cacheState(all, state), NOTHING);
    expect(Object.values(cache).map(({ state }) => state.revision)).toEqual([9, 3, 2, 1]);
  });

  it('WEB-55 drops the states of a closed room and keeps those of its project', () => {
    const desk = (pod_name: string | null): AnyState => ({
      topic: 'review-counters',
      state: { project_id: 1, epoch: '', revision: 1, pod_name, pending: 0, done: 0 },
    });
    const cache = [dashboard(1, 9), desk(null), desk('Pod A'), desk('Pod B')].reduce(
      (all, state) => cacheState(all, state),
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
