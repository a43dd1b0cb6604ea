import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import { openUploadStore } from '@portal/platform/open-upload-store';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveFile, type ReceivedFile } from './received-file.js';

const LIMIT = 1000;

let dir: string;
let app: FastifyInstance;
let received: Promise<ReceivedFile>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-received-'));
  const store = openUploadStore({ kind: 'file', dir });
  app = fastify();
  await app.register(multipart, { limits: { fileSize: LIMIT } });
  app.route({
    method: 'POST',
    url: '/',
    handler: async (request) => {
      received = receiveFile(request, store, 'file');
      return await received.catch(() => ({}));
    },
  });
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

async function upload(bytes: number): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob(['x'.repeat(bytes)]), 'tasks.json');
  const request = new Request('http://portal.test', { method: 'POST', body: form });
  await app.inject({
    method: 'POST',
    url: '/',
    headers: Object.fromEntries(request.headers),
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

it('UP-12 accepts a file up to the limit and refuses a larger one, of which nothing is stored', async () => {
  await upload(LIMIT + 1);
  await expect(received).rejects.toMatchObject({ code: 'payload-too-large' });
  expect(await readdir(dir)).toEqual([]);
  await upload(LIMIT);
  expect(await received).toMatchObject({ bytes: LIMIT });
  expect(await readFile(join(dir, 'file'), 'utf8')).toHaveLength(LIMIT);
});
