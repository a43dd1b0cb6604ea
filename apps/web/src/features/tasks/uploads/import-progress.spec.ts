import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importReading, importSummary } from '../../../testing/imports';
import { hasEnded, withPushed } from '../../../live/pushed-imports';
import { doneShare } from './import-progress';
import { useProgress } from './use-progress';

describe('progress of an import', () => {
  it('WEB-34 gives reading and merging about one half each, or loading most, and the rest to the commit', () => {
    const merging = { phase: 'merging', rows_total: 20, rows_done: 5 } as const;
    const shares = [
      importReading(0, { phase: 'waiting' }),
      importReading(1_000),
      importReading(2_000, { ...merging }),
      importReading(1_000, { phase: 'loading' }),
      importReading(2_000, { phase: 'committing' }),
      importSummary(),
      importReading(0, { bytes_total: 0 }),
    ].map(doneShare);
    const expected = [0, 0.225, 0.5625, 0.425, 0.9, 1, 0];
    expect(shares.map((share) => Number(share.toFixed(4)))).toEqual(expected);
  });

  it('WEB-34 never decreases, also when the import restarts after a lost worker', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 8 }),
        (steps) => {
          // One object per state, as in the cache: a new object is a new state.
          const { result, rerender } = renderHook(({ summary }) => useProgress(summary), {
            initialProps: { summary: importReading(0) },
          });
          let last = result.current.share;
          for (const done of steps) {
            const summary = importReading(done);
            act(() => rerender({ summary }));
            expect(result.current.share).toBeGreaterThanOrEqual(last);
            last = result.current.share;
          }
          expect(last).toBeCloseTo((0.45 * Math.max(...steps)) / 2_000);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('WEB-38 shows the ended state, else what was pushed; a queued import moves without a push', () => {
    const asked = importReading(500);
    const pushed = importReading(900);
    const queued = importReading(0, { status: 'queued' });
    const ended = importSummary();
    expect(withPushed(asked, pushed)).toEqual(pushed);
    expect(withPushed(ended, pushed)).toBe(ended);
    expect(withPushed(asked, ended)).toBe(ended);
    expect(withPushed(queued, { ...queued, queue_place: 9 })).toBe(queued);
    expect([ended, pushed].map(hasEnded)).toEqual([true, false]);
  });
});
