import { LIVE_PATH } from '@portal/contracts/live';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { createUser, type TestUser } from '../../testing/user.js';
import { Watcher } from '../spec-support/watcher.js';
import { TokenBucket } from './token-bucket.js';

const CONNECTIONS = 6;
const EACH = 100;

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  ada = await createUser(server.db, 'ada@example.com');
});
afterAll(() => server.stop());

/** The most messages between two turns of the event loop while `storm` runs, and all of them. */
async function messagesDuring(
  storm: () => Promise<unknown>,
): Promise<{ most: number; all: number }> {
  const turns: number[] = [0];
  const next = (): void => {
    turns.push(0);
    turning = setImmediate(next);
  };
  let turning = setImmediate(next);
  const take = vi.spyOn(TokenBucket.prototype, 'take').mockImplementation(() => {
    turns.push((turns.pop() ?? 0) + 1);
    return false;
  });
  await storm();
  await vi.waitFor(() => expect(take.mock.calls.length).toBe(CONNECTIONS * EACH), PATIENCE);
  clearImmediate(turning);
  take.mockRestore();
  return { most: Math.max(...turns), all: turns.reduce((sum, count) => sum + count) };
}

describe('a storm of messages', () => {
  it('LIVE-60 has one message of each connection in a turn, so that other requests are answered', async () => {
    const open = () => new Watcher(server.baseUrl, ada.token).connected();
    const watchers = await Promise.all(Array.from({ length: CONNECTIONS }, open));
    const { most, all } = await messagesDuring(() =>
      Promise.all(
        watchers.flatMap((watcher) =>
          Array.from({ length: EACH }, () => watcher.send('subscribe', { project_id: 1 })),
        ),
      ),
    );
    expect(all).toBe(CONNECTIONS * EACH);
    // A turn as it is counted here can have the end of one turn and the start of the next.
    expect(most).toBeLessThanOrEqual(2 * CONNECTIONS);
    for (const watcher of watchers) watcher.close();
  });

  it('LIVE-60 has the messages of one polling request in a turn', async () => {
    const url = `${server.baseUrl}${LIVE_PATH}/?EIO=4&transport=polling`;
    const open = async () => {
      const sid = /"sid":"([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
      const session = `${url}&sid=${sid}`;
      await fetch(session, { method: 'POST', body: `40${JSON.stringify({ token: ada.token })}` });
      await (await fetch(session)).text();
      return session;
    };
    const sessions = await Promise.all(Array.from({ length: CONNECTIONS }, open));
    const body = Array.from({ length: EACH }, (_, n) => `42${n}["subscribe",{"project_id":1}]`);
    const { most, all } = await messagesDuring(() =>
      Promise.all(
        sessions.map((session) => fetch(session, { method: 'POST', body: body.join('\u{1e}') })),
      ),
    );
    expect(all).toBe(CONNECTIONS * EACH);
    expect(most).toBeLessThanOrEqual(2 * EACH);
  });
});
