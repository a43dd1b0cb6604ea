import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fullDiskOf } from './full-disk.js';
import { openUploadStore } from './open-upload-store.js';
import type { UploadStore } from './upload-store.js';

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

  it('RUN-52 lists what has not changed for some time, in one folder', async () => {
    const earlier = new Date('2026-01-01T00:00:00Z');
    expect(await keysOf(store, 'imports', earlier)).toEqual([]);
    for (const key of ['imports/old', 'imports/new.part', 'other/old']) {
      await store.write(key, Readable.from([Buffer.from('[]')]));
    }
    utimesSync(join(dir, 'imports/old'), earlier, earlier);
    utimesSync(join(dir, 'other/old'), earlier, earlier);
    expect(await keysOf(store, 'imports', earlier)).toEqual(['imports/old']);
    expect(await keysOf(store, 'imports', new Date())).toEqual(['imports/new.part', 'imports/old']);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'UP-20 says of a large file, too, that the disk is full',
    async () => {
      mkdirSync(join(dir, 'full'));
      symlinkSync('/dev/full', join(dir, 'full/large.json.part'));
      const parts = Array.from({ length: 40 }, () => randomBytes(64_000));
      const failure = await store
        .write('full/large.json', Readable.from(parts, { objectMode: false }))
        .catch((error: unknown) => error);
      expect(fullDiskOf(failure)).toBe('The disk of the portal is full; nothing was stored');
      expect(readdirSync(join(dir, 'full'))).toEqual([]);
    },
  );

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

async function keysOf(store: UploadStore, folder: string, moment: Date): Promise<string[]> {
  const files = (await pagesOf(store, folder, moment)).flat();
  return files.map(({ key }) => key).sort();
}

async function pagesOf(store: UploadStore, folder: string, moment: Date) {
  const pages = [];
  for await (const page of store.unchangedSince(folder, moment)) pages.push(page);
  return pages;
}

describe('the upload store in a bucket', () => {
  let bucket: Server;
  let stored: Map<string, Buffer>;

  beforeEach(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    stored = new Map();
    bucket = createServer((request, response) => {
      const { pathname: key, searchParams } = new URL(request.url ?? '', 'http://s3');
      const prefix = searchParams.get('prefix');
      if (prefix !== null) {
        response.end(listing(prefix, searchParams.get('continuation-token')));
        return;
      }
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

  it('RUN-52 lists what has not changed for some time, page by page', async () => {
    const { port } = bucket.address() as AddressInfo;
    const store = openUploadStore({
      kind: 's3',
      bucket: 'uploads',
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
      prefix: 'portal/',
    });
    // Where the size of each is asked for, one has gone meanwhile.
    stored.set('/uploads/portal/imports/old-1', Buffer.alloc(7));
    const files = (await pagesOf(store, 'imports', new Date('2026-01-02T00:00:00Z'))).flat();
    expect(files).toEqual([{ key: 'imports/old-1', bytes: 7 }]);
    stored.set('/uploads/portal/imports/old-2', Buffer.alloc(8));
    const keys = await keysOf(store, 'imports', new Date('2026-01-02T00:00:00Z'));
    expect(keys).toEqual(['imports/old-1', 'imports/old-2']);
  });

  /** Two pages, each with an old and a new file. */
  function listing(prefix: string, token: string | null): string {
    const page = token === null ? 1 : 2;
    const file = (name: string, day: string): string =>
      `<Contents><Key>${prefix}${name}-${page}</Key><LastModified>${day}T00:00:00.000Z</LastModified><Size>2</Size><ETag>x</ETag></Contents>`;
    const next = page === 1 ? '<NextContinuationToken>2</NextContinuationToken>' : '';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${page === 1}</IsTruncated>${next}${file('old', '2026-01-01')}${file('new', '2026-01-03')}</ListBucketResult>`;
  }
});
