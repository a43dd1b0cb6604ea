import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyedThrottle } from './keyed-throttle.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const failures: string[] = [];
  const throttle = new KeyedThrottle(110, (_error, key) => failures.push(key));
  const runs: number[] = [];
  const run = async (): Promise<void> => {
    runs.push(Date.now());
  };
  return { throttle, run, runs, failures };
}

describe('KeyedThrottle', () => {
  it('LIVE-8 runs immediately when idle', () => {
    const { throttle, run, runs } = setUp();
    throttle.request('a', run);
    expect(runs).toHaveLength(1);
  });

  it('LIVE-8 runs at most ten times a second and once more after the last request', async () => {
    const { throttle, run, runs } = setUp();
    for (let ms = 0; ms < 1000; ms++) {
      throttle.request('a', run);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(runs.length).toBeLessThanOrEqual(10);
    const last = Date.now();
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs.at(-1)).toBeGreaterThanOrEqual(last);
    expect(runs.length).toBeLessThanOrEqual(11);
  });

  it('LIVE-8 counts the interval from the end of a slow run, and runs again after it', async () => {
    const { throttle } = setUp();
    const began: number[] = [];
    const slow = async (): Promise<void> => {
      began.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 250));
    };
    throttle.request('a', slow);
    await vi.advanceTimersByTimeAsync(10);
    throttle.request('a', slow);
    await vi.advanceTimersByTimeAsync(2000);
    expect(began).toHaveLength(2);
    expect((began[1] ?? 0) - (began[0] ?? 0)).toBe(360);
  });

  it('LIVE-8 limits each key separately', () => {
    const { throttle, run, runs } = setUp();
    throttle.request('a', run);
    throttle.request('b', run);
    expect(runs).toHaveLength(2);
  });

  it('SYS-226 tells a run when it was first requested, also after a failure', async () => {
    const { throttle } = setUp();
    const waited: number[] = [];
    let fails = true;
    const run = async (since: number): Promise<void> => {
      waited.push(Math.round(performance.now() - since));
      if (waited.length === 2 && fails) {
        fails = false;
        throw new Error('away');
      }
    };
    throttle.request('a', run);
    await vi.advanceTimersByTimeAsync(10);
    throttle.request('a', run);
    await vi.advanceTimersByTimeAsync(50);
    throttle.request('a', run);
    await vi.advanceTimersByTimeAsync(3000);
    expect(waited).toEqual([0, 100, 1100]);
  });

  it('LIVE-9 retries a failed run without another request', async () => {
    const { throttle, failures } = setUp();
    let attempts = 0;
    throttle.request('a', async () => {
      if (++attempts < 3) throw new Error('the database is unavailable');
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(attempts).toBe(3);
    expect(failures).toEqual(['a', 'a']);
  });

  it('LIVE-8 runs nothing after stop', async () => {
    const { throttle, run, runs } = setUp();
    throttle.request('a', run);
    throttle.request('a', run);
    throttle.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toHaveLength(1);
  });
});
