import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { StaticContent } from './static-content.js';

const TEXT = 'The portal. '.repeat(1_000);

describe('static content', () => {
  let server: FastifyInstance;
  let reads: number;
  const sent: unknown[] = [];
  const ask = (accepted: string, headers: Record<string, string> = {}) =>
    server.inject({ url: '/', headers: { 'accept-encoding': accepted, ...headers } });

  beforeEach(() => {
    reads = 0;
    sent.length = 0;
    server = fastify();
    const content = new StaticContent('text/plain', () => {
      reads += 1;
      return TEXT;
    });
    server.get('/', async (request, reply) => reply.send(await content.answer(request, reply)));
    server.addHook('onSend', (_request, _reply, payload, done) => {
      sent.push(payload);
      done();
    });
  });
  afterEach(() => server.close());

  it('ABOUT-8 is read and compressed once, also for simultaneous clients', async () => {
    expect(reads).toBe(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('gzip, br')));
    for (const { headers, rawPayload } of answers) {
      expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(brotliDecompressSync(rawPayload).toString()).toBe(TEXT);
    }
    expect(reads).toBe(1);
    // The same bytes in memory, not equal ones.
    expect(new Set(sent).size).toBe(1);
    expect(gunzipSync((await ask('gzip')).rawPayload).toString()).toBe(TEXT);
    expect(reads).toBe(1);
  });

  it.each([
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5', 'br'],
    ['deflate', undefined],
    ['identity', undefined],
    ['', undefined],
    ['gzip;q=0.000', undefined],
  ])('ABOUT-8 is sent to a client that accepts %j encoded as %s', async (accepted, encoding) => {
    const { headers, body } = await ask(accepted);
    expect(headers['content-encoding']).toBe(encoding);
    if (encoding === undefined) expect(body).toBe(TEXT);
  });

  it('ABOUT-8 is not sent to a client that has it', async () => {
    const { headers } = await ask('br');
    const held = await ask('gzip', { 'if-none-match': String(headers.etag) });
    expect([held.statusCode, held.body]).toEqual([304, '']);
    expect(held.headers.etag).toBe(headers.etag);
    expect((await ask('br', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  });
});
