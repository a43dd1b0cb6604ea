import { describe, expect, it } from 'vitest';
import { withTimeout } from './with-timeout.js';

describe('work with a timeout', () => {
  it('OPS-1 returns its result in time, and rejects with its error', async () => {
    expect(await withTimeout(Promise.resolve(7), 10_000)).toBe(7);
    await expect(withTimeout(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
  });

  it('OPS-1 times out if it never ends', async () => {
    await expect(withTimeout(new Promise(() => undefined), 5)).rejects.toThrow('within 5 ms');
  });
});
