import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from './logging.js';
import { OutageLog } from './outage-log.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line: string) => void lines.push(line) });
  const said = (): string[] =>
    lines.splice(0).map((line) => {
      const { level, msg, seconds, err } = JSON.parse(line) as Record<string, unknown>;
      const { message } = (err ?? {}) as { message?: string };
      return [level, msg, seconds ?? message].join(' ');
    });
  return { outages: new OutageLog(logger), said };
}

describe('an outage', () => {
  it('SYS-233 is one line that names the store, and one when it works again', async () => {
    const { outages, said } = setUp();
    outages.works('Redis');
    outages.failed('Redis', new Error('refused'));
    for (let second = 0; second < 30; second += 1) {
      outages.failed('Redis', new Error('again'));
      outages.failed('the database', new Error('away'));
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(said()).toEqual(['40 Redis fails refused', '40 the database fails away']);
    outages.works('Redis');
    outages.works('Redis');
    await vi.advanceTimersByTimeAsync(1000);
    expect(said()).toEqual(['30 Redis works again 31']);
    outages.failed('Redis', new Error('once more'));
    expect(said()).toEqual(['40 Redis fails once more']);
  });

  it('SYS-233 does not end while calls still fail', async () => {
    const { outages, said } = setUp();
    outages.failed('Redis', new Error('refused'));
    outages.works('Redis');
    await vi.advanceTimersByTimeAsync(500);
    outages.failed('Redis', new Error('again'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(said()).toEqual(['40 Redis fails refused']);
    outages.works('Redis');
    await vi.advanceTimersByTimeAsync(1000);
    expect(said()).toEqual(['30 Redis works again 7']);
  });
});
