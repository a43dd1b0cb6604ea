import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemSchema } from '@portal/contracts/problem';
import { freePort } from '@portal/testing/free-port';
import { NGINX, startNginx, type Proxy } from '../support/nginx.js';

const behindNginx = NGINX === undefined ? describe.skip : describe;

let proxy: Proxy;
let server: Server;

behindNginx('an upload behind nginx (apt-get install nginx)', () => {
  beforeAll(async () => {
    const port = await freePort();
    // A server that dies as soon as a file begins to arrive, and works otherwise.
    server = createServer((request, response) => {
      if (request.method === 'POST') request.once('data', () => request.socket.destroy());
      else response.end();
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    proxy = await startNginx(await freePort(), [`http://127.0.0.1:${port}`]);
  });
  afterAll(async () => {
    await proxy.stop();
    server.close();
  });

  it('WEB-80 is told that it was cut off, while a server works', async () => {
    const answer = await fetch(`${proxy.url}/api/v1/tasks/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'x'.repeat(100_000),
    });
    expect(answer.status).toBe(503);
    expect(problemSchema.parse(await answer.json())).toMatchObject({
      code: 'unavailable',
      detail: 'The upload was cut off before its end; send the file again',
    });
    expect((await fetch(`${proxy.url}/api/v1/about`)).status).toBe(200);
  });
});
