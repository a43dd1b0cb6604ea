import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error';
import { RecordChanges } from './record-changes';

let client: QueryClient;
let changes: RecordChanges;
const stops: (() => void)[] = [];

/** A list on the screen; it counts its requests, and `answer` ends the one that waits. */
async function list(name: string, reads: readonly ('role' | 'pod')[]) {
  const waiting: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: [name],
    meta: { reads },
    queryFn: () => new Promise<number>((resolve) => waiting.push(() => resolve(waiting.length))),
  });
  stops.push(observer.subscribe(() => undefined));
  const answer = async () => {
    waiting.at(-1)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  await answer();
  return { answer, requests: () => waiting.length };
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  changes = new RecordChanges(client);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  changes.close();
  vi.useRealTimers();
});

describe('changed records', () => {
  it('WEB-93 load the lists again that show them, at once', async () => {
    const [roles, pods] = [await list('roles', ['role']), await list('pods', ['pod'])];
    changes.add(['role']);
    await pass(0);
    expect([roles.requests(), pods.requests()]).toEqual([2, 1]);
  });

  /** A list on the screen whose second and third request fail. */
  async function failing(error: Error) {
    let requests = 0;
    const observer = new QueryObserver(client, {
      queryKey: ['members'],
      meta: { reads: ['pod_member'] },
      queryFn: () => {
        requests += 1;
        if (requests === 2 || requests === 3) throw error;
        return requests;
      },
      retry: false,
    });
    stops.push(observer.subscribe(() => undefined));
    await pass(0);
    changes.add(['pod_member']);
    await pass(60_000);
    return { requests, shown: observer.getCurrentResult() };
  }

  it('PODPAGE-29 load a list again after a failure, until it succeeds', async () => {
    const { requests, shown } = await failing(new Error('lost'));
    expect(requests).toBe(4);
    expect(shown.data).toBe(4);
  });

  it('PODPAGE-29 do not load again what the server refuses', async () => {
    const gone = new ApiError('Resource not found', { status: 404, code: 'not-found' });
    const { requests, shown } = await failing(gone);
    expect(requests).toBe(2);
    expect(shown.error).toBe(gone);
  });

  it('WEB-93 load a list at most once a second, and the last change is never missed', async () => {
    const roles = await list('roles', ['role']);
    changes.add(['role']);
    await pass(0);
    // The list that is under way may have been read before this change.
    changes.add(['role']);
    await pass(5_000);
    expect(roles.requests()).toBe(2);
    await roles.answer();
    await pass(1_000);
    expect(roles.requests()).toBe(3);
    await roles.answer();
    await pass(5_000);
    expect(roles.requests()).toBe(3);
  });
});
