import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MidnightClock } from './midnight-clock.js';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-07T20:00:00Z') }));
afterEach(() => vi.useRealTimers());

describe('MidnightClock', () => {
  it('LIVE-24 calls at each midnight of the zone, also across a daylight saving change', () => {
    const calls: string[] = [];
    const clock = new MidnightClock('America/Los_Angeles', () => {
      calls.push(new Date().toISOString());
    });
    clock.start();
    vi.advanceTimersByTime(3 * 86_400_000);
    expect(calls).toEqual([
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
      '2026-03-10T07:00:00.000Z',
    ]);
    clock.stop();
    vi.advanceTimersByTime(3 * 86_400_000);
    expect(calls).toHaveLength(3);
  });
});
