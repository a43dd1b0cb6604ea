import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openUploadStore } from './open-upload-store.js';

describe('the upload store in a directory', () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-uploads-'));
  const store = openUploadStore({ kind: 'file', dir });

  it('RUN-10 returns the stored bytes and their size', async () => {
    const bytes = randomBytes(3_000_000);
    await store.write('2026/a.json', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    expect(await store.size('2026/a.json')).toBe(bytes.length);
    expect((await buffer(await store.read('2026/a.json'))).equals(bytes)).toBe(true);

    await store.remove('2026/a.json');
    await expect(store.size('2026/a.json')).rejects.toThrow();
    await expect(store.remove('2026/a.json')).resolves.toBeUndefined();
  });

  it('RUN-11 stores nothing if the stream fails', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('begun');
      await Promise.resolve();
      throw new Error('the client went away');
    }
    await expect(store.write('broken.json', Readable.from(broken()))).rejects.toThrow();
    expect(existsSync(join(dir, 'broken.json'))).toBe(false);
    expect(readdirSync(dir).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});

describe('the upload store in a bucket', () => {
  let bucket: Server;
  let stored: Map<string, Buffer>;

  beforeEach(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    stored = new Map();
    bucket = createServer((request, response) => {
      const key = new URL(request.url ?? '', 'http://s3').pathname;
      void buffer(request).then((body) => {
        const kept = stored.get(key);
        if (request.method === 'PUT') stored.set(key, body);
        else if (request.method === 'DELETE') stored.delete(key);
        else if (kept === undefined) response.statusCode = 404;
        else response.setHeader('content-length', kept.length);
        response.setHeader('etag', '"x"');
        response.end(request.method === 'GET' ? kept : undefined);
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => bucket.once('listening', resolve));
  });
  afterEach(() => {
    bucket.close();
    vi.unstubAllEnvs();
  });

  it('RUN-12 stores a stream of unknown length under the prefix', async () => {
    const { port } = bucket.address() as AddressInfo;
    const store = openUploadStore({
      kind: 's3',
      bucket: 'uploads',
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
      prefix: 'portal/',
    });
    await store.write('a.json', Readable.from([Buffer.from('[1,'), Buffer.from('2]')]));
    expect([...stored.keys()]).toEqual(['/uploads/portal/a.json']);
    expect(await store.size('a.json')).toBe(stored.get('/uploads/portal/a.json')?.length);
    expect((await buffer(await store.read('a.json'))).toString()).toContain('[1,2]');
    await store.remove('a.json');
    expect(stored.size).toBe(0);
  });
});
