import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTween } from './use-tween';

function reducedMotion(wanted: boolean) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: wanted,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
}

afterEach(() => vi.restoreAllMocks());

describe('an animated number', () => {
  it('BOARD-17 passes through intermediate values to its target', async () => {
    reducedMotion(false);
    const seen = new Set<number>();
    const { result, rerender } = renderHook(
      ({ target }) => {
        const value = useTween(target);
        seen.add(value);
        return value;
      },
      { initialProps: { target: 100 } },
    );
    expect(result.current).toBe(100);
    rerender({ target: 200 });
    await waitFor(() => expect(result.current).toBe(200));
    const between = [...seen].filter((value) => value > 100 && value < 200);
    expect(between.length).toBeGreaterThan(0);
    expect(Math.min(...seen)).toBe(100);
    expect(Math.max(...seen)).toBe(200);
  });

  it('BOARD-17 changes without animation for users who prefer reduced motion', () => {
    reducedMotion(true);
    const { result, rerender } = renderHook(({ target }) => useTween(target), {
      initialProps: { target: 100 },
    });
    rerender({ target: 200 });
    expect(result.current).toBe(200);
  });
});
