import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import {
  Body,
  Controller,
  type DynamicModule,
  Get,
  Module,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { problemSchema } from '@portal/contracts/problem';
import type { Config } from '@portal/platform/config';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PlatformModule } from '../platform.module.js';
import { get, post, problemIn } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { Allow } from './access.js';
import { Answers } from './answers.js';
import { HttpModule } from './http.module.js';

const bodySchema = z.strictObject({ 'a/b': z.number().int(), list: z.array(z.string()) });
const querySchema = z.strictObject({ size: z.coerce.number().max(100).default(10) });
const idSchema = z.coerce.number().int();

@Controller('probe')
class ProbeController {
  @Post()
  @Allow.anyone()
  @Answers('What the probe has', z.unknown())
  body(@Body({ schema: bodySchema }) body: z.infer<typeof bodySchema>): object {
    return body;
  }

  @Get('broken')
  @Allow.anyone()
  @Answers('What the probe has', z.unknown())
  broken(): never {
    throw new Error('the password is hunter2');
  }

  @Get(':id')
  @Allow.anyone()
  @Answers('What the probe has', z.unknown())
  query(
    @Param('id', { schema: idSchema }) id: number,
    @Query({ schema: querySchema }) query: z.infer<typeof querySchema>,
  ): object {
    return { id, ...query };
  }
}

