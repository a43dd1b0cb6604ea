import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSteadyOrder } from './steady-order';

describe('a steady order', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const order = (wanted: string[]) =>
    renderHook(({ keys, held }) => useSteadyOrder(keys, held).join(''), {
      initialProps: { keys: wanted, held: false },
    });

  it('LEAD-7 changes at most every two seconds, to the newest order', () => {
    const { result, rerender } = order(['a', 'b', 'c']);
    rerender({ keys: ['b', 'a', 'c'], held: false });
    pass(0);
    expect(result.current).toBe('bac');
    for (const keys of [
      ['c', 'b', 'a'],
      ['c', 'a', 'b'],
    ]) {
      rerender({ keys, held: false });
      pass(900);
      expect(result.current).toBe('bac');
    }
    pass(200);
    expect(result.current).toBe('cab');
  });

  it('LEAD-7 waits while it is held', () => {
    const { result, rerender } = order(['a', 'b']);
    rerender({ keys: ['b', 'a'], held: true });
    pass(60_000);
    expect(result.current).toBe('ab');
    rerender({ keys: ['b', 'a'], held: false });
    pass(0);
    expect(result.current).toBe('ba');
  });
});
