import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Repetition } from './repetition.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('SYS-295 reports the same error once a minute, another one at once, and goes on', async () => {
  let message = 'no table';
  let runs = 0;
  const reported: string[] = [];
  const repetition = new Repetition(
    1_000,
    () => {
      runs += 1;
      return Promise.reject(new Error(message));
    },
    (error) => reported.push(String(error)),
  );
  await vi.advanceTimersByTimeAsync(30_000);
  expect(runs).toBe(31);
  expect(reported).toEqual(['Error: no table']);
  message = 'no function';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reported).toEqual(['Error: no table', 'Error: no function']);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(reported).toEqual(['Error: no table', 'Error: no function', 'Error: no function']);
  await repetition.stop();
});

it('ALERT-21 runs at once when it is woken, and again if it was running', async () => {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((end) => void ends.push(end));
  const repetition = new Repetition(1_000_000, work, () => undefined);
  repetition.wake();
  repetition.wake();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  repetition.wake();
  expect(ends).toHaveLength(3);
  const stopped = repetition.stop();
  repetition.wake();
  ends[2]?.();
  await stopped;
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(3);
});
