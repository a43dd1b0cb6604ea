import { describe, expect, it } from 'vitest';
import type { Caller } from './caller.js';
import { visibilityOf, visibilityWithin } from './visibility.js';

function callerWith(grants: Record<number, Caller['grants'][number]['permissions']>): Caller {
  return {
    userId: 1,
    email: 'a@example.com',
    name: 'A',
    via: 'session',
    grants: Object.entries(grants).map(([id, permissions]) => ({
      project_id: Number(id),
      project_name: `Project ${id}`,
      permissions,
    })),
  };
}

describe('visibilityOf', () => {
  it('WORK-1 covers all users where the caller has pod-info-public-view, else the caller', () => {
    const caller = callerWith({
      3: ['pod-info-public-view'],
      4: ['data-upload'],
      5: ['full-access'],
    });
    expect(visibilityOf(caller)).toEqual({
      email: 'a@example.com',
      isEverywhere: false,
      projectIds: [3, 5],
    });
    expect(visibilityOf(callerWith({ 4: ['data-upload'] }))).toMatchObject({
      isEverywhere: false,
      projectIds: [],
    });
  });

  it('WORK-1 pod-info-public-view in project 0 covers every project', () => {
    expect(visibilityOf(callerWith({ 0: ['pod-info-public-view'] })).isEverywhere).toBe(true);
    expect(
      visibilityOf(callerWith({ 0: ['data-upload'], 3: ['pod-info-public-view'] })),
    ).toMatchObject({
      isEverywhere: false,
      projectIds: [3],
    });
  });
});

describe('visibilityWithin', () => {
  const visibility = { email: 'a@example.com', isEverywhere: false, projectIds: [5, 3] };
  const everybody = { email: '', isEverywhere: true, projectIds: [] };

  it('WORK-12 is the same for all callers who see every user', () => {
    expect(visibilityWithin(visibility, 5)).toEqual(everybody);
    expect(visibilityWithin({ ...visibility, isEverywhere: true, projectIds: [] }, 4)).toEqual(
      everybody,
    );
    expect(visibilityWithin({ ...visibility, isEverywhere: true, projectIds: [] }, 0)).toEqual(
      everybody,
    );
  });

  it('WORK-12 differs by caller where callers see only themselves, and over all projects', () => {
    expect(visibilityWithin(visibility, 4)).toEqual({ ...visibility, projectIds: [] });
    expect(visibilityWithin(visibility, 0)).toEqual({ ...visibility, projectIds: [3, 5] });
  });
});
