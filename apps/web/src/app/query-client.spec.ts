import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { ApiError, networkError } from '../lib/api-error';
import { invalidate } from '../lib/invalidate';
import { useToastStore } from '../ui/toast-store';
import { createQueryClient } from './query-client';

const toast = () => useToastStore.getState().toast;
const META = { failed: 'Error updating item', succeeded: 'Item updated successfully' };

/** Runs a mutation that ends like this. */
async function run(end: () => Promise<void>, meta?: typeof META): Promise<void> {
  const mutation = createQueryClient()
    .getMutationCache()
    .build(createQueryClient(), { mutationFn: end, ...(meta && { meta }) });
  await mutation.execute(undefined).catch(() => undefined);
}
const fails = (reason: ApiError) => async () => {
  throw reason;
};

beforeEach(() => useToastStore.getState().hide());

describe('results of mutations', () => {
  it('WEB-45 shows the text of the action after a success', async () => {
    await run(() => Promise.resolve(), META);
    expect(toast()).toMatchObject({ message: META.succeeded, type: 'success', show: true });
  });

  it('WEB-45 shows the detail of the server after a refusal, without a retry', async () => {
    const refusal = new ApiError('The name is taken', { status: 409, code: 'conflict' });
    await run(fails(refusal), META);
    expect(toast()).toMatchObject({ message: 'The name is taken', type: 'error', show: true });
    expect(toast().action).toBeUndefined();
  });

  it('WEB-45 shows the text of the action without a detail, and offers to retry', async () => {
    let attempts = 0;
    await run(async () => {
      attempts += 1;
      const lost = new ApiError('No response', { status: 0, code: 'network' });
      if (attempts === 1) throw lost;
    }, META);
    expect(toast()).toMatchObject({ message: META.failed, type: 'error' });
    toast().action?.run();
    await expect.poll(() => toast().message).toBe(META.succeeded);
    expect(attempts).toBe(2);
  });

  it('WEB-159 offers no retry of a change whose response is of another version', async () => {
    await run(fails(new ApiError('No', { status: 200, code: 'unexpected-response' })), META);
    expect(toast()?.action).toBeUndefined();
  });

  it('WEB-45 shows nothing for a mutation without texts', async () => {
    await run(fails(new ApiError('Broken', { status: 500, code: 'internal' })));
    await run(() => Promise.resolve());
    expect(toast().show).toBe(false);
  });
});

describe('a first answer that is a failure', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    { name: 'may pass', status: 503, asked: 3 },
    { name: 'is of a server of another version', status: 200, asked: 3 },
    { name: 'is a refusal', status: 403, asked: 1 },
  ])(
    'WEB-122 WEB-159 is asked for again until it succeeds, if it $name',
    async ({ status, asked }) => {
      const client = createQueryClient();
      let calls = 0;
      const observer = new QueryObserver(client, {
        queryKey: ['numbers'],
        queryFn: async () => {
          calls += 1;
          const code = status === 200 ? 'unexpected-response' : 'internal';
          if (calls < 3) throw new ApiError('No', { status, code });
          return calls;
        },
        retry: false,
      });
      const stop = observer.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(300_000);
      expect(calls).toBe(asked);
      stop();
      client.clear();
    },
  );

  it('WEB-122 is asked for again when a busy server says', async () => {
    const client = createQueryClient();
    let calls = 0;
    const observer = new QueryObserver(client, {
      queryKey: ['list'],
      queryFn: async () => {
        calls += 1;
        const retryAt = Date.now() + 10_000;
        if (calls < 2)
          throw new ApiError('Busy', { status: 429, code: 'too-many-requests', retryAt });
        return calls;
      },
    });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(observer.getCurrentResult().isError).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(observer.getCurrentResult().data).toBe(2);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(calls).toBe(2);
    stop();
    client.clear();
  });
});

describe('in a hidden tab', () => {
  afterEach(() => focusManager.setFocused(undefined));

  it('WEB-92 nothing is fetched until the tab is shown again', async () => {
    let calls = 0;
    const client = createQueryClient();
    client.mount();
    const observer = new QueryObserver(client, {
      queryKey: ['numbers'],
      queryFn: () => Promise.resolve((calls += 1)),
      refetchInterval: 1,
    });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => calls).toBeGreaterThan(2);
    focusManager.setFocused(false);
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    observer.setOptions({ ...observer.options, refetchInterval: false });
    const before = calls;
    await invalidate(client);
    expect(calls).toBe(before);
    focusManager.setFocused(true);
    await expect.poll(() => calls).toBe(before + 1);
    stop();
    client.unmount();
  });
});

describe('without a network', () => {
  afterEach(() => onlineManager.setOnline(true));

  it('WEB-68 a query fails instead of waiting, and loads again with the network', async () => {
    let online = false;
    const client = createQueryClient();
    client.mount();
    const observer = new QueryObserver(client, {
      queryKey: ['numbers', 'new filter'],
      queryFn: () => (online ? Promise.resolve(7) : Promise.reject(networkError())),
      placeholderData: 3,
      retryDelay: 0,
    });
    const stop = observer.subscribe(() => undefined);
    onlineManager.setOnline(false);
    await expect.poll(() => observer.getCurrentResult().status).toBe('error');
    expect(observer.getCurrentResult().data).toBeUndefined();
    online = true;
    onlineManager.setOnline(true);
    await expect.poll(() => observer.getCurrentResult().data).toBe(7);
    stop();
    client.unmount();
  });

  it('WEB-68 a mutation fails with its toast', async () => {
    onlineManager.setOnline(false);
    await run(fails(networkError()), META);
    expect(toast()).toMatchObject({ message: META.failed, type: 'error' });
  });
});
