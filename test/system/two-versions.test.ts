import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@portal/testing/free-port';
import { NGINX, startNginx, type Proxy } from '../support/nginx.js';

/** Enough requests that each server gets some of them first. */
const REQUESTS = 10;

let before: Server;
let after: Server;
let proxy: Proxy;

/** A server that has the files of one version, and counts what it does not have. */
async function serverOf(
  version: string,
): Promise<{ server: Server; url: string; missed: string[] }> {
  const missed: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    if (url === '/health/live' || url === `/assets/${version}.js`) {
      response.end(version);
    } else {
      missed.push(url);
      response.writeHead(404).end();
    }
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${port}`, missed };
}

const behindNginx = NGINX === undefined ? describe.skip : describe;

behindNginx('servers of two versions behind nginx (apt-get install nginx)', () => {
  let missed: string[];
  beforeAll(async () => {
    const [old, fresh] = [await serverOf('before'), await serverOf('after')];
    [before, after] = [old.server, fresh.server];
    proxy = await startNginx(await freePort(), [old.url, fresh.url]);
    missed = old.missed;
  });
  afterAll(async () => {
    await proxy.stop();
    before.close();
    after.close();
  });

  it('SYS-219 give each page its files', async () => {
    for (const version of ['before', 'after']) {
      for (let n = 0; n < REQUESTS; n += 1) {
        const answer = await fetch(`${proxy.url}/assets/${version}.js`);
        expect([answer.status, await answer.text()]).toEqual([200, version]);
      }
    }
    expect(missed).toContain('/assets/after.js');
    expect((await fetch(`${proxy.url}/assets/none.js`)).status).toBe(404);
  });

  it('SYS-219 are not asked one after the other for anything else', async () => {
    const first = missed.length;
    for (let n = 0; n < REQUESTS; n += 1) {
      expect((await fetch(`${proxy.url}/api/v1/none`)).status).toBe(404);
    }
    expect(missed.length - first).toBeGreaterThan(0);
    expect(missed.length - first).toBeLessThan(REQUESTS);
  });
});
