import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotBounds } from './work-sql.js';

const QUARTER = 15 * 60 * 1000;
const instant = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

describe('slotBounds', () => {
  it('AGG-22 divides any period into whole quarters and two shorter ends', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 100 * QUARTER }), (startsAt, length) => {
        const endsAt = new Date(startsAt.getTime() + length);
        const { firstSlot, lastSlot } = slotBounds(startsAt, endsAt);
        const cuts = [startsAt, firstSlot, lastSlot, endsAt].map((cut) => cut.getTime());
        expect(cuts).toEqual(cuts.toSorted((a, b) => a - b));
        if (firstSlot < lastSlot) {
          expect(firstSlot.getTime() % QUARTER).toBe(0);
          expect(lastSlot.getTime() % QUARTER).toBe(0);
          expect(firstSlot.getTime() - startsAt.getTime()).toBeLessThan(QUARTER);
          expect(endsAt.getTime() - lastSlot.getTime()).toBeLessThan(QUARTER);
        } else {
          expect(length).toBeLessThan(2 * QUARTER);
        }
      }),
    );
  });
});
