import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error';
import { crudMeta, widget } from '../../testing/crud';
import { formFields } from '../fields/field-rules';
import { conflictOf, isStale, resolved } from './conflict';

const fields = formFields(crudMeta(), 'edit');
const before = widget(1);
const stale = new ApiError('changed', {
  status: 409,
  code: 'conflict',
  errors: [
    { pointer: '/name', detail: 'is', stored: 'Theirs', sent: 'Mine' },
    { pointer: '/extra', detail: 'is', stored: { a: 1 }, sent: { a: 2 } },
  ],
});

it('ADM-16 tells an edit of an old version from other conflicts', () => {
  expect(isStale(stale)).toBe(true);
  const taken = new ApiError('taken', { status: 409, code: 'conflict', errors: [] });
  expect(isStale(taken)).toBe(false);
});

it('ADM-16 separates what both, only the user and only others changed', () => {
  const conflict = conflictOf(fields, {
    before,
    current: widget(1, { name: 'Theirs', day: '2026-02-02', kind: 'small', version: 'v9' }),
    change: { name: 'Mine', level: 5, kind: 'small', extra: { a: 2 } },
    stale,
  });
  const contested = conflict.contested.map(({ field, stored, own }) => [field.name, stored, own]);
  expect(contested).toEqual([
    ['name', 'Theirs', 'Mine'],
    ['extra', { a: 1 }, { a: 2 }],
  ]);
  expect(conflict.ownOnly.map(({ field }) => field.name)).toEqual(['level']);
  expect(conflict.storedOnly.map(({ name }) => name)).toEqual(['day']);
  expect(resolved(conflict, { name: 'own', extra: 'stored' })).toEqual({ name: 'Mine', level: 5 });
});
