import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashboardState } from '../testing/live-server';
import { hold, parseState, stateKey, type AnyState, type LiveStateCache } from './live-state-cache';

const NOTHING: LiveStateCache = {};

function dashboard(projectId: number, revision: number, tasks = revision): AnyState {
  return { topic: 'dashboard-changed', state: dashboardState(projectId, revision, tasks) };
}

const heldRevision = (held: LiveStateCache, projectId = 1) =>
  held[stateKey('dashboard-changed', projectId)]?.revision;

describe('held states', () => {
  it('WEB-22 keeps the newest revision, in whatever order states arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), (revisions) => {
        const held = revisions.reduce(
          (all, revision) => hold(all, dashboard(1, revision), 1),
          NOTHING,
        );
        expect(heldRevision(held)).toBe(Math.max(...revisions));
      }),
    );
  });

  it('WEB-22 takes another state of the same revision, as when the clock moved it', () => {
    const held = hold(hold(NOTHING, dashboard(1, 5, 10), 1), dashboard(1, 5, 11), 1);
    expect(held[stateKey('dashboard-changed', 1)]?.entry).toEqual(dashboard(1, 5, 11));
  });

  it('WEB-22 holds projects, topics and pods apart', () => {
    const desk = (pod_name: string | null, revision: number): AnyState => ({
      topic: 'review-counters',
      state: { project_id: 1, revision, pod_name, pending: 0, done: 0 },
    });
    const states = [dashboard(1, 9), dashboard(2, 3), desk(null, 2), desk('Pod A', 1)];
    const held = states.reduce((all, state) => hold(all, state, 1), NOTHING);
    expect(Object.values(held).map(({ revision }) => revision)).toEqual([9, 3, 2, 1]);
  });

  it('WEB-22 lets the first state of a new connection count, even with a lower revision', () => {
    const restored = hold(hold(NOTHING, dashboard(1, 90), 1), dashboard(1, 4), 2);
    expect(heldRevision(restored)).toBe(4);
    expect(heldRevision(hold(restored, dashboard(1, 3), 2))).toBe(4);
  });

  it('WEB-21 parses a state by the contract of its topic', () => {
    expect(parseState('dashboard-changed', dashboardState(1, 2))).toEqual(dashboard(1, 2));
    expect(parseState('sync-time', dashboardState(1, 2))).toBeUndefined();
  });
});
