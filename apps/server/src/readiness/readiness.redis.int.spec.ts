import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { freePort } from '@portal/testing/free-port';
import { signIn } from '@portal/testing/sign-in';
import { afterEach, describe, expect, it } from 'vitest';
import { get, problemIn } from '../testing/requests.js';
import { addWorker } from '../testing/worker.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

const redisUrl = process.env['PORTAL_TEST_REDIS_URL'];

/** A way to Redis that can be cut. */
class Relay {
  private readonly open = new Set<Socket>();
  private server = this.make();

  constructor(
    readonly port: number,
    private readonly target: URL,
  ) {}

  async start(): Promise<void> {
    this.server = this.make();
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await closed;
  }

  private make() {
    return createServer((from) => {
      const to = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [from, to]) {
        this.open.add(socket);
        socket
          .on('error', () => undefined)
          .once('close', () => {
            this.open.delete(socket);
            from.destroy();
            to.destroy();
          });
      }
      from.pipe(to).pipe(from);
    });
  }
}

describe.runIf(redisUrl !== undefined)('without Redis', () => {
  let server: TestServer;
  let relay: Relay;

  afterEach(async () => {
    await relay.start().catch(() => undefined);
    await server.stop();
    await relay.cut();
  });

  it('OPS-12 OPS-14 a server is degraded, serves requests, and refuses uploads', async () => {
    relay = new Relay(await freePort(), new URL(redisUrl ?? ''));
    await relay.start();
    server = await startTestServer({
      config: { redisUrl: `redis://127.0.0.1:${relay.port}${new URL(redisUrl ?? '').pathname}` },
    });
    await addWorker(server.db);
    const { access_token: token } = await signIn(server.baseUrl, 'admin@example.com');
    const status = async (): Promise<unknown> => {
      const ready = await get(`${server.baseUrl}/health/ready`);
      return [ready.status, ((await ready.json()) as { status: string }).status];
    };
    const upload = (): Promise<Response> => {
      const body = new FormData();
      body.set('file', new Blob(['[]']), 'tasks.json');
      return fetch(`${server.baseUrl}/api/v1/tasks/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, prefer: 'respond-async' },
        body,
      });
    };
    expect(await status()).toEqual([200, 'ok']);
    await relay.cut();
    await expect.poll(status).toEqual([200, 'degraded']);
    expect((await get(`${server.baseUrl}/api/v1/projects/`, token)).status).toBe(200);
    await signIn(server.baseUrl, 'lead@example.com');
    const refused = await upload();
    expect(refused.status).toBe(503);
    expect((await problemIn(refused)).detail).toContain('queue cannot be reached');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await relay.start();
    await expect.poll(status).toEqual([200, 'ok']);
    expect((await upload()).status).toBe(202);
  });
});
