import { Writable } from 'node:stream';
import { LIVE_PATH } from '@portal/contracts/live';
import { signIn } from '@portal/testing/sign-in';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, post } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { createUser, type TestUser } from '../../testing/user.js';

const EMAIL = 'logged@example.com';
const lines: string[] = [];
const logger = pino(
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer({ logger });
  user = await createUser(server.db, EMAIL);
});
beforeEach(() => void lines.splice(0));
afterAll(() => server.stop());

const logged = (): unknown[] => lines.map((line) => JSON.parse(line) as unknown);

/** Waits for a line with these values. */
const expectLine = (line: object): Promise<void> =>
  expect.poll(logged, { interval: 5 }).toContainEqual(expect.objectContaining(line));

const refresh = (token: string): Promise<Response> =>
  post(`${server.baseUrl}/api/auth/refresh`, { refresh_token: token });

describe('the log', () => {
  it('AUTH-85 has who signed in, refreshed and signed out, and in which session', async () => {
    const { access_token, refresh_token } = await signIn(server.baseUrl, EMAIL);
    const who = { userId: user.id, sessionId: decodeJwt(access_token)['sid'], ip: '127.0.0.1' };
    await expectLine({ route: '/api/v1/auth/token', status: 200, ...who });
    await refresh(refresh_token);
    await expectLine({ route: '/api/auth/refresh', status: 200, ...who });
    await get(`${server.baseUrl}/api/v1/auth/profile/me`, access_token);
    await expectLine({ route: '/api/v1/auth/profile/me', status: 200, ...who });
    await post(`${server.baseUrl}/api/v1/auth/logout`, { refresh_token });
    await expectLine({ route: '/api/v1/auth/logout', status: 204, ...who });
    expect(lines.join('')).not.toContain(EMAIL);
    expect(lines.join('')).not.toContain(refresh_token);
    expect(lines.join('')).not.toContain(access_token);
  });

  it('AUTH-85 warns of a refresh token that is used twice', async () => {
    const { access_token, refresh_token } = await signIn(server.baseUrl, EMAIL);
    const session = { userId: user.id, sessionId: decodeJwt(access_token)['sid'] };
    await refresh(refresh_token);
    expect(lines.join('')).not.toContain('once more');
    await refresh(refresh_token);
    await expectLine({ level: 30, msg: 'a refresh token was used once more', ...session });
    expect(lines.join('')).not.toContain('used twice');
    await refresh(refresh_token);
    await expectLine({ level: 40, msg: 'a refresh token was used twice', ...session });
    await expectLine({ route: '/api/auth/refresh', problem: 'refresh-token-reused' });
  });

  it('ERR-7 has why a sign-in or a request was refused, and the user if there is one', async () => {
    await post(`${server.baseUrl}/api/v1/auth/token`, { code: 'unknown' });
    await expectLine({ route: '/api/v1/auth/token', status: 401, problem: 'invalid-code' });
    await get(`${server.baseUrl}/api/v1/projects/`, 'unknown');
    await expectLine({ route: '/api/v1/projects', status: 401, problem: 'unauthenticated' });
    const { access_token } = await signIn(server.baseUrl, EMAIL);
    await post(`${server.baseUrl}/api/v1/projects/`, { name: 'Mine' }, access_token);
    await expectLine({ status: 403, problem: 'forbidden', userId: user.id, ip: '127.0.0.1' });
  });

  it('LIVE-80 has refused handshakes and messages, and none that succeed', async () => {
    const open = (token: string, headers = {}): ReturnType<typeof io> =>
      io(server.baseUrl, {
        path: LIVE_PATH,
        auth: { token },
        transports: ['websocket'],
        extraHeaders: headers,
        reconnection: false,
        forceNew: true,
      });
    const event = (socket: ReturnType<typeof io>, name: string): Promise<unknown> =>
      new Promise((resolve) => socket.once(name, resolve));
    const refusals = (): unknown[] => lines.filter((line) => line.includes('refused on a socket'));

    await event(open('unknown'), 'connect_error');
    await expectLine({ problem: 'unauthenticated', ip: '127.0.0.1' });
    await event(open('unknown', { origin: 'https://evil.example' }), 'connect_error');
    await expectLine({ problem: 'forbidden', ip: '127.0.0.1' });

    const { access_token } = await signIn(server.baseUrl, EMAIL);
    const socket = open(access_token);
    await event(socket, 'connect');
    expect(refusals()).toHaveLength(2);
    await socket.emitWithAck('subscribe', { project_id: 1 });
    await expectLine({ problem: 'not-found', userId: user.id });
    socket.close();
  });
});
