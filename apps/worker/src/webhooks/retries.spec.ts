import { describe, expect, it } from 'vitest';
import { pauseAfter, secondsOf } from './retries.js';

describe('retries', () => {
  it('HOOK-14 wait longer each time, with up to a tenth more, and end after the tenth try', () => {
    const pauses = Array.from({ length: 10 }, (_, n) => pauseAfter(n + 1, 0, 0));
    const hours = [2, 5, 10, 14, 20, 24].map((one) => one * 3600);
    expect(pauses).toEqual([5, 300, 1800, ...hours, null]);
    expect(pauseAfter(1, 0, 1)).toBe(5.5);
  });

  it('HOOK-15 wait as long as the receiver asks, and at most a day', () => {
    const now = new Date('2026-06-10T19:00:00Z');
    expect(secondsOf('120', now)).toBe(120);
    expect(secondsOf('Wed, 10 Jun 2026 19:10:00 GMT', now)).toBe(600);
    for (const none of [undefined, 'soon', '-5', 'Wed, 10 Jun 2020 19:10:00 GMT']) {
      expect([none, secondsOf(none, now)]).toEqual([none, 0]);
    }
    expect(secondsOf('99999999999', now)).toBe(86_400);
    expect(pauseAfter(1, 120, 0)).toBe(120);
    expect(pauseAfter(2, 120, 0)).toBe(300);
  });
});
