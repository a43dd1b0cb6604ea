import { expect, it } from 'vitest';
import { newestState } from './newest-state';
import type { RoomStatus } from './room-status';

const LIVE: RoomStatus = { kind: 'live', since: 1 };
const LOST: RoomStatus = { kind: 'reconnecting', since: 1 };
const at = (revision: number, epoch = 'one') => ({ epoch, revision });

it('REV-24 of a pushed and a fetched state the newer one is shown, within one epoch', () => {
  const [old, young] = [at(3), at(4)];
  expect(newestState(LOST, old, young)).toBe(young);
  expect(newestState(LOST, young, old)).toBe(young);
  // Of another epoch: only the response is surely of the database of today.
  const restored = at(1, 'two');
  expect(newestState(LOST, young, restored)).toBe(restored);
  expect(newestState(LIVE, restored, young)).toBe(restored);
  expect(newestState(LIVE, undefined, young)).toBe(young);
  expect(newestState(LOST, undefined, undefined)).toBeUndefined();
});
