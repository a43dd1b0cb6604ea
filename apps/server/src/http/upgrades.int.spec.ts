import { LIVE_PATH } from '@portal/contracts/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawRequest } from '../testing/raw-request.js';
import { sharedServer } from '../testing/shared-server.js';
import type { TestServer } from '../testing/test-server.js';
import { createUser } from '../testing/user.js';

const H2C = ['connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AAMAAABk'];
const WEBSOCKET = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await sharedServer();
  ({ token } = await createUser(server.db, 'ada@example.com'));
});
afterAll(() => server.stop());

/** The responses to requests on one connection, in text; the last request closes it. */
async function answerTo(head: readonly string[], rest = ''): Promise<string> {
  const request = await RawRequest.open(server.baseUrl, head);
  request.write(rest);
  // Node drops what arrives together with a request that asks for another protocol.
  await request.status();
  request.write('GET /api/v1/about HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  return request.ended();
}
const statusesIn = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d+/g);

describe('an Upgrade header', () => {
  it('ERR-60 is ignored outside of Socket.IO, and the connection goes on', async () => {
    expect(statusesIn(await answerTo(['GET /api/v1/about HTTP/1.1', ...H2C]))).toEqual([
      '200',
      '200',
    ]);
    const nowhere = await answerTo(['GET /api/v1/nowhere HTTP/1.1', ...WEBSOCKET]);
    expect(statusesIn(nowhere)).toEqual(['404', '200']);
    expect(nowhere).toContain('"code":"not-found"');
    const polling = `GET ${LIVE_PATH}/?EIO=4&transport=polling HTTP/1.1`;
    expect(statusesIn(await answerTo([polling, ...H2C]))).toEqual(['200', '200']);
  });

  it('ERR-60 is ignored with a body too', async () => {
    const body = JSON.stringify({ slack_id: 'ada' });
    const put = [
      'PUT /api/v1/auth/profile/me HTTP/1.1',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
    ];
    const whole = [...put, `content-length: ${body.length}`, ...H2C];
    const answer = await answerTo(whole, body);
    expect(statusesIn(answer)).toEqual(['200', '200']);
    expect(answer).toContain('"slack_id":"ada"');
    const chunked = [...put, 'transfer-encoding: chunked', ...WEBSOCKET];
    const pieces = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(statusesIn(await answerTo(chunked, pieces))).toEqual(['200', '200']);
  });

  it('ERR-60 opens a WebSocket of Socket.IO', async () => {
    const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
    const socket = await RawRequest.open(server.baseUrl, [`GET ${path} HTTP/1.1`, ...WEBSOCKET]);
    expect(await socket.status()).toBe(101);
    socket.close();
  });
});
