import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deskMotion, MAX_MOVING, STILL, type DeskState } from './desk-motion';

const count = fc.oneof(fc.nat(40), fc.nat(100_000));
const state = fc.record({
  day: fc.constantFrom('2026-01-05', '2026-01-06'),
  pending: count,
  done: count,
});
const today = (pending: number, done: number): DeskState => ({ day: '2026-01-05', pending, done });

describe('the motion between two states', () => {
  it('DESK-4 never moves more sheets than changed, and at most 30', () => {
    fc.assert(
      fc.property(state, state, (before, next) => {
        const { travel, fade } = deskMotion(before, next);
        const drop = Math.max(0, before.pending - next.pending);
        expect(travel).toBeGreaterThanOrEqual(0);
        expect(fade).toBeGreaterThanOrEqual(0);
        expect(travel).toBeLessThanOrEqual(Math.max(0, next.done - before.done));
        expect(travel + fade).toBeLessThanOrEqual(Math.min(drop, MAX_MOVING));
      }),
    );
  });

  it('DESK-4 every review travels, in a burst of at most 30', () => {
    fc.assert(
      fc.property(count, count, count, (waiting, reviewed, done) => {
        const motion = deskMotion(today(waiting + reviewed, done), today(waiting, done + reviewed));
        expect(motion).toEqual({ travel: Math.min(reviewed, MAX_MOVING), fade: 0 });
      }),
    );
  });

  it('DESK-5 a drop of pending without a rise of done fades and never travels', () => {
    fc.assert(
      fc.property(count, count, count, count, (waiting, dropped, done, fallen) => {
        const motion = deskMotion(today(waiting + dropped, done + fallen), today(waiting, done));
        expect(motion).toEqual({ travel: 0, fade: Math.min(dropped, MAX_MOVING) });
      }),
    );
  });

  it('DESK-5 what done did not get fades beside what travels', () => {
    expect(deskMotion(today(10, 0), today(4, 2))).toEqual({ travel: 2, fade: 4 });
    expect(deskMotion(today(100, 0), today(40, 20))).toEqual({ travel: 20, fade: 10 });
  });

  it('DESK-6 a new day moves nothing', () => {
    fc.assert(
      fc.property(state, count, count, (before, pending, done) => {
        expect(deskMotion(before, { day: '2026-01-07', pending, done })).toEqual(STILL);
      }),
    );
    expect(deskMotion(today(9, 3), today(8, 4)).travel).toBe(1);
  });

  it('DESK-6 the first state and new waiting tasks move nothing', () => {
    expect(deskMotion(undefined, today(5, 5))).toEqual(STILL);
    fc.assert(
      fc.property(count, count, count, (pending, arrived, done) => {
        expect(deskMotion(today(pending, done), today(pending + arrived, done))).toEqual(STILL);
      }),
    );
  });
});
