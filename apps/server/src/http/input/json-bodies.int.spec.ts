import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProbe } from '../../testing/probe.js';
import { get, post, problemIn } from '../../testing/requests.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let url: string;

beforeAll(async () => {
  server = await startProbe();
  url = `${server.baseUrl}/api/v1/probe`;
});
afterAll(() => server.stop());

function send(
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
}

describe('refusals of a body', () => {
  it('ERR-2 list each invalid field of a body by pointer', async () => {
    const answer = await post(url, { 'a/b': 1.5, list: ['x', 2], more: true });
    expect(answer.status).toBe(400);
    const { code, errors } = await problemIn(answer);
    expect(code).toBe('invalid-input');
    expect(errors?.map(({ pointer }) => pointer).sort()).toEqual(['/a~1b', '/list/1', '/more']);
    expect((await post(url, { 'a/b': 1, list: ['x'] })).status).toBe(201);
  });

  it('ERR-2 list unknown fields, also those that every object inherits', async () => {
    const body = await problemIn(await send('{"a/b": 1, "list": [], "constructor": 1}'));
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(['/constructor']);
    for (const name of ['constructor', 'prototype', '__proto__']) {
      const query = await problemIn(await get(`${url}/7?${name}=1`));
      expect(query.errors?.map(({ pointer }) => pointer)).toEqual([name]);
    }
  });

  it('ERR-3 give the reason why a body cannot be parsed', async () => {
    expect((await problemIn(await send('{"a":'))).code).toBe('malformed-json');
    expect((await problemIn(await send(''))).code).toBe('invalid-input');
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const type of ['text/xml', 'text/plain', ...forms]) {
      const refused = await send('list=1', type);
      expect(refused.status).toBe(415);
      expect(refused.headers.get('x-request-id')).not.toBeNull();
      expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await problemIn(refused)).code).toBe('unsupported-media-type');
    }
    const large = await send(JSON.stringify('x'.repeat(16 * 1024)));
    expect(large.status).toBe(413);
    expect((await problemIn(large)).code).toBe('payload-too-large');
  });

  it('ERR-3 refuse a compressed body without decompressing it', async () => {
    const sendAs = (encoding: string, body: Uint8Array<ArrayBuffer>): Promise<Response> => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      return fetch(url, { method: 'POST', headers, body });
    };
    const text = '{"a/b": 1, "list": []}';
    for (const encoding of ['gzip', 'br', 'deflate', 'lzma']) {
      expect(await problemIn(await sendAs(encoding, new Uint8Array(gzipSync(text))))).toMatchObject(
        {
          code: 'unsupported-media-type',
          detail: expect.stringContaining('without a Content-Encoding') as unknown,
        },
      );
    }
    expect((await sendAs('identity', new Uint8Array(Buffer.from(text)))).status).toBe(201);
  });

  it('ERR-15 limit the body on public routes', async () => {
    const list = (bytes: number): string => JSON.stringify({ 'a/b': 1, list: ['x'.repeat(bytes)] });
    expect((await send(list(15 * 1024))).status).toBe(201);
    const large = await send(list(16 * 1024));
    expect(large.status).toBe(413);
    expect((await problemIn(large)).code).toBe('payload-too-large');
  });

  it('ERR-2 list the first hundred errors', async () => {
    const list = Array.from({ length: 3_000 }, () => 0);
    const { errors } = await problemIn(await post(url, { 'a/b': 1, list }));
    expect(errors).toHaveLength(100);
    expect(errors?.[99]?.pointer).toBe('/list/99');
  });

  it('ERR-3 refuse JSON that is not UTF-8 or declares another charset', async () => {
    const text = '{"a/b": 1, "list": ["é"]}';
    const latin = await send(new Uint8Array(Buffer.from(text, 'latin1')));
    expect(latin.status).toBe(400);
    expect(await problemIn(latin)).toMatchObject({
      code: 'malformed-json',
      detail: 'The body is not valid UTF-8',
    });
    for (const charset of ['utf-16', 'UTF-16LE', '"iso-8859-1"', 'us-ascii']) {
      const refused = await send(text, `application/json; charset=${charset}`);
      expect(refused.status).toBe(415);
      expect(await problemIn(refused)).toMatchObject({
        code: 'unsupported-media-type',
        detail: 'JSON must be sent in UTF-8',
      });
    }
    for (const charset of ['utf-8', 'UTF8', '"utf-8"; x=y']) {
      const taken = await send(text, `application/json; charset=${charset}`);
      expect(taken.status).toBe(201);
      expect(await taken.json()).toEqual({ 'a/b': 1, list: ['é'] });
    }
  });

  it('ERR-10 list each number that would lose digits, and suggest a string where one is accepted', async () => {
    const refused = await send('{"a/b": 9007199254740993, "list": [0.1234567890123456789]}');
    expect(refused.status).toBe(400);
    const { code, errors } = await problemIn(refused);
    expect(code).toBe('invalid-input');
    const detail = 'cannot be stored exactly as a number';
    expect(errors).toEqual([
      { pointer: '/a~1b', detail: `9007199254740993 ${detail}` },
      { pointer: '/list/0', detail: `0.1234567890123456789 ${detail}; send it as a string` },
    ]);
    const long = await send(`[${`1${'0'.repeat(400)},`.repeat(30)}1]`);
    expect((await problemIn(long)).errors).toHaveLength(20);
    const taken = await send('{"a/b": 9007199254740991, "list": ["9007199254740993"]}');
    expect(await taken.json()).toEqual({
      'a/b': Number.MAX_SAFE_INTEGER,
      list: ['9007199254740993'],
    });
  });

  it('ERR-11 list each key that occurs twice in an object', async () => {
    const refused = await send('{"a/b": 1, "list": [{"x": 1, "\\u0078": 2}], "a/b": 2}');
    expect(refused.status).toBe(400);
    const { code, errors } = await problemIn(refused);
    expect(code).toBe('invalid-input');
    const detail = 'is repeated; give each key once';
    expect(errors).toEqual([
      { pointer: '/list/0/x', detail },
      { pointer: '/a~1b', detail },
    ]);
    expect((await send('{"a/b": 1, "list": ["a/b", "list", "list"]}')).status).toBe(201);
  });

  it('ERR-2 report a missing field as required', async () => {
    const { errors } = await problemIn(await send('{"a/b": 1}'));
    expect(errors).toEqual([{ pointer: '/list', detail: 'is required' }]);
  });

  it('ERR-3 refuse a __proto__ key', async () => {
    const answer = await send('{"__proto__": {"admin": true}, "a/b": 1, "list": []}');
    expect(answer.status).toBe(400);
    expect(await problemIn(answer)).toMatchObject({
      code: 'invalid-input',
      errors: [{ pointer: '', detail: 'has a key __proto__, which cannot be stored' }],
    });
    const harmless = await send('{"constructor": {"prototype": 1}, "a/b": 1, "list": []}');
    expect((await problemIn(harmless)).errors?.map(({ pointer }) => pointer)).toEqual([
      '/constructor',
    ]);
  });
});
