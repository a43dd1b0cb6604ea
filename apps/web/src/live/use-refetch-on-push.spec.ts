import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollInterval, useRefetchOnPush } from './use-refetch-on-push';

const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve());
const fetched = { data: { revision: 3 }, isFetching: false, isPlaceholderData: false };

describe('fetching after a push', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    refetch.mockClear();
  });
  afterEach(() => void vi.useRealTimers());

  const watch = (revision: number | undefined, isError = false) =>
    renderHook(({ pushed }) => useRefetchOnPush({ ...fetched, isError, refetch }, pushed), {
      initialProps: { pushed: revision },
    });
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

  it('WEB-44 fetches for a newer revision, at most once a second', () => {
    const hook = watch(undefined);
    pass(60_000);
    hook.rerender({ pushed: 3 });
    pass(60_000);
    expect(refetch).not.toHaveBeenCalled();
    hook.rerender({ pushed: 4 });
    pass(0);
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('WEB-44 polls unless the room is live', () => {
    expect(pollInterval({ kind: 'live', since: 1 })).toBe(false);
    expect(pollInterval({ kind: 'refused', since: 1, detail: 'No' })).toBe(30_000);
    for (const kind of ['connecting', 'reconnecting', 'stale'] as const) {
      expect(pollInterval({ kind, since: 1 })).toBe(30_000);
    }
  });
});
