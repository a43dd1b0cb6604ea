import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.js';

describe('TokenBucket', () => {
  it('LIVE-7 allows a burst, then the configured rate', () => {
    let now = 0;
    const gate = new TokenBucket(3, 10, () => now);
    expect([gate.take(), gate.take(), gate.take(), gate.take()]).toEqual([true, true, true, false]);
    now += 100;
    expect([gate.take(), gate.take()]).toEqual([true, false]);
  });

  it('LIVE-7 never exceeds burst and rate', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { maxLength: 200 }), (pauses) => {
        let now = 0;
        const gate = new TokenBucket(5, 10, () => now);
        let passed = 0;
        for (const pause of pauses) {
          now += pause;
          if (gate.take()) passed++;
        }
        expect(passed).toBeLessThanOrEqual(5 + now / 100);
      }),
    );
  });
});
