import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { post, type PostOptions } from './post.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const serve = (listener: RequestListener) => listen(createServer(listener));
const send = (url: string, options: Partial<PostOptions> = {}) =>
  post(
    { url, headers: { 'webhook-id': '1' }, body: '{}' },
    {
      ...{ isPublic: false, timeoutMs: 10_000 },
      ...options,
    },
  );
const resolvingTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

describe('the request of a webhook', () => {
  it('HOOK-16 refuses in production what the name leads to, if any of it is private', async () => {
    let requests = 0;
    const port = await serve((_request, response) => {
      requests++;
      response.end();
    });
    for (const addresses of [
      ['127.0.0.1'],
      ['10.0.0.1'],
      ['169.254.169.254'],
      ['0.0.0.0'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['fd00:ec2::254'],
      ['8.8.8.8', '192.168.0.1'],
    ]) {
      const sent = send(`https://example.com:${port}/`, {
        isPublic: true,
        resolve: resolvingTo(...addresses),
      });
      await expect(sent).rejects.toThrow('The name leads to a private address');
    }
    for (const host of ['127.0.0.1', '[::1]', '2130706433', '[::ffff:7f00:1]', 'localhost']) {
      await expect(send(`https://${host}:${port}/`, { isPublic: true })).rejects.toThrow('The URL');
    }
    await expect(
      send(`https://example.com:${port}/`, { isPublic: true, resolve: resolvingTo() }),
    ).rejects.toThrow('no address');
    expect(requests).toBe(0);
  });

  it('HOOK-16 connects to the address that was asked for, which is asked for once', async () => {
    const port = await serve((request, response) => response.end(request.headers.host));
    let asked = 0;
    const answer = await send(`http://somewhere.example:${port}/`, {
      resolve: () => {
        asked++;
        // Asked again, the name would lead elsewhere.
        return Promise.resolve([asked === 1 ? '127.0.0.1' : '192.0.2.1']);
      },
    });
    expect(answer).toMatchObject({ status: 200, text: `somewhere.example:${port}` });
    expect(asked).toBe(1);
  });

  it('HOOK-16 follows no redirect', async () => {
    const paths: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/other' }).end();
    });
    expect(await send(`http://127.0.0.1:${port}/hook`)).toMatchObject({ status: 302 });
    expect(paths).toEqual(['/hook']);
  });

  it('HOOK-16 verifies certificates', async () => {
    const tls: unknown = createRequire(import.meta.url)('smtp-server/lib/tls-options.js');
    const { key, cert } = z
      .object({ key: z.string(), cert: z.string() })
      .parse((tls as () => unknown)());
    const port = await listen(
      createSecureServer({ key, cert }, (_request, response) => {
        response.end();
      }),
    );
    await expect(send(`https://localhost:${port}/`)).rejects.toThrow(/CERT|ALTNAME|SIGNED/);
  });

  it('HOOK-17 keeps the first kilobyte of a huge answer and reads no more', async () => {
    const port = await serve((_request, response) => {
      const more = (): void => {
        while (response.write('ab\0'.repeat(10_000)));
        response.once('drain', more);
      };
      more();
    });
    const { status, text } = await send(`http://127.0.0.1:${port}/`);
    expect([status, text.length, text.includes('\0')]).toEqual([200, 683, false]);
  });

  it('HOOK-17 gives up when the time is over, whatever the answer did until then', async () => {
    const dripping = await serve((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const silent = await serve(() => undefined);
    for (const port of [dripping, silent]) {
      const sent = send(`http://127.0.0.1:${port}/`, { timeoutMs: 400 });
      await expect(sent).rejects.toThrow('No answer in 0.4 s');
    }
    const unresolved = send('http://somewhere.example/', {
      timeoutMs: 200,
      resolve: () => new Promise(() => undefined),
    });
    await expect(unresolved).rejects.toThrow('No answer in 0.2 s');
  });

  it('HOOK-17 says what came instead of an answer', async () => {
    const port = await serve((request) => request.socket.destroy());
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow('No connection: ECONNRESET');
    const upgrading = await serve((_request, response) => {
      response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end();
    });
    await expect(send(`http://127.0.0.1:${upgrading}/`, { timeoutMs: 2_000 })).rejects.toThrow();
  });
});
