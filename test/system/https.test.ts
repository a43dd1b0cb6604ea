import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import { get, request } from 'node:https';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@portal/testing/free-port';
import { NGINX, startNginx, type Proxy } from '../support/nginx.js';

const REQUESTS = 25;
/** Without the limits of the client, so that the server refuses. */
const OLD: ConnectionOptions = { maxVersion: 'TLSv1.2' };

const behindNginx = NGINX === undefined ? describe.skip : describe;

let proxy: Proxy;
let server: Server;

behindNginx('HTTPS (apt-get install nginx openssl)', () => {
  beforeAll(async () => {
    const port = await freePort();
    server = createServer((_request, response) =>
      response
        .setHeader('x-content-type-options', 'nosniff')
        .setHeader('content-security-policy', 'of the server')
        .end('page'),
    )
      .on('upgrade', (_request, socket) =>
        socket.end(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
        ),
      )
      .listen(port, '127.0.0.1');
    await once(server, 'listening');
    proxy = await startNginx(await freePort(), [`http://127.0.0.1:${port}`], true);
  });
  afterAll(async () => {
    await proxy.stop();
    server.close();
  });

  it('SYS-212 has HTTP/2: all requests are on one connection', async () => {
    const session = connect(proxy.url, { rejectUnauthorized: false });
    const statuses = await Promise.all(Array.from({ length: REQUESTS }, () => statusOf(session)));
    expect(session.alpnProtocol).toBe('h2');
    expect(statuses).toEqual(Array.from({ length: REQUESTS }, () => 200));
    session.close();
  });

  it('SYS-212 opens a WebSocket on a connection of its own', async () => {
    const upgrading = request(`${proxy.url}/socket.io/`, {
      rejectUnauthorized: false,
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    }).end();
    const status = await new Promise((resolve) => {
      upgrading.once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(101);
  });

  it('SYS-290 has the security headers in responses of its own', async () => {
    const dead = await startNginx(await freePort(), [`http://127.0.0.1:${await freePort()}`], true);
    try {
      for (const [path, status] of [
        ['/metrics', 404],
        ['/metrics/', 404],
        ['/dashboard', 503],
        ['/api/v1/tasks/upload', 503],
      ] as const) {
        const { statusCode, headers } = await answerOf(`${dead.url}${path}`);
        expect([path, statusCode]).toEqual([path, status]);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          server: 'nginx',
        });
      }
    } finally {
      await dead.stop();
    }
  });

  it('SYS-290 leaves those of a server as they are', async () => {
    const { statusCode, headers, rawHeaders } = await answerOf(`${proxy.url}/dashboard`);
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe('of the server');
    const names = rawHeaders.map((text) => text.toLowerCase());
    expect(names.filter((name) => name === 'x-content-type-options')).toHaveLength(1);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each<[string, ConnectionOptions]>([
    ['TLS 1.3', { minVersion: 'TLSv1.3' }],
    ['TLS 1.2 with ECDHE and GCM', { maxVersion: 'TLSv1.2' }],
  ])('SYS-291 speaks %s', async (_what, options) => {
    expect(await handshake(proxy.url, options)).toMatch(/GCM|CHACHA20/);
  });

  it.each<[string, ConnectionOptions]>([
    ['TLS 1.1', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['a key exchange without forward secrecy', { ...OLD, ciphers: 'AES256-GCM-SHA384' }],
    ['CBC', { ...OLD, ciphers: 'ECDHE-RSA-AES256-SHA384:ECDHE-RSA-AES128-SHA' }],
  ])('SYS-291 refuses %s', async (_what, options) => {
    await expect(handshake(proxy.url, options)).rejects.toThrow(/alert|handshake|version/);
  });
});

/** The name of the agreed cipher suite. */
function handshake(url: string, options: ConnectionOptions): Promise<string> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port: Number(port), rejectUnauthorized: false, ...options });
    socket.once('secureConnect', () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

function answerOf(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false }, (answer) => resolve(answer.resume())).once(
      'error',
      reject,
    );
  });
}

async function statusOf(session: ClientHttp2Session): Promise<number | undefined> {
  const stream = session.request({ ':path': '/dashboard' });
  stream.resume();
  return new Promise((resolve, reject) => {
    stream.once('response', (headers) => resolve(headers[':status']));
    stream.once('error', reject);
  });
}
