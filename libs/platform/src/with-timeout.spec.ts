import { describe, expect, it } from 'vitest';
import { withTimeout } from './with-timeout.js';

describe('work that is waited for', () => {
  it('OPS-1 gives what it gives when it is in time, and fails as it fails', async () => {
    expect(await withTimeout(Promise.resolve(7), 10_000)).toBe(7);
    await expect(withTimeout(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
  });

  it('OPS-1 is given up when it never ends', async () => {
    await expect(withTimeout(new Promise(() => undefined), 5)).rejects.toThrow('within 5 ms');
  });
});
