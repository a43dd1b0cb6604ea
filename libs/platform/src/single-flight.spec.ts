import { describe, expect, it } from 'vitest';
import { SingleFlight } from './single-flight.js';

/** Reads that resolve on demand; each returns its number. */
function setUp() {
  const ends: (() => void)[] = [];
  const reads = new SingleFlight<number>();
  const read = (): Promise<number> =>
    new Promise((resolve) => {
      const number = ends.length + 1;
      ends.push(() => resolve(number));
    });
  return { ends, get: (key = 'a') => reads.get(key, read) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('SingleFlight', () => {
  it('LIVE-25 gives callers during a read one shared next read', async () => {
    const { ends, get } = setUp();
    const first = get();
    const during = [get(), get(), get()];
    ends[0]?.();
    expect(await first).toBe(1);
    await settled();
    expect(ends).toHaveLength(2);
    const later = get();
    ends[1]?.();
    expect(await Promise.all(during)).toEqual([2, 2, 2]);
    await settled();
    ends[2]?.();
    expect(await later).toBe(3);
  });

  it('LIVE-25 reads again when idle, and each key separately', async () => {
    const { ends, get } = setUp();
    const one = get('a');
    const other = get('b');
    ends[0]?.();
    ends[1]?.();
    expect(await Promise.all([one, other])).toEqual([1, 2]);
    await settled();
    const again = get('a');
    ends[2]?.();
    expect(await again).toBe(3);
  });

  it('LIVE-25 passes the error of a failed read only to its own callers', async () => {
    const reads = new SingleFlight<string>();
    const failing = reads.get('a', () => Promise.reject(new Error('away')));
    const next = reads.get('a', () => Promise.resolve('back'));
    await expect(failing).rejects.toThrow('away');
    expect(await next).toBe('back');
  });
});
