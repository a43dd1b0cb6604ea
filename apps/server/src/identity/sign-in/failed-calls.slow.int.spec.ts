import { tokenResponseSchema } from '@portal/contracts/auth';
import { finishSignIn, signIn, startSignIn } from '@portal/testing/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { ProblemException } from '../../problems/problem.js';
import { FailedCalls } from './failed-calls.js';
import { IdentityProvider } from './identity-provider.js';

const LIMIT = 3;
const ROUTES = ['/api/auth/refresh', '/api/v1/auth/logout', '/api/v1/auth/token'] as const;
const [REFRESH, LOGOUT, TOKEN] = ROUTES;
const CLIENT = '198.51.100.7';

let server: TestServer;
/** Each test is another client. */
let tests = 0;
beforeAll(async () => {
  server = await startTestServer({
    config: { authRateLimit: LIMIT, trustedProxies: { kind: 'hops', hops: 1 } },
  });
});
beforeEach(() => (tests += 1));
afterAll(() => server.stop());

const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.baseUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `203.0.113.${tests}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
const wrong = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  call(path, path === TOKEN ? { code: 'unknown' } : { refresh_token: 'unknown' }, headers);
const statuses = async (answers: readonly Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).sort((a, b) => a - b);

async function exhaust(path: string): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) expect([401, 204]).toContain((await wrong(path)).status);
  expect((await wrong(path)).status).toBe(429);
}

describe('the limit of failed calls', () => {
  it('AUTH-15 is 429 with Retry-After, on the route that failed only', async () => {
    await exhaust(REFRESH);
    const refused = await wrong(REFRESH);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await problemIn(refused)).code).toBe('too-many-requests');
    expect((await wrong(TOKEN)).status).toBe(401);
    for (let n = 0; n < 2 * LIMIT; n += 1) {
      expect((await get(`${server.baseUrl}/api/v1/about`)).status).toBe(200);
    }
  });

  it('AUTH-15 does not count calls that succeed, nor invalid bodies', async () => {
    for (let n = 0; n < 2 * LIMIT; n += 1) {
      let { refresh_token } = await signIn(server.baseUrl, 'lead@example.com');
      const refreshed = await call(REFRESH, { refresh_token });
      expect(refreshed.status).toBe(200);
      ({ refresh_token } = tokenResponseSchema.parse(await refreshed.json()));
      expect((await call(LOGOUT, { refresh_token })).status).toBe(204);
      for (const path of ROUTES) expect((await call(path, {})).status).toBe(400);
    }
    await exhaust(REFRESH);
  });

  it('AUTH-24 refuses neither the refresh nor the end of a known session', async () => {
    const { refresh_token } = await signIn(server.baseUrl, 'lead@example.com');
    await exhaust(REFRESH);
    await exhaust(LOGOUT);
    const refreshed = await call(REFRESH, { refresh_token });
    expect(refreshed.status).toBe(200);
    const next = tokenResponseSchema.parse(await refreshed.json());
    expect((await call(LOGOUT, { refresh_token: next.refresh_token })).status).toBe(204);
    const ended = await get(`${server.baseUrl}/api/v1/auth/profile/me`, next.access_token);
    expect(ended.status).toBe(401);
    // The used token is none of a session any more.
    expect((await call(REFRESH, { refresh_token })).status).toBe(429);
  });

  it('AUTH-15 limits simultaneous calls, and asks the identity provider for no more', async () => {
    const exchange = vi.spyOn(server.app.get(IdentityProvider), 'exchange');
    const answers = await statuses(Array.from({ length: 20 }, () => wrong(TOKEN)));
    expect(answers.filter((status) => status === 401)).toHaveLength(LIMIT);
    expect(answers.filter((status) => status === 429)).toHaveLength(20 - LIMIT);
    expect(exchange).toHaveBeenCalledTimes(LIMIT);
    exchange.mockRestore();
  });

  it('AUTH-15 lets the next call in when simultaneous ones have succeeded', async () => {
    const pending = [];
    for (let n = 0; n < 2 * LIMIT; n += 1) {
      pending.push(await startSignIn(server.baseUrl, 'lead@example.com'));
    }
    const answers = await statuses(pending.map((one) => finishSignIn(server.baseUrl, one)));
    expect(new Set(answers).has(200)).toBe(true);
    await signIn(server.baseUrl, 'lead@example.com');
  });

  it('AUTH-22 lets the next call in when those that counted have succeeded on another server', async () => {
    const { databaseUrl, jwtSecret, authRateLimit, trustedProxies } = server.config;
    const config = { jwtSecret, authRateLimit, trustedProxies };
    const other = await startTestServer({ databaseUrl, config });
    try {
      const calls = other.app.get(FailedCalls);
      calls.refusedMs = 0;
      let end = (): void => undefined;
      const running = new Promise<void>((resolve) => (end = resolve));
      const own = server.app.get(FailedCalls);
      const ended = Array.from({ length: LIMIT }, () => own.before(TOKEN, CLIENT, () => running));
      await expect
        .poll(() => server.db.query(`SELECT FROM sign_in.calls WHERE calls = ${LIMIT}`))
        .toHaveLength(1);
      const refused = calls.before(TOKEN, CLIENT, async () => 'let in');
      await expect(refused).rejects.toThrow('Too many calls');
      end();
      await Promise.all(ended);
      expect(await calls.before(TOKEN, CLIENT, async () => 'let in')).toBe('let in');
    } finally {
      await other.stop();
    }
  });

  it('AUTH-15 does not count failures of the identity provider', async () => {
    const away = new ProblemException('identity-provider-unavailable', 'away');
    const exchange = vi.spyOn(server.app.get(IdentityProvider), 'exchange').mockRejectedValue(away);
    for (let n = 0; n < 2 * LIMIT; n += 1) expect((await wrong(TOKEN)).status).toBe(502);
    exchange.mockRestore();
    await signIn(server.baseUrl, 'lead@example.com');
  });
});

describe('a page of another origin', () => {
  const ORIGINS: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it('AUTH-23 is refused before it counts, and the visitor can sign in', async () => {
    for (const path of ROUTES) {
      for (const headers of ORIGINS) {
        for (let n = 0; n <= LIMIT; n += 1) {
          const refused = await wrong(path, headers);
          expect([path, refused.status]).toEqual([path, 403]);
          expect((await problemIn(refused)).code).toBe('forbidden');
        }
      }
    }
    const { refresh_token } = await signIn(server.baseUrl, 'lead@example.com');
    const refreshed = await call(REFRESH, { refresh_token }, { origin: server.baseUrl });
    expect(refreshed.status).toBe(200);
    expect((await wrong(TOKEN)).status).toBe(401);
  });

  it('AUTH-23 may link to the portal, and read what is public', async () => {
    for (const url of ['/api/v1/about', '/api/openapi.json', '/api/docs']) {
      for (const headers of ORIGINS) {
        expect((await server.app.inject({ url, headers })).statusCode).toBe(200);
      }
    }
  });
});
