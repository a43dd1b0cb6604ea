import { gzipSync } from 'node:zlib';
import { signIn } from '@portal/testing/sign-in';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RawRequest } from '../testing/raw-request.js';
import { problemIn } from '../testing/requests.js';
import { sharedServer } from '../testing/shared-server.js';
import type { TestServer } from '../testing/test-server.js';
import { Authenticator } from './authenticator.js';

const PROJECTS = '/api/v1/projects/';
const BODY = JSON.stringify({ name: 'Alpha' });

let server: TestServer;
let token: string;
const open: RawRequest[] = [];

beforeAll(async () => {
  server = await sharedServer();
  token = (await signIn(server.baseUrl, 'admin@example.com')).access_token;
});
afterEach(() => {
  for (const request of open.splice(0)) request.close();
});
afterAll(() => server.stop());

interface Sent {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly encoding?: string;
}

function send({ body, type, encoding }: Sent, bearer?: string): Promise<Response> {
  return fetch(server.baseUrl + PROJECTS, {
    method: 'POST',
    headers: {
      'content-type': type ?? 'application/json',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body,
  });
}

/** Announces a body without sending it. */
async function statusBeforeBody(line: string, ...headers: string[]): Promise<number | null> {
  const request = await RawRequest.open(server.baseUrl, [
    line,
    'content-type: application/json',
    `content-length: ${BODY.length}`,
    ...headers,
  ]);
  open.push(request);
  return request.status();
}

const bomb = new Uint8Array(gzipSync('['.repeat(500_000)));

describe('a call that needs a caller', () => {
  it.each<[string, Sent, number]>([
    ['is not JSON', { body: '{"name":' }, 400],
    ['is of an unknown type', { body: '<a/>', type: 'text/xml' }, 415],
    ['is a form', { body: 'a=1', type: 'application/x-www-form-urlencoded' }, 415],
    ['is packed', { body: bomb, encoding: 'gzip' }, 415],
    ['is too large', { body: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }) }, 413],
    ['is not UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400],
    ['has a wrong field', { body: '{"nonsense": 1}' }, 400],
  ])('ERR-14 is 401 without a token also if its body %s', async (_what, sent, known) => {
    for (const bearer of [undefined, 'unknown', `${token}x`]) {
      const refused = await send(sent, bearer);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect((await problemIn(refused)).code).toBe('unauthenticated');
    }
    expect((await send(sent, token)).status).toBe(known);
  });

  it('ERR-14 is 401 before its body arrives', async () => {
    expect(await statusBeforeBody(`POST ${PROJECTS} HTTP/1.1`)).toBe(401);
    expect(
      await statusBeforeBody('POST /api/v1/tasks/upload HTTP/1.1', 'authorization: Bearer unknown'),
    ).toBe(401);
    const known = await RawRequest.open(server.baseUrl, [
      `POST ${PROJECTS} HTTP/1.1`,
      'content-type: application/json',
      `content-length: ${BODY.length}`,
      `authorization: Bearer ${token}`,
    ]);
    open.push(known);
    known.write(BODY);
    expect(await known.status()).toBe(201);
  });

  it('ERR-14 is 404 or 405 before its body arrives if no route matches', async () => {
    expect(await statusBeforeBody('POST /api/v1/nowhere HTTP/1.1')).toBe(404);
    expect(await statusBeforeBody('POST /api/v1/about HTTP/1.1')).toBe(405);
    expect(await statusBeforeBody('PUT /api/v1/projects// HTTP/1.1')).toBe(404);
    expect(await statusBeforeBody('POST /api/v1/nothing HTTP/1.1')).toBe(404);
  });

  it('ERR-14 authenticates its caller once', async () => {
    const authenticate = vi.spyOn(server.app.get(Authenticator), 'authenticate');
    expect((await send({ body: '{"name": "Beta"}' }, token)).status).toBe(201);
    expect(authenticate).toHaveBeenCalledTimes(1);
    authenticate.mockRestore();
  });
});

describe('JSON of a known caller', () => {
  const refusal = async (body: string): Promise<unknown> =>
    (await problemIn(await send({ body }, token))).errors;
  const list = (count: number, value: string): string =>
    `[${Array.from({ length: count }, () => value).join()}]`;

  it('ERR-15 is refused before it is parsed if it is too deep or too large', async () => {
    expect(await refusal('['.repeat(101))).toEqual([
      { pointer: '', detail: 'is nested deeper than 100 levels' },
    ]);
    expect(await refusal(list(50_000, '""'))).toEqual([
      { pointer: '', detail: 'has more than 50000 values' },
    ]);
    expect(await refusal(`[1.${'0'.repeat(1_000)}]`)).toEqual([
      { pointer: '', detail: 'has a number of more than 1000 characters' },
    ]);
  });

  it('ERR-15 is parsed up to the limits', async () => {
    const notAnObject = [
      { pointer: '', detail: expect.stringContaining('expected object') as unknown },
    ];
    expect(await refusal('['.repeat(100) + ']'.repeat(100))).toEqual(notAnObject);
    expect(await refusal(list(49_999, '0'))).toEqual(notAnObject);
    expect(await refusal(`[1.${'0'.repeat(998)}]`)).toEqual(notAnObject);
  });
});