const lines: string[] = [];
const logger = pino(
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

@Module({})
class ProbeModule {
  static with(config: Config): DynamicModule {
    return {
      module: ProbeModule,
      imports: [PlatformModule.for(config, logger), HttpModule],
      controllers: [ProbeController],
    };
  }
}

describe('problems', () => {
  let server: TestServer;
  let url: string;
  const send = (
    body: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
  ): Promise<Response> => fetch(url, { method: 'POST', headers: { 'content-type': type }, body });

  beforeAll(async () => {
    server = await startTestServer({ root: (config) => ProbeModule.with(config), logger });
    url = `${server.baseUrl}/api/v1/probe`;
  });
  afterAll(() => server.stop());

  it('ERR-1 have one shape, and the request’s id in body and header', async () => {
    const answer = await get(`${server.baseUrl}/api/v1/nowhere`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const problem = await problemIn(answer);
    expect(problem).toEqual({
      type: 'urn:portal:problem:not-found',
      title: 'Resource not found',
      status: 404,
      detail: 'Resource not found',
      code: 'not-found',
      instance: answer.headers.get('x-request-id'),
    });
  });

  it('ERR-2 name each thing that is wrong with a body, by pointer', async () => {
    const answer = await post(url, { 'a/b': 1.5, list: ['x', 2], more: true });
    expect(answer.status).toBe(400);
    const { code, errors } = await problemIn(answer);
    expect(code).toBe('invalid-input');
    expect(errors?.map(({ pointer }) => pointer).sort()).toEqual(['/a~1b', '/list/1', '/more']);
    expect((await post(url, { 'a/b': 1, list: ['x'] })).status).toBe(201);
  });

  it('ERR-2 name each thing that is wrong with an address, by name', async () => {
    const query = await problemIn(await get(`${url}/1?size=1000&nonsense=1`));
    expect(query.errors?.map(({ pointer }) => pointer).sort()).toEqual(['nonsense', 'size']);
    const path = await problemIn(await get(`${url}/abc`));
    expect(path.errors).toMatchObject([{ pointer: 'id' }]);
    expect(await (await get(`${url}/7`)).json()).toEqual({ id: 7, size: 10 });
  });

  it('ERR-2 name what is unknown also where every object has it', async () => {
    const body = await problemIn(await send('{"a/b": 1, "list": [], "constructor": 1}'));
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(['/constructor']);
    for (const name of ['constructor', 'prototype', '__proto__']) {
      const query = await problemIn(await get(`${url}/7?${name}=1`));
      expect(query.errors?.map(({ pointer }) => pointer)).toEqual([name]);
    }
  });

  it('ERR-3 say what is wrong with a body that cannot be read', async () => {
    expect((await problemIn(await send('{"a":'))).code).toBe('malformed-json');
    expect((await problemIn(await send(''))).code).toBe('invalid-input');
    for (const type of ['text/xml', 'text/plain', 'application/x-www-form-urlencoded']) {
      const refused = await send('list=1', type);
      expect(refused.status).toBe(415);
      expect((await problemIn(refused)).code).toBe('unsupported-media-type');
    }
    const large = await send(JSON.stringify('x'.repeat(1024 * 1024)));
    expect(large.status).toBe(413);
    expect((await problemIn(large)).code).toBe('payload-too-large');
  });

  it('ERR-3 unpack a body, or say that it cannot be unpacked', async () => {
    const sendPacked = (body: Uint8Array<ArrayBuffer>, encoding = 'gzip'): Promise<Response> => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      return fetch(url, { method: 'POST', headers, body });
    };
    const packed = new Uint8Array(gzipSync('{"a/b": 1, "list": []}'));
    expect((await sendPacked(packed)).status).toBe(201);
    for (const damaged of [packed.slice(0, -9), packed.slice(1)]) {
      expect(await problemIn(await sendPacked(damaged))).toMatchObject({
        status: 400,
        detail: 'The body is not packed as its Content-Encoding says',
      });
    }
    expect(await problemIn(await sendPacked(packed, 'lzma'))).toMatchObject({
      status: 415,
      detail: 'The Content-Encoding of the body is not supported',
    });
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(2 * 1024 * 1024, ' ')));
    expect((await sendPacked(bomb)).status).toBe(413);
  });

  it('ERR-3 refuse JSON that is not UTF-8, or said not to be', async () => {
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

  it('ERR-10 name each number that would lose digits, and ask for a string where one is taken', async () => {
    const refused = await send('{"a/b": 9007199254740993, "list": [0.1234567890123456789]}');
    expect(refused.status).toBe(400);
    const { code, errors } = await problemIn(refused);
    expect(code).toBe('invalid-input');
    const detail = 'cannot be kept exactly as a number';
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

  it('ERR-11 name each key that an object has twice', async () => {
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

  it('ERR-2 say that what is missing is required', async () => {
    const { errors } = await problemIn(await send('{"a/b": 1}'));
    expect(errors).toEqual([{ pointer: '/list', detail: 'is required' }]);
  });

  it('ERR-1 answer what is no HTTP', async () => {
    const { port } = new URL(server.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nbad header\r\n\r\n');
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
    expect(problemSchema.parse(JSON.parse(body)).detail).toBe('The request is not valid HTTP');
  });

  it('ERR-3 keep a poisoned prototype out', async () => {
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

  it('ERR-4 meet unknown paths and addresses that are no URL', async () => {
    const unknown = ['/api/v1/probe/1/2', '/api/nothing', '/health/nothing', '/socket.io/x'];
    for (const path of unknown) {
      expect((await problemIn(await get(server.baseUrl + path))).code).toBe('not-found');
    }
    const malformed = await get(`${server.baseUrl}/%zz`);
    expect(malformed.status).toBe(400);
    expect((await problemIn(malformed)).code).toBe('invalid-input');
  });

  it('ERR-4 meet a query that is not UTF-8, by name', async () => {
    const detail = 'is not UTF-8 in percent-encoding';
    const refused = await get(`${url}/7?size=5&si%7Ae=%FF&%ff=1&x=%ED%A0%80&y=%C3%A9&z=100%`);
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-request-id')).not.toBeNull();
    expect(await problemIn(refused)).toMatchObject({
      code: 'invalid-input',
      errors: ['size', '%ff', 'x', 'z'].map((pointer) => ({ pointer, detail })),
    });
    expect(await (await get(`${url}/7?s%69ze=%31%31`)).json()).toEqual({ id: 7, size: 11 });
    // A page of the client reads its address itself.
    expect((await get(`${server.baseUrl}/?x=%FF`)).status).not.toBe(400);
  });

  it('ERR-9 name the methods that an address takes when it is asked by another', async () => {
    const refused = async (path: string, method: string): Promise<[string | null, string]> => {
      const answer = await fetch(server.baseUrl + path, { method });
      const { code } = await problemIn(answer);
      return [answer.headers.get('allow'), `${answer.status} ${code}`];
    };
    const refusal = '405 method-not-allowed';
    expect(await refused('/api/v1/probe', 'PUT')).toEqual(['POST', refusal]);
    expect(await refused('/api/v1/probe/', 'GET')).toEqual(['POST', refusal]);
    expect(await refused('/api/v1/probe/7?x=1', 'DELETE')).toEqual(['GET, HEAD', refusal]);
    expect(await refused('/api/v1/probe/7/8', 'DELETE')).toEqual([null, '404 not-found']);
    expect((await get(`${url}/7`)).status).toBe(200);
  });

  it('ERR-4 find nothing where a part of the address is empty, by any method', async () => {
    for (const method of ['GET', 'PUT']) {
      for (const path of ['/api/v1/probe//', '/api/v1/probe//broken']) {
        const answer = await fetch(server.baseUrl + path, { method });
        expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 404, null]);
        expect((await problemIn(answer)).code).toBe('not-found');
      }
    }
  });

  it('ERR-5 tell nothing of the inside, which the log has', async () => {
    const answer = await get(`${url}/broken`);
    expect(answer.status).toBe(500);
    const problem = await problemIn(answer);
    expect(problem).toMatchObject({ code: 'internal', detail: 'Something went wrong' });
    const logged = lines.find((line) => line.includes('hunter2'));
    expect(logged).toContain(problem.instance);
  });

  it('ERR-6 travel, as every answer does, with the security headers', async () => {
    const { headers } = await get(`${server.baseUrl}/api/v1/nowhere`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).not.toContain('unsafe-eval');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it.each([
    [
      'an address that is no URL',
      'GET /api/v1/%ff HTTP/1.1\r\nhost: portal\r\nconnection: close\r\n\r\n',
    ],
    ['what is no HTTP', 'GET / HTTP/1.1\r\nbad header\r\n\r\n'],
  ])('ERR-6 travel with them also for %s', async (_what, request) => {
    const { port } = new URL(server.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(request);
    const [head = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^content-security-policy: default-src 'self';/m);
    expect(head).toMatch(/^x-content-type-options: nosniff/m);
  });

  it('ERR-7 leave one line per request in the log, without what people typed', async () => {
    lines.length = 0;
    const answer = await fetch(`${url}/7?code=secret-code&email=a@example.com`, {
      headers: { authorization: 'Bearer secret-token' },
    });
    await expect.poll(() => lines.length, { interval: 5 }).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      requestId: answer.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/v1/probe/:id',
      status: answer.status,
    });
    expect(lines[0]).not.toMatch(/secret|example\.com/);
  });

  it('ERR-7 keep addresses of people in a path out of the log', async () => {
    lines.length = 0;
    for (const path of ['/probe/lovelace%40example.com', '/nowhere/lovelace@example.com']) {
      await get(`${server.baseUrl}/api/v1${path}`);
    }
    await expect.poll(() => lines.length, { interval: 5 }).toBe(2);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { route: '/api/v1/probe/:id', status: 400 },
      { route: '(none)', status: 404 },
    ]);
    expect(lines.join('')).not.toContain('lovelace');
  });
});
