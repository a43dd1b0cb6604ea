import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWebClient } from './web-client.js';

describe('the web client', () => {
  let root: string;
  let server: FastifyInstance;
  const ask = (url: string, accept = 'text/html') => server.inject({ url, headers: { accept } });

  beforeAll(async () => {
    root = join(await mkdtemp(join(tmpdir(), 'portal-client-')), '/');
    await mkdir(join(root, 'assets'));
    await writeFile(
      join(root, 'index.html'),
      '<!doctype html><head><title>Portal</title><script src="/assets/index-abc123.js"></script></head>',
    );
    await writeFile(
      join(root, 'pages.json'),
      JSON.stringify({
        '/': ['assets/index-abc123.js'],
        '/projects/:projectId/dashboard': ['assets/index-abc123.js', 'assets/board-def456.js'],
      }),
    );
    await writeFile(join(root, 'favicon.svg'), '<svg/>');
    await writeFile(join(root, 'assets', 'index-abc123.js'), 'run()');
    await writeFile(join(root, 'assets', 'index-abc123.js.map'), '{}');
    server = fastify();
    serveWebClient(server, { root });
  });
  afterAll(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });

  it('ABOUT-4 lets browsers cache hashed assets forever and revalidate the page', async () => {
    const asset = await ask('/assets/index-abc123.js', '*/*');
    expect(asset.body).toBe('run()');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/favicon.svg']) {
      const answer = await ask(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it('ABOUT-4 serves the page for the client’s own URLs', async () => {
    for (const path of ['/dashboard', '/projects/7/dashboard?batch_ids=1', '/pods/a%20b/members']) {
      const answer = await ask(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it('ABOUT-50 names the files of the screen in its page, and only those that it does not load', async () => {
    const links = async (url: string) =>
      [
        ...(await ask(url)).body.matchAll(/<link rel="modulepreload" crossorigin href="(.*?)">/g),
      ].map(([, file]) => file);
    const board = '/assets/board-def456.js';
    expect(await links('/projects/7/dashboard')).toEqual([board]);
    expect(await links('/projects/7/dashboard?batch_ids=1')).toEqual([board]);
    for (const path of ['/', '/projects/7', '/projects/7/dashboard/x', '/index.html']) {
      expect([path, await links(path)]).toEqual([path, []]);
    }
    expect((await ask('/projects/7/dashboard', 'image/png')).statusCode).toBe(404);
    expect((await ask('/pages.json', 'application/json')).statusCode).toBe(404);
  });

  it('ABOUT-4 does not serve the page in place of an API response or a file', async () => {
    const paths = ['/api/v1/nothing', '/api', '/health/x', '/socket.io/', '/assets/gone.js'];
    for (const path of [...paths, '/assets/index-abc123.js.map', '/..%2f..%2fpackage.json']) {
      expect([400, 404]).toContain((await ask(path, 'application/json')).statusCode);
    }
    expect((await ask('/dashboard', 'image/png')).statusCode).toBe(404);
  });

  it('ABOUT-39 a missing file of /media is not the page', async () => {
    for (const accept of ['text/html', '*/*', 'image/avif,image/*']) {
      expect((await ask('/media/avatars/1.png', accept)).statusCode).toBe(404);
    }
    expect((await ask('/mediation')).statusCode).toBe(200);
  });

  it('ERR-4 serves no page for a URL with an empty segment', async () => {
    for (const path of ['//api/v1/projects', '//health', '/dashboard//x', '//']) {
      expect([path, (await ask(path, '*/*')).statusCode]).toEqual([path, 404]);
    }
    expect((await ask('/dashboard?next=//x', '*/*')).statusCode).toBe(200);
  });

  it('ABOUT-4 serves no client if it is not built', async () => {
    const bare = fastify();
    serveWebClient(bare, { root: join(root, 'missing/') });
    expect((await bare.inject({ url: '/dashboard' })).statusCode).toBe(404);
    await bare.close();
  });
});
