import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMN_EM, fitting, LINE_EM } from './fit';

describe('the size of rows on a wall', () => {
  it('KIOSK-68 lets all members fit on any screen', () => {
    const room = fc.record({
      rows: fc.integer({ min: 1, max: 150 }),
      width: fc.integer({ min: 900, max: 4000 }),
      height: fc.integer({ min: 450, max: 2200 }),
    });
    fc.assert(
      fc.property(room, (free) => {
        // As on a wall: the type grows with the screen.
        const of = { ...free, rem: Math.min(8 + 0.0085 * free.width, 0.02 * (free.height + 200)) };
        const size = fitting(of) * of.rem;
        const columns = Math.max(1, Math.floor(of.width / (COLUMN_EM * size)));
        expect(Math.ceil(of.rows / columns) * LINE_EM * size).toBeLessThanOrEqual(of.height);
        expect(fitting({ ...of, rows: of.rows + 1 })).toBeLessThanOrEqual(fitting(of));
      }),
    );
  });

  it('KIOSK-68 is readable with 40 members at 1440 by 900', () => {
    const size = fitting({ rows: 40, width: 1400, height: 640, rem: 18 });
    expect(size * 18).toBeGreaterThan(18);
  });
});
