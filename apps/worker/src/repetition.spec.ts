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
