import { describe, expect, it } from 'vitest';
import { inTime } from './in-time.js';

describe('work that is waited for', () => {
  it('OPS-1 gives what it gives when it is in time, and fails as it fails', async () => {
    expect(await inTime(Promise.resolve(7), 10_000)).toBe(7);
    await expect(inTime(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
  });

  it('OPS-1 is given up when it never ends', async () => {
    await expect(inTime(new Promise(() => undefined), 5)).rejects.toThrow('within 5 ms');
  });
});
