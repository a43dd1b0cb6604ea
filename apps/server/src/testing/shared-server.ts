import type { Server } from 'node:http';
import { type KeptState, keepState } from '@portal/testing/kept-state';
import { PATIENCE } from '@portal/testing/patience';
import { expect, vi } from 'vitest';
import { sandboxReady } from './sandbox-ready.js';
import { startTestServer, type TestServer } from './test-server.js';

interface SharedServer {
  readonly server: TestServer;
  readonly start: KeptState;
  /** Requests without a response, and open WebSockets. */
  readonly open: ReadonlySet<string>;
}

let shared: Promise<SharedServer> | null = null;
/** The spec that uses it. */
let user: string | undefined;
let isInUse = false;

/**
 * The server that the specs of this process share, one after another. Its database is that of a new server, and its
 * epoch is a new one. `stop` leaves it to the next spec; it fails if a request, a WebSocket or a transaction is open.
 */
export async function sharedServer(): Promise<TestServer> {
  const { testPath } = expect.getState();
  if (isInUse) {
    if (user === testPath) throw new Error('this spec uses the shared server already');
    // The spec before has failed to leave it.
    await discard();
  }
  const isNew = shared === null;
  shared ??= share();
  const { server, start, open } = await shared;
  if (!isNew) await start.restore();
  [user, isInUse] = [testPath, true];
  return {
    ...server,
    async stop() {
      vi.useRealTimers();
      vi.restoreAllMocks();
      await vi.waitFor(
        async () => expect([...open, ...(await start.running())]).toEqual([]),
        PATIENCE,
      );
      isInUse = false;
    },
  };
}

/** It ends with this process, and its database with the run. */
async function share(): Promise<SharedServer> {
  const server = await startTestServer();
  await sandboxReady(server);
  return { server, start: await keepState(server.config.databaseUrl), open: openAt(server) };
}

async function discard(): Promise<void> {
  const left = await shared;
  shared = null;
  await left?.server.stop();
}

function openAt({ app }: TestServer): ReadonlySet<string> {
  const open = new Set<string>();
  const http: Server = app.getHttpServer();
  let count = 0;
  http.on('request', ({ method, url }, response) => {
    const name = `${(count += 1)}: ${method} ${url}`;
    open.add(name);
    response.once('close', () => open.delete(name));
  });
  http.on('upgrade', ({ url }, socket) => {
    const name = `${(count += 1)}: ${url}`;
    open.add(name);
    socket.once('close', () => open.delete(name));
  });
  return open;
}
