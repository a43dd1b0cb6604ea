import { LIVE_PATH } from '@portal/contracts/live';
import { signIn } from '@portal/testing/sign-in';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallerDirectory } from '../../identity/caller-directory.js';
import { createUser, type TestUser } from '../../testing/user.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const SOCKETS = 3;
const ANONYMOUS = 10 * SOCKETS;
const FAILURES = 4;
const HOME = '203.0.113.7';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
const opened: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({
    config: {
      socketLimit: SOCKETS,
      failedHandshakeLimit: FAILURES,
      trustedProxies: { kind: 'hops', hops: 1 },
    },
  });
  ada = await createUser(server.db, 'ada@example.com');
  ben = await createUser(server.db, 'ben@example.com');
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const socket of opened.splice(0)) socket.disconnect();
});
afterAll(() => server.stop());

function open(
  token: string | undefined,
  ip: string,
  transport = 'websocket',
  headers: Record<string, string> = {},
): Socket {
  const socket = io(server.baseUrl, {
    path: LIVE_PATH,
    transports: [transport],
    auth: token === undefined ? {} : { token },
    extraHeaders: { 'x-forwarded-for': ip, ...headers },
    reconnection: false,
    forceNew: true,
  });
  opened.push(socket);
  return socket;
}

/** 'connected', the code of the refusal, or the error. */
function outcome(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
    socket.once('disconnect', resolve);
  });
}

const connect = (token: string | undefined, ip = HOME, transport?: string): Promise<string> =>
  outcome(open(token, ip, transport));

async function many(count: number, attempt: () => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, attempt));
}

const counted = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((each) => each === one).length]),
  );

describe('open connections', () => {
  it('LIVE-27 are limited per user, over any transport and from any IP address', async () => {
    let n = 0;
    const attempts = await many(2 * SOCKETS, () =>
      connect(ada.token, `198.51.100.${n}`, n++ % 2 === 0 ? 'websocket' : 'polling'),
    );
    expect(counted(attempts)).toEqual({ connected: SOCKETS, 'too-many-connections': SOCKETS });
    expect(await connect(ben.token)).toBe('connected');
  });

  it('LIVE-27 can be replaced after one of them closes', async () => {
    const sockets = Array.from({ length: SOCKETS }, () => open(ada.token, HOME));
    expect(await Promise.all(sockets.map(outcome))).not.toContain('too-many-connections');
    expect(await connect(ada.token)).toBe('too-many-connections');
    sockets[0]?.disconnect();
    await expect.poll(() => connect(ada.token), { interval: 20 }).toBe('connected');
    expect(await connect(ada.token)).toBe('too-many-connections');
  });

  it('LIVE-29 without authentication are limited per IP address, without effect on others', async () => {
    const url = `${server.baseUrl}${LIVE_PATH}/?EIO=4&transport=polling`;
    /** Opens an unauthenticated connection; returns whether it stays open. */
    const stand = async (ip: string): Promise<boolean> => {
      const headers = { 'x-forwarded-for': ip };
      const answer = await (await fetch(url, { headers })).text();
      const sid = /"sid":"([^"]+)"/.exec(answer)?.[1] ?? '';
      // A no-op packet; only an open connection accepts it.
      const taken = await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: '6' });
      return taken.ok;
    };
    const standing: boolean[] = [];
    for (let n = 0; n < ANONYMOUS + 2; n += 1) standing.push(await stand(HOME));
    expect(standing).toEqual([...Array.from({ length: ANONYMOUS }, () => true), false, false]);
    expect(await stand('203.0.113.8')).toBe(true);
    expect(await connect(ben.token, '203.0.113.9')).toBe('connected');
  });
});

describe('failed handshakes', () => {
  it('LIVE-28 are limited per minute and IP address, then refused without authentication', async () => {
    const looked = vi.spyOn(server.app.get(CallerDirectory), 'findApiToken');
    const attempts = await many(3 * FAILURES, () => connect('unknown', '203.0.113.1'));
    expect(counted(attempts)).toEqual({
      unauthenticated: FAILURES,
      'too-many-requests': 2 * FAILURES,
    });
    expect(looked).toHaveBeenCalledTimes(FAILURES);
    expect(await connect(ada.token, '203.0.113.1')).toBe('too-many-requests');
    expect(await connect(undefined, '203.0.113.1')).toBe('too-many-requests');
    expect(looked).toHaveBeenCalledTimes(FAILURES);
    expect(await connect(ada.token, '203.0.113.2')).toBe('connected');
  });

  it('LIVE-28 do not stop a session, also when its access token has expired', async () => {
    const { access_token } = await signIn(server.baseUrl, 'lead@example.com');
    const ip = '203.0.113.3';
    await many(2 * FAILURES, () => connect('unknown', ip));
    expect(await connect('unknown', ip)).toBe('too-many-requests');
    expect(await connect(access_token, ip)).toBe('connected');
    const forged = `${access_token.slice(0, -2)}xx`;
    expect(await connect(forged, ip)).toBe('too-many-requests');
    vi.setSystemTime(Date.now() + 16 * 60_000);
    expect(await connect(access_token, ip)).toBe('token-expired');
    vi.useRealTimers();
  });
});

describe('a page of another origin', () => {
  it('LIVE-34 opens no connection, over any transport, and does not count', async () => {
    const ip = '203.0.113.4';
    const foreign = { 'x-forwarded-for': ip, origin: 'https://evil.example' };
    for (const transport of ['websocket', 'polling']) {
      const answers = await many(2 * FAILURES, () =>
        outcome(open('unknown', ip, transport, { origin: 'https://evil.example' })),
      );
      expect(new Set(answers)).toEqual(
        new Set([`${transport === 'polling' ? 'xhr poll' : transport} error`]),
      );
    }
    const url = `${server.baseUrl}${LIVE_PATH}/?EIO=4&transport=polling`;
    expect((await fetch(url, { headers: foreign })).status).toBe(403);
    expect(await connect(ada.token, ip)).toBe('connected');
    expect(await outcome(open(ada.token, ip, 'websocket', { origin: server.baseUrl }))).toBe(
      'connected',
    );
  });
});
