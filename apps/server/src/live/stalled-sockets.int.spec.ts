import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@portal/platform/logging';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dropStalledSockets } from './stalled-sockets.js';

const http = createServer();
const server = new Server(http);
let stop: () => void;
let url: string;
const clients: Socket[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  stop = dropStalledSockets(server, createLogger('test', 'silent'), { sampleMs: 100, samples: 8 });
});
afterAll(async () => {
  stop();
  for (const client of clients) client.disconnect();
  await server.close();
});

async function connect(): Promise<Socket> {
  const client = io(url, { transports: ['websocket'], reconnection: false, forceNew: true });
  clients.push(client);
  await new Promise<void>((resolve) => client.once('connect', resolve));
  return client;
}

/** Stops reading from the network, like a suspended client; returns the function that resumes. */
function suspend(client: Socket): () => void {
  const { transport } = client.io.engine as {
    transport: { ws?: { pause(): void; terminate(): void } };
  };
  const { ws } = transport;
  if (!ws) throw new Error('not a websocket');
  ws.pause();
  return () => ws.terminate();
}

describe('stalled connections', () => {
  it('LIVE-23 disconnects clients that stop reading, and no others', async () => {
    const [stalled, well] = [await connect(), await connect()];
    const { id } = stalled;
    const end = suspend(stalled);
    let received = 0;
    well.on('state', () => received++);
    const big = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 30; n++) server.emit('state', big);
    await vi.waitFor(() => expect(server.of('/').sockets.has(id ?? '')).toBe(false), 10_000);
    await vi.waitFor(() => expect(received).toBe(30), 10_000);
    expect(well.connected).toBe(true);
    end();
  });
});
