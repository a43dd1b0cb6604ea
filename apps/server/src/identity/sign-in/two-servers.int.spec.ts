import { finishSignIn, startSignIn } from '@portal/testing/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const LIMIT = 5;
const SECRET = 'the-same-signing-key-on-both-of-these-servers';

let first: TestServer;
let second: TestServer;
/** The URLs of the two servers; the public URL of both is that of the first. */
let urls: readonly string[];

beforeAll(async () => {
  const config = { authRateLimit: LIMIT, jwtSecret: SECRET };
  first = await startTestServer({ config });
  second = await startTestServer({
    databaseUrl: first.config.databaseUrl,
    config: { ...config, publicUrl: first.baseUrl },
  });
  urls = [first.baseUrl, `http://127.0.0.1:${second.config.port}`];
});
beforeEach(() => first.db.query('TRUNCATE sign_in.calls'));
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const at = (turn: number): string => urls[turn % urls.length] ?? '';

function refresh(url: string, token = 'unknown'): Promise<Response> {
  return fetch(`${url}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  });
}

describe('two servers on one database', () => {
  it('AUTH-21 accept a demo code at another server than the one that issued it', async () => {
    const pending = await startSignIn(at(0), 'lead@example.com');
    const answer = await finishSignIn(at(1), pending);
    expect(answer.status).toBe(200);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    for (const url of urls) {
      expect((await get(`${url}/api/v1/auth/profile/me`, token)).status).toBe(200);
    }
  });

  it('AUTH-21 accept a demo code once, also if both get it simultaneously', async () => {
    const pending = await startSignIn(at(0), 'lead@example.com');
    const answers = await Promise.all(urls.map((url) => finishSignIn(url, pending)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  it('AUTH-90 give a used refresh token the same successor', async () => {
    const signedIn = await finishSignIn(at(0), await startSignIn(at(0), 'lead@example.com'));
    const { refresh_token: used } = (await signedIn.json()) as { refresh_token: string };
    const answers = await Promise.all([0, 1].map((turn) => refresh(at(turn), used)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = (await Promise.all(answers.map((answer) => answer.json()))) as [
      { refresh_token: string },
      { refresh_token: string },
    ];
    expect(other.refresh_token).toBe(one.refresh_token);
  });

  it('AUTH-22 allow calls again when the minute is over', async () => {
    for (let n = 0; n < LIMIT; n += 1) expect((await refresh(at(n))).status).toBe(401);
    await first.db.query('UPDATE sign_in.calls SET resets_at = now()');
    for (let n = 0; n < LIMIT; n += 1) expect((await refresh(at(n))).status).toBe(401);
  });

  it('AUTH-22 share the limit of sign-in calls', async () => {
    for (let n = 0; n < LIMIT; n += 1) expect((await refresh(at(n))).status).toBe(401);
    // The second refusal of a server comes from its memory.
    for (const url of [...urls, ...urls]) {
      const refused = await refresh(url);
      expect(refused.status).toBe(429);
      expect((await problemIn(refused)).code).toBe('too-many-requests');
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });
});
