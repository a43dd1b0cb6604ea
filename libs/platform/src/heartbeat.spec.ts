import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isBeating, startHeartbeat } from './heartbeat.js';

describe('the heartbeat', () => {
  it('RUN-19 is recent while its process is alive, and stale when it hangs or ends', () => {
    const dir = mkdtempSync(join(tmpdir(), 'portal-heartbeat-'));
    expect(isBeating(dir, 'worker')).toBe(false);
    const end = startHeartbeat(dir, 'worker');
    expect(isBeating(dir, 'worker')).toBe(true);
    expect(isBeating(dir, 'other')).toBe(false);
    expect(isBeating(dir, 'worker', Date.now() + 60_000)).toBe(false);
    end();
    expect(isBeating(dir, 'worker')).toBe(false);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('RUN-51 goes on when another process of the same name on this host stops', () => {
    vi.useFakeTimers();
    try {
      const dir = mkdtempSync(join(tmpdir(), 'portal-heartbeat-'));
      const endFirst = startHeartbeat(dir, 'worker');
      const endSecond = startHeartbeat(dir, 'worker');
      endFirst();
      vi.advanceTimersByTime(5_000);
      expect(isBeating(dir, 'worker')).toBe(true);
      rmSync(dir, { recursive: true });
      expect(() => vi.advanceTimersByTime(5_000)).not.toThrow();
      expect(isBeating(dir, 'worker')).toBe(false);
      endSecond();
    } finally {
      vi.useRealTimers();
    }
  });
});
