import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@portal/platform/logging';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dropStalledSockets } from './stalled-sockets.js';

const SAMPLES = 8;
const MEBIBYTE = 'x'.repeat(1024 * 1024);

const http = createServer();
const server = new Server(http);
let stop: () => void;
let url: string;
const clients: Client[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  // Samples are taken when the test says so: how fast this machine sends does not matter.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  stop = dropStalledSockets(server, createLogger('test', 'silent'), {
    sampleMs: 1,
    samples: SAMPLES,
  });
});
afterAll(async () => {
  stop();
  vi.useRealTimers();
  for (const { ws } of clients) ws.terminate();
  await server.close();
});

interface Client {
  readonly id: string;
  readonly socket: Socket;
  /** Pausing stops reading from the network, like a suspended client. */
  readonly ws: { pause(): void; resume(): void; terminate(): void };
}

async function connect(): Promise<Client> {
  const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const { transport } = socket.io.engine as { transport: { ws?: Client['ws'] } };
  if (!transport.ws) throw new Error('not a websocket');
  const client = { id: socket.id ?? '', socket, ws: transport.ws };
  clients.push(client);
  return client;
}

/** Reads `count` states, and no more until the next call. */
async function read({ socket, ws }: Client, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const state = new Promise((resolve) => socket.once('state', resolve));
    ws.resume();
    await state;
  }
  ws.pause();
}

describe('stalled connections', () => {
  it('LIVE-23 disconnects clients that stop reading, and not those that read slowly', async () => {
    const [stalled, slow] = [await connect(), await connect()];
    for (const { ws } of [stalled, slow]) ws.pause();
    // The second batch waits until the first is sent; it is one write for the system.
    for (let n = 0; n < 40; n++) server.emit('state', MEBIBYTE);
    const connected = () => [stalled, slow].map(({ id }) => server.of('/').sockets.has(id));
    expect(connected()).toEqual([true, true]);
    for (let sample = 0; sample < 2 * SAMPLES; sample++) {
      await read(slow, 2);
      vi.advanceTimersByTime(1);
    }
    expect(connected()).toEqual([false, true]);
    await read(slow, 40 - 4 * SAMPLES);
    expect(slow.socket.connected).toBe(true);
  });
});
