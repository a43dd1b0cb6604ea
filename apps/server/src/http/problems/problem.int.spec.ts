import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { problemSchema } from '@portal/contracts/problem';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityHeaders } from '../security-headers.js';
import { startProbe } from '../../testing/probe.js';
import { get, problemIn } from '../../testing/requests.js';
import type { TestServer } from '../../testing/test-server.js';

const lines: string[] = [];
const logger = pino(
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
let server: TestServer;
let url: string;

beforeAll(async () => {
  server = await startProbe(logger);
  url = `${server.baseUrl}/api/v1/probe`;
});
afterAll(() => server.stop());

describe('problems', () => {
  it('ERR-1 have one format, with the id of the request in body and header', async () => {
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

  it('ERR-1 are sent for invalid HTTP', async () => {
    const { port } = new URL(server.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nbad header\r\n\r\n');
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
    expect(problemSchema.parse(JSON.parse(body)).detail).toBe('The request is not valid HTTP');
  });

  it('ERR-16 report headers that arrive too late', async () => {
    const { port } = new URL(server.baseUrl);
    const http = server.app.getHttpServer();
    const taken = once(http, 'connection');
    const socket = connect(Number(port), '127.0.0.1');
    // Node emits this when its header timeout expires.
    http.emit('clientError', Object.assign(new Error(), { code: TIMEOUT }), (await taken)[0]);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(problemSchema.parse(JSON.parse(body)).code).toBe('request-timeout');
  });

  it('ERR-4 report a URL that is too long, up to the last byte that reaches a route', async () => {
    const start = new URL(`${url}/7?x=`);
    const ofLength = (bytes: number) =>
      get(`${start.href}${'x'.repeat(bytes - start.pathname.length - start.search.length)}`);
    // The route refuses the unknown parameter.
    expect((await ofLength(32_768)).status).toBe(400);
    const answer = await ofLength(32_769);
    expect(answer.status).toBe(414);
    expect(await problemIn(answer)).toMatchObject({
      code: 'url-too-long',
      detail: 'The URL is longer than 32 KiB',
      instance: answer.headers.get('x-request-id'),
    });
  });

  it.each([70_000, 1_000_000])('ERR-4 report a URL of %i bytes, and log it', async (bytes) => {
    lines.length = 0;
    const answer = await get(`${url}/7?x=${'x'.repeat(bytes)}`);
    expect(answer.status).toBe(431);
    const problem = await problemIn(answer);
    expect(problem).toMatchObject({
      code: 'headers-too-large',
      instance: answer.headers.get('x-request-id'),
    });
    expect(problem.detail).toContain('longer than 64 KiB together; use pod_name');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { requestId: problem.instance, route: '(none)', status: 431 },
    ]);
  });

  it('ERR-5 hide internal details, which are in the log', async () => {
    const answer = await get(`${url}/broken`);
    expect(answer.status).toBe(500);
    const problem = await problemIn(answer);
    expect(problem).toMatchObject({ code: 'internal', detail: 'Something went wrong' });
    const logged = lines.find((line) => line.includes('hunter2'));
    expect(logged).toContain(problem.instance);
  });

  it('ERR-6 have the security headers, like every response', async () => {
    const { headers } = await get(`${server.baseUrl}/api/v1/nowhere`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).not.toContain('unsafe-eval');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(securityHeaders({ publicUrl: 'https://portal.example' })).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  it.each([
    ['an invalid URL', 'GET /api/v1/%ff HTTP/1.1\r\nhost: portal\r\nconnection: close\r\n\r\n'],
    ['invalid HTTP', 'GET / HTTP/1.1\r\nbad header\r\n\r\n'],
  ])('ERR-6 have the security headers also for %s', async (_what, request) => {
    const { port } = new URL(server.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(request);
    const [head = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^content-security-policy: default-src 'self';/m);
    expect(head).toMatch(/^x-content-type-options: nosniff/m);
  });

  it('ERR-7 log one line per request, without user input', async () => {
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

  it('ERR-7 keep emails in a path out of the log', async () => {
    lines.length = 0;
    for (const path of ['/probe/lovelace%40example.com', '/nowhere/lovelace@example.com']) {
      await get(`${server.baseUrl}/api/v1${path}`);
    }
    await expect.poll(() => lines.length, { interval: 5 }).toBe(2);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { route: '/api/v1/probe/:id', status: 400, problem: 'invalid-input' },
      { route: '(none)', status: 404, problem: 'not-found' },
    ]);
    expect(lines.join('')).not.toContain('lovelace');
  });
});
