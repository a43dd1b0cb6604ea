import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExpiryClock } from './expiry-clock.js';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-01-05T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

function setUp() {
  const events: string[] = [];
  const clock = new ExpiryClock({
    warn: () => events.push('warn'),
    expire: () => events.push('expire'),
  });
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
  return { events, clock, inSeconds };
}

describe('ExpiryClock', () => {
  it('LIVE-19 warns 60 seconds before a token expires, then reports its expiry', () => {
    const { events, clock, inSeconds } = setUp();
    clock.set(inSeconds(900));
    vi.advanceTimersByTime(839_999);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['warn']);
    vi.advanceTimersByTime(59_999);
    expect(events).toEqual(['warn']);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['warn', 'expire']);
  });

  it('LIVE-19 warns immediately if less time is left', () => {
    const { events, clock, inSeconds } = setUp();
    clock.set(inSeconds(5));
    vi.advanceTimersByTime(0);
    expect(events).toEqual(['warn']);
    vi.advanceTimersByTime(5000);
    expect(events).toEqual(['warn', 'expire']);
  });

  it('LIVE-19 starts over with a new token', () => {
    const { events, clock, inSeconds } = setUp();
    clock.set(inSeconds(70));
    vi.advanceTimersByTime(20_000);
    clock.set(inSeconds(900));
    vi.advanceTimersByTime(100_000);
    expect(events).toEqual(['warn']);
  });

  it('LIVE-19 waits for an expiry beyond the maximum of a timer', () => {
    const { events, clock, inSeconds } = setUp();
    const year = 366 * 86_400;
    clock.set(inSeconds(year));
    vi.advanceTimersByTime((year - 61) * 1000);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(61_000);
    expect(events).toEqual(['warn', 'expire']);
  });

  it('LIVE-19 ignores a token without expiry', () => {
    const { events, clock } = setUp();
    clock.set(null);
    vi.advanceTimersByTime(1e12);
    expect(events).toEqual([]);
  });
});
