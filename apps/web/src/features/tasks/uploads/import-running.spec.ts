import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStandstill } from './import-running';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('useStandstill', () => {
  it('WEB-40 is true when the value has not changed for a while', () => {
    const { result, rerender } = renderHook(({ value }) => useStandstill(value, 5_000), {
      initialProps: { value: '1' },
    });
    const pass = (milliseconds: number): void =>
      act(() => {
        vi.advanceTimersByTime(milliseconds);
      });
    pass(4_000);
    rerender({ value: '2' });
    pass(4_000);
    expect(result.current).toBe(false);
    pass(1_000);
    expect(result.current).toBe(true);
    rerender({ value: '3' });
    expect(result.current).toBe(false);
  });
});
