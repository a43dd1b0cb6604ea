import { describe, expect, it } from 'vitest';
import { waitSecondsOf } from './prefer.js';

describe('waitSecondsOf', () => {
  it('UP-4 waits 30 seconds by default, N seconds for `wait=N`, and not at all for `respond-async`', () => {
    expect(waitSecondsOf(undefined)).toBe(30);
    expect(waitSecondsOf('wait=5')).toBe(5);
    expect(waitSecondsOf('Wait = "7"')).toBe(7);
    expect(waitSecondsOf('respond-async')).toBe(0);
    expect(waitSecondsOf(['handling=strict', 'respond-async, wait=9'])).toBe(0);
  });

  it('UP-4 waits five minutes at most, and ignores unknown preferences', () => {
    expect(waitSecondsOf('wait=86400')).toBe(300);
    expect(waitSecondsOf('wait=soon')).toBe(30);
    expect(waitSecondsOf('wait=-1, return=minimal')).toBe(30);
  });
});
