import type { Stamp } from '@portal/contracts/stamp';
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkError } from '../lib/api-error';
import { useLiveStore } from './live-store';
import { pollInterval, useLiveQuery, usePolling, useRefetchOnPush } from './live-query';

const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve());
const at = (revision: number, epoch = 'one') => ({ epoch, revision });
const fetched = { data: at(3), isFetching: false };

describe('fetching after a push', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    refetch.mockClear();
  });
  afterEach(() => {
    act(() => useLiveStore.getState().off());
    act(() => focusManager.setFocused(undefined));
    vi.useRealTimers();
  });

  const watch = (stamp: Stamp | undefined, isError = false) =>
    renderHook(({ pushed }) => useRefetchOnPush({ ...fetched, isError, refetch }, pushed), {
      initialProps: { pushed: stamp },
    });
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

  it('WEB-44 fetches for a newer revision, at most once a second', () => {
    const hook = watch(undefined);
    pass(60_000);
    hook.rerender({ pushed: at(3) });
    pass(60_000);
    expect(refetch).not.toHaveBeenCalled();
    hook.rerender({ pushed: at(4) });
    pass(0);
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a second', false, 1_000],
    ['ten seconds after a failure', true, 10_000],
  ])('WEB-44 fetches at most once in %s, however much is pushed', (_name, isError, pause) => {
    const hook = renderHook(
      ({ data }) => useRefetchOnPush({ ...fetched, data, isError, refetch }, at(9)),
      { initialProps: { data: at(3) } },
    );
    pass(0);
    expect(refetch).toHaveBeenCalledTimes(1);
    hook.rerender({ data: at(9) });
    hook.rerender({ data: at(4) });
    pass(pause - 1);
    expect(refetch).toHaveBeenCalledTimes(1);
    pass(1);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it('WEB-70 fetches on a live connection for a state of another epoch, whatever its revision', () => {
    const hook = watch(at(2, 'two'));
    pass(60_000);
    // Without a connection the data may be newer than the last pushed state.
    expect(refetch).not.toHaveBeenCalled();
    act(() => useLiveStore.getState().connected(0));
    pass(0);
    expect(refetch).toHaveBeenCalledTimes(1);
    hook.rerender({ pushed: at(2) });
    pass(60_000);
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('WEB-92 fetches nothing in a hidden tab, and at once when it is shown again', () => {
    act(() => focusManager.setFocused(false));
    watch(at(4));
    const poll = vi.fn<() => void>();
    renderHook(() => usePolling(30_000, poll));
    pass(120_000);
    expect([refetch, poll].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    act(() => focusManager.setFocused(true));
    pass(0);
    expect([refetch, poll].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    pass(30_000);
    expect(poll).toHaveBeenCalledTimes(2);
  });

  it('WEB-122 asks for numbers again whose first answer failed, also in a live room', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    let calls = 0;
    const queryFn = async () => {
      calls += 1;
      if (calls === 1) throw networkError();
      return at(1);
    };
    const updates = { room: { kind: 'live', since: 1 }, pushed: at(1) } as const;
    const hook = renderHook(() => useLiveQuery(updates, { queryKey: ['numbers'], queryFn }), {
      wrapper: ({ children }) => createElement(QueryClientProvider, { client }, children),
    });
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(hook.result.current.data).toEqual(at(1));
    expect(calls).toBe(2);
    hook.unmount();
    client.clear();
  });

  it('WEB-44 polls unless the room is live', () => {
    expect(pollInterval({ kind: 'live', since: 1 })).toBe(false);
    expect(pollInterval({ kind: 'refused', since: 1, detail: 'No' })).toBe(30_000);
    for (const kind of ['connecting', 'reconnecting', 'stale'] as const) {
      expect(pollInterval({ kind, since: 1 })).toBe(30_000);
    }
  });
});
