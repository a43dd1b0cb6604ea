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

/** Sends a file with the given parameters of its name. */
async function uploadNamed(parameters: string): Promise<ReceivedFile> {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\n\r\n`;
  await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.from(`${head}[1]\r\n--b--\r\n`),
  });
  return received;
}

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

it('UP-68 cuts a long name at its beginning, between characters', async () => {
  const { name } = await uploadNamed(`filename="x${'\u{1f600}'.repeat(150)}.csv"`);
  expect(name).toBe(`${'\u{1f600}'.repeat(125)}.csv`);
  expect((await uploadNamed('filename="a.csv"')).name).toBe('a.csv');
});

it.each([
  [`filename="=?utf-8?B?4oKs?=.csv"; filename*=utf-8''%e2%82%ac%20b.csv`, '\u20ac b.csv'],
  [`filename*=UTF-8'en'b.csv; filename="a.csv"`, 'b.csv'],
  [`filename="a.csv"; filename*=UTF-8''%ff.csv`, 'a.csv'],
  [`filename="a.csv"; filename*=iso-8859-1''b.csv`, 'a.csv'],
  [`filename="a; filename*=utf-8''b.csv"`, "a; filename*=utf-8''b.csv"],
])('UP-69 takes the name of %s', async (parameters, name) => {
  expect((await uploadNamed(parameters)).name).toBe(name);
});
