import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepAssets } from './earlier-assets.js';
import { serveWebClient } from './web-client.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the files of earlier releases', () => {
  let dir: string;
  const store = () => join(dir, 'data', 'client');
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'portal-earlier-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  /** Builds the client and starts a server on it, which answers what a path is. */
  async function release(version: string): Promise<(path: string) => Promise<number>> {
    const root = join(dir, 'dist');
    await rm(root, { recursive: true, force: true });
    await mkdir(join(root, 'assets'), { recursive: true });
    await writeFile(join(root, 'index.html'), `<script src="/assets/${version}.js"></script>`);
    for (const name of [`${version}.js`, `${version}.js.map`, 'same.js']) {
      await writeFile(join(root, 'assets', name), version);
    }
    const server = fastify();
    serveWebClient(server, { root, store: store() });
    return async (path) => (await server.inject({ url: `/assets/${path}` })).statusCode;
  }

  it('ABOUT-51 are served beside those of this one, without their maps', async () => {
    await release('one');
    const ask = await release('two');
    for (const path of ['one.js', 'two.js', 'same.js'])
      expect([path, await ask(path)]).toEqual([path, 200]);
    for (const path of ['one.js.map', 'none.js'])
      expect([path, await ask(path)]).toEqual([path, 404]);
  });

  it('ABOUT-51 are those of three builds, until 30 days after their last start', async () => {
    const assets = join(dir, 'assets');
    await mkdir(assets);
    await writeFile(join(assets, 'a.js'), '');
    const start = (build: string, day: number) =>
      keepAssets(store(), build, assets, Date.UTC(2026, 0, 1) + day * DAY_MS).map((path) =>
        path.slice(store().length + 1),
      );
    expect(start('a', 0)).toEqual([]);
    expect(start('b', 1)).toEqual(['a']);
    expect(start('c', 2)).toEqual(['b', 'a']);
    expect(start('d', 3)).toEqual(['c', 'b', 'a']);
    expect(start('e', 4)).toEqual(['d', 'c', 'b']);
    // A build that is started again is not older than its last start.
    expect(start('c', 33)).toEqual(['e']);
    expect((await readdir(store())).toSorted()).toEqual(['c', 'e']);
  });

  it('ABOUT-51 are not needed: the client is served where nothing can be kept', async () => {
    await mkdir(join(dir, 'data'));
    await writeFile(store(), 'a file in place of the folder');
    expect(await (await release('one'))('one.js')).toBe(200);
  });
});
