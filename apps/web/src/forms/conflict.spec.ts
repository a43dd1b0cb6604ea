import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error';
import { changedFields, conflictOf, isStale, merged, type Versioned } from './conflict';

const before: Versioned = {
  ...{ version: 'v1', name: 'Widget', level: 1 },
  ...{ kind: 'large', day: null, extra: null },
};

it('ADM-16 tells an edit of an old version from other conflicts', () => {
  const stale = { pointer: '/name', detail: 'is', stored: 'Theirs', sent: 'Mine' };
  const conflict = (errors: object[]) =>
    new ApiError('changed', { status: 409, code: 'conflict', errors: errors as (typeof stale)[] });
  expect(isStale(conflict([stale]))).toBe(true);
  expect(isStale(conflict([{ pointer: '/name', detail: 'is taken' }]))).toBe(false);
});

it('ADM-16 separates what both, only the user and only others changed', () => {
  const mine = { name: 'Mine', level: 5, kind: 'small', day: null, extra: { a: 2 } };
  const change = changedFields(before, mine);
  expect(change).toEqual({ name: 'Mine', level: 5, kind: 'small', extra: { a: 2 } });
  const current: Versioned = {
    ...{ ...before, version: 'v9', name: 'Theirs', kind: 'small' },
    ...{ day: '2026-02-02', extra: { a: 1 } },
  };
  const conflict = conflictOf(Object.keys(mine), { before, change }, current);
  expect(conflict).toEqual({
    current,
    contested: [
      { name: 'name', stored: 'Theirs', own: 'Mine' },
      { name: 'extra', stored: { a: 1 }, own: { a: 2 } },
    ],
    ownOnly: ['level'],
    storedOnly: ['day'],
  });
  const values = merged(conflict, { name: 'own', extra: 'stored' }, current, {
    ...before,
    ...mine,
  });
  expect(values).toEqual({ ...current, name: 'Mine', level: 5 });
  expect(changedFields(current, values)).toEqual({ name: 'Mine', level: 5 });
});

it('ADM-16 an object whose keys are in another order is no change', () => {
  const object = { a: [{ b: 1, c: 2 }], d: null };
  const reordered = { d: null, a: [{ c: 2, b: 1 }] };
  expect(changedFields({ extra: object }, { extra: reordered })).toEqual({});
  const change = { extra: reordered };
  const current = { ...before, extra: object };
  expect(conflictOf(['extra'], { before, change }, current).contested).toEqual([]);
});
