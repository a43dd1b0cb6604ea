import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SHEETS, posesOf, sheetsOf } from './sheets';

const count = fc.oneof(fc.nat(40), fc.nat(100_000));

describe('the stacks', () => {
  it('DESK-3 have one sheet per task up to 30', () => {
    fc.assert(
      fc.property(fc.nat(MAX_SHEETS), fc.nat(MAX_SHEETS), (pending, done) => {
        expect(sheetsOf({ pending, done })).toEqual({ pending, done });
      }),
    );
  });

  it('DESK-3 are in proportion above 30, and never empty with a task', () => {
    fc.assert(
      fc.property(count, count, (pending, done) => {
        const sheets = sheetsOf({ pending, done });
        const largest = Math.max(pending, done);
        if (largest > MAX_SHEETS) expect(Math.max(sheets.pending, sheets.done)).toBe(MAX_SHEETS);
        for (const name of ['pending', 'done'] as const) {
          const tasks = { pending, done }[name];
          expect(sheets[name] > 0).toBe(tasks > 0);
          if (largest > MAX_SHEETS && sheets[name] > 1)
            expect(Math.abs(sheets[name] - (MAX_SHEETS * tasks) / largest)).toBeLessThanOrEqual(
              0.5,
            );
        }
      }),
    );
    expect(sheetsOf({ pending: 1200, done: 300 })).toEqual({ pending: 30, done: 8 });
    expect(sheetsOf({ pending: 5000, done: 2 })).toEqual({ pending: 30, done: 1 });
  });

  it('DESK-3 turn each sheet a little, always the same', () => {
    const poses = posesOf(3);
    expect(posesOf(3)).toEqual(poses);
    expect(new Set(poses.map(({ tilt }) => tilt)).size).toBe(MAX_SHEETS);
    for (const { tilt } of poses) expect(Math.abs(tilt)).toBeLessThanOrEqual(3.5);
  });
});
