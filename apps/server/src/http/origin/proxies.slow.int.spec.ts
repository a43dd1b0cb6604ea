import type { TrustedProxies } from '@portal/platform/trust-proxy';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const ONE_PROXY: TrustedProxies = { kind: 'hops', hops: 1 };
const TWO_PROXIES: TrustedProxies = { kind: 'hops', hops: 2 };
const THIS_MACHINE: TrustedProxies = { kind: 'networks', networks: ['127.0.0.0/8', '::1'] };
const LIMIT = 3;

/** Headers with which a client pretends to be another client, or this machine. */
const DISGUISES = (ip: string): Record<string, string>[] => [
  { 'x-forwarded-for': ip },
  { 'x-forwarded-for': `${ip}, ${ip}` },
  { 'x-real-ip': ip },
  { via: `1.1 ${ip}` },
  { forwarded: `for=${ip}` },
  { 'x-forwarded-host': 'localhost' },
];

let server: TestServer;
afterEach(() => server.stop());

async function start(trustedProxies: TrustedProxies | undefined): Promise<void> {
  server = await startTestServer({ config: { authRateLimit: LIMIT, trustedProxies } });
}

async function refresh(headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${server.baseUrl}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ refresh_token: 'unknown' }),
  });
  return answer.status;
}

/** Uses up the rate limit of this client. */
async function exhaust(headers: Record<string, string> = {}): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) expect(await refresh(headers)).toBe(401);
  expect(await refresh(headers)).toBe(429);
}

describe('without a trusted proxy', () => {
  it('AUTH-15 counts calls by the IP of the connection and ignores its headers', async () => {
    await start(undefined);
    await exhaust();
    for (const disguise of DISGUISES('203.0.113.7')) expect(await refresh(disguise)).toBe(429);
  });
});

describe('behind trusted proxies', () => {
  it.each([
    ['one proxy', ONE_PROXY, (client: string) => client],
    ['two', TWO_PROXIES, (client: string) => `${client}, 10.0.0.9`],
    ['those of a network', THIS_MACHINE, (client: string) => `${client}, 127.0.0.2`],
  ])('AUTH-15 counts the calls of each client of %s', async (_what, trusted, forwardedFor) => {
    await start(trusted);
    const from = (client: string): Record<string, string> => ({
      'x-forwarded-for': forwardedFor(client),
    });
    await exhaust(from('203.0.113.7'));
    expect(await refresh(from('203.0.113.8'))).toBe(401);
    // The proxies append to the header that the client sent.
    expect(await refresh(from('198.51.100.1, 203.0.113.7'))).toBe(429);
    expect(await refresh({ ...from('203.0.113.7'), 'x-real-ip': '198.51.100.1' })).toBe(429);
    expect(await refresh({ ...from('203.0.113.7'), via: '1.1 elsewhere' })).toBe(429);
  });

  it('AUTH-15 counts all clients of one IPv6 /64 network together', async () => {
    await start(ONE_PROXY);
    await exhaust({ 'x-forwarded-for': '2001:db8:1:2::1' });
    expect(await refresh({ 'x-forwarded-for': '2001:db8:1:2:ffff::2' })).toBe(429);
    expect(await refresh({ 'x-forwarded-for': '2001:db8:1:3::1' })).toBe(401);
  });
});

describe('routes for this machine only', () => {
  const page = new URLSearchParams({ response_type: 'code', client_id: 'portal-demo' });

  it.each([
    ['no proxy', undefined],
    ['one proxy', ONE_PROXY],
    ['two proxies', TWO_PROXIES],
    ['the proxies of this machine', THIS_MACHINE],
  ])(
    'AUTH-13 OPS-4 are hidden from forwarded requests, where %s is trusted',
    async (_what, trusted) => {
      await start(trusted);
      page.set('redirect_uri', `${server.baseUrl}/`);
      for (const path of ['/metrics', `/demo-identity/authorize?${page}`]) {
        const ask = async (headers: Record<string, string> = {}): Promise<number> =>
          (await fetch(server.baseUrl + path, { headers })).status;
        for (const ip of ['127.0.0.1', '203.0.113.7']) {
          for (const headers of DISGUISES(ip)) expect(await ask(headers)).toBe(404);
        }
        expect(await ask()).toBe(200);
        const far = await server.app.inject({
          url: path,
          remoteAddress: '203.0.113.7',
          headers: { host: new URL(server.baseUrl).host, 'x-forwarded-for': '127.0.0.1' },
        });
        expect(far.statusCode).toBe(404);
      }
    },
  );

  it('AUTH-1 ignores the host in forwarded headers', async () => {
    await start(ONE_PROXY);
    const answer = await fetch(`${server.baseUrl}/api/v1/auth/config`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(await answer.json()).toMatchObject({ redirect_uri: `${server.baseUrl}/` });
  });
});
