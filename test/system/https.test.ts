import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@portal/testing/free-port';
import { NGINX, startNginx, type Proxy } from '../support/nginx.js';

const REQUESTS = 25;

const behindNginx = NGINX === undefined ? describe.skip : describe;

let proxy: Proxy;
let server: Server;

behindNginx('HTTPS (apt-get install nginx openssl)', () => {
  beforeAll(async () => {
    const port = await freePort();
    server = createServer((_request, response) => response.end('page'))
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
});

async function statusOf(session: ClientHttp2Session): Promise<number | undefined> {
  const stream = session.request({ ':path': '/dashboard' });
  stream.resume();
  return new Promise((resolve, reject) => {
    stream.once('response', (headers) => resolve(headers[':status']));
    stream.once('error', reject);
  });
}
