import { createHash, randomUUID } from 'node:crypto';
import { tokenResponseSchema } from '@portal/contracts/auth';
import { signIn } from '@portal/testing/sign-in';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../testing/user.js';
import { get, post, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

function refresh(baseUrl: string, refreshToken: string): Promise<Response> {
  return post(`${baseUrl}/api/auth/refresh`, { refresh_token: refreshToken });
}

let server: TestServer;
const profile = (token: string): Promise<Response> =>
  get(`${server.baseUrl}/api/v1/auth/profile/me`, token);
const codeOf = async (answer: Response): Promise<string> => (await problemIn(answer)).code;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe('refresh tokens', () => {
  it('AUTH-8 are replaced at each use and stored only as hashes', async () => {
    const first = await signIn(server.baseUrl, 'lead@example.com');
    const answer = await refresh(server.baseUrl, first.refresh_token);
    expect(answer.status).toBe(200);
    const second = tokenResponseSchema.parse(await answer.json());
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await profile(second.access_token)).status).toBe(200);
    expect(decodeJwt(second.access_token)['sid']).toBe(decodeJwt(first.access_token)['sid']);

    const hash = createHash('sha256').update(second.refresh_token).digest();
    const stored = await server.db.query<{ days: number; dump: string }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days, token::text AS dump
       FROM core.refresh_token AS token WHERE token_hash = $1`,
      [hash],
    );
    expect(stored[0]?.days).toBe(30);
    expect(stored[0]?.dump).not.toContain(second.refresh_token);
  });

  it('AUTH-8 are refused when unknown or expired', async () => {
    const unknown = await refresh(server.baseUrl, 'unknown');
    expect(unknown.status).toBe(401);
    expect(await codeOf(unknown)).toBe('invalid-refresh-token');

    const { refresh_token } = await signIn(server.baseUrl, 'lead@example.com');
    await server.db.query(
      `UPDATE core.refresh_token SET expires_at = now() - interval '1 second' WHERE token_hash = $1`,
      [createHash('sha256').update(refresh_token).digest()],
    );
    const expired = await refresh(server.baseUrl, refresh_token);
    expect(await codeOf(expired)).toBe('invalid-refresh-token');
  });

  const tokensIn = async (answer: Response) => tokenResponseSchema.parse(await answer.json());
  /** How many tokens of the session are valid or spent, and not revoked. */
  const aliveIn = async (accessToken: string): Promise<number> => {
    const alive = await server.db.query<unknown>(
      'SELECT FROM core.refresh_token WHERE family_id = $1 AND revoked_at IS NULL',
      [decodeJwt(accessToken)['sid']],
    );
    return alive.length;
  };

  it('AUTH-9 end the session for all holders when used after their successor', async () => {
    const first = await signIn(server.baseUrl, 'reviewer@example.com');
    const other = await signIn(server.baseUrl, 'reviewer@example.com');
    const second = await tokensIn(await refresh(server.baseUrl, first.refresh_token));
    const third = await tokensIn(await refresh(server.baseUrl, second.refresh_token));
    const reused = await refresh(server.baseUrl, first.refresh_token);
    expect(reused.status).toBe(401);
    expect(await codeOf(reused)).toBe('refresh-token-reused');
    expect((await refresh(server.baseUrl, third.refresh_token)).status).toBe(401);
    expect((await profile(third.access_token)).status).toBe(401);
    expect((await refresh(server.baseUrl, other.refresh_token)).status).toBe(200);
  });

  it('AUTH-90 get the same successor once more, so that a lost response signs nobody out', async () => {
    const first = await signIn(server.baseUrl, 'reviewer@example.com');
    const lost = await tokensIn(await refresh(server.baseUrl, first.refresh_token));
    const again = await tokensIn(await refresh(server.baseUrl, first.refresh_token));
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect((await profile(again.access_token)).status).toBe(200);
    // Both tabs have the same token, and go on.
    const next = await tokensIn(await refresh(server.baseUrl, lost.refresh_token));
    expect((await refresh(server.baseUrl, next.refresh_token)).status).toBe(200);
  });

  it('AUTH-90 count once more only once, and within a minute', async () => {
    const first = await signIn(server.baseUrl, 'reviewer@example.com');
    for (const status of [200, 200, 401]) {
      expect((await refresh(server.baseUrl, first.refresh_token)).status).toBe(status);
    }
    expect(await aliveIn(first.access_token)).toBe(0);

    const late = await signIn(server.baseUrl, 'reviewer@example.com');
    const successor = await tokensIn(await refresh(server.baseUrl, late.refresh_token));
    await server.db.query(
      `UPDATE core.refresh_token SET spent_at = spent_at - interval '60 seconds' WHERE family_id = $1`,
      [decodeJwt(late.access_token)['sid']],
    );
    const reused = await refresh(server.baseUrl, late.refresh_token);
    expect(await codeOf(reused)).toBe('refresh-token-reused');
    expect((await refresh(server.baseUrl, successor.refresh_token)).status).toBe(401);
  });

  it('AUTH-90 do not bring back a session that has ended', async () => {
    const tokens = await signIn(server.baseUrl, 'lead@example.com');
    const { refresh_token } = await tokensIn(await refresh(server.baseUrl, tokens.refresh_token));
    await post(`${server.baseUrl}/api/v1/auth/logout`, { refresh_token });
    const again = await refresh(server.baseUrl, tokens.refresh_token);
    expect([again.status, await codeOf(again)]).toEqual([401, 'invalid-refresh-token']);
  });

  it('AUTH-9 AUTH-90 used concurrently give one new token twice, whose session is then revoked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token, access_token } = await signIn(server.baseUrl, 'trainer@example.com');
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => refresh(server.baseUrl, refresh_token)),
      );
      const won = answers.filter((answer) => answer.status === 200);
      expect(won).toHaveLength(2);
      const tokens = await Promise.all(won.map(tokensIn));
      expect(new Set(tokens.map((each) => each.refresh_token)).size).toBe(1);
      for (const each of tokens) {
        expect((await refresh(server.baseUrl, each.refresh_token)).status).toBe(401);
      }
      expect(await aliveIn(access_token)).toBe(0);
    }
  });

  it('AUTH-9 end the session on reuse also during a rotation of the newest token', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = await signIn(server.baseUrl, 'trainer@example.com');
      const second = await tokensIn(await refresh(server.baseUrl, first.refresh_token));
      const [rotated, repeated] = await Promise.all([
        refresh(server.baseUrl, second.refresh_token),
        refresh(server.baseUrl, first.refresh_token),
      ]);
      // Either was first: then the other one is no reuse, or the end of the session.
      if (repeated.status === 200) {
        expect(rotated.status).toBe(200);
        expect((await tokensIn(repeated)).refresh_token).toBe(second.refresh_token);
      } else {
        expect(await aliveIn(first.access_token)).toBe(0);
      }
      expect((await refresh(server.baseUrl, first.refresh_token)).status).toBe(401);
      expect(await aliveIn(first.access_token)).toBe(0);
    }
  });

  it('AUTH-19 of a deactivated user are revoked, and stay so after the reactivation', async () => {
    const first = await signIn(server.baseUrl, 'trainer@example.com');
    const second = await signIn(server.baseUrl, 'trainer@example.com');
    const other = await signIn(server.baseUrl, 'lead@example.com');
    const setActive = (isActive: boolean): Promise<unknown> =>
      server.db.query(
        "UPDATE core.app_user SET is_active = $1 WHERE email = 'trainer@example.com'",
        [isActive],
      );
    const refusals = async (): Promise<readonly unknown[]> =>
      Promise.all(
        [first, second].map(async ({ refresh_token }) => {
          const answer = await refresh(server.baseUrl, refresh_token);
          return [answer.status, await codeOf(answer)];
        }),
      );
    const refused = [401, 'invalid-refresh-token'];
    await setActive(false);
    expect(await problemIn(await refresh(server.baseUrl, first.refresh_token))).toMatchObject({
      detail: 'This account has been deactivated',
    });
    expect(await refusals()).toEqual([refused, refused]);
    await setActive(true);
    expect(await refusals()).toEqual([refused, refused]);
    for (const { access_token } of [first, second]) {
      expect((await profile(access_token)).status).toBe(401);
    }
    const again = await signIn(server.baseUrl, 'trainer@example.com');
    expect((await profile(again.access_token)).status).toBe(200);
    // A change that keeps the user active ends nothing.
    await setActive(true);
    expect((await refresh(server.baseUrl, again.refresh_token)).status).toBe(200);
    expect((await refresh(server.baseUrl, other.refresh_token)).status).toBe(200);
  });

  it('AUTH-20 are not renewed while the user is being deactivated', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const { access_token, refresh_token } = await signIn(server.baseUrl, 'trainer@example.com');
      const user = "WHERE email = 'trainer@example.com'";
      await Promise.all([
        refresh(server.baseUrl, refresh_token),
        server.db.query(`UPDATE core.app_user SET is_active = false ${user}`),
      ]);
      await server.db.query(`UPDATE core.app_user SET is_active = true ${user}`);
      const alive = await server.db.query<unknown>(
        'SELECT FROM core.refresh_token WHERE family_id = $1 AND revoked_at IS NULL',
        [decodeJwt(access_token)['sid']],
      );
      expect(alive).toEqual([]);
    }
  });

  it('AUTH-17 are not deleted by a sign-in, so that it invalidates no cached caller', async () => {
    await signIn(server.baseUrl, 'lead@example.com');
    await server.db.query(`UPDATE core.refresh_token SET expires_at = now() - interval '2 days'`);
    const changes = (): Promise<readonly unknown[]> =>
      server.db.query('SELECT xid FROM agg.access_change ORDER BY xid');
    const before = await changes();
    await signIn(server.baseUrl, 'lead@example.com');
    expect(await changes()).toEqual(before);
    const expired = await server.db.query<unknown>(
      'SELECT FROM core.refresh_token WHERE expires_at < now()',
    );
    expect(expired.length).toBeGreaterThan(0);
  });
});

describe('signing out', () => {
  it('AUTH-10 ends the session with its access tokens, and no other session', async () => {
    const tokens = await signIn(server.baseUrl, 'lead@example.com');
    const other = await signIn(server.baseUrl, 'lead@example.com');
    const { refresh_token } = tokens;
    const answer = await post(`${server.baseUrl}/api/v1/auth/logout`, { refresh_token });
    expect(answer.status).toBe(204);
    expect((await refresh(server.baseUrl, refresh_token)).status).toBe(401);
    expect((await profile(tokens.access_token)).status).toBe(401);
    expect((await profile(other.access_token)).status).toBe(200);
  });

  it('AUTH-10 succeeds if there is no session', async () => {
    const body = { refresh_token: 'unknown' };
    expect((await post(`${server.baseUrl}/api/v1/auth/logout`, body)).status).toBe(204);
  });
});

describe('access tokens', () => {
  const claims = async (): Promise<{ sub: string; sid: string }> => {
    const { access_token } = await signIn(server.baseUrl, 'lead@example.com');
    return decodeJwt<{ sub: string; sid: string }>(access_token);
  };
  const forge = async (
    changes: (token: SignJWT) => SignJWT = (token) => token,
    secret = server.config.jwtSecret,
    alg = 'HS256',
  ): Promise<string> => {
    const { sub, sid } = await claims();
    const token = new SignJWT({ sub, sid, projects_auth: [], pod_name: null })
      .setProtectedHeader({ alg })
      .setIssuer('portal')
      .setAudience('portal-api')
      .setExpirationTime('5m')
      .setJti(randomUUID());
    return changes(token).sign(new TextEncoder().encode(secret));
  };

  it('AUTH-11 of this portal are accepted', async () => {
    expect((await profile(await forge())).status).toBe(200);
  });

  it('AUTH-11 report their expiry', async () => {
    const answer = await profile(await forge((token) => token.setExpirationTime('-1s')));
    expect(answer.status).toBe(401);
    expect(await codeOf(answer)).toBe('token-expired');
  });

  it.each<[string, () => Promise<string>]>([
    ['of another audience', () => forge((token) => token.setAudience('other'))],
    ['of another issuer', () => forge((token) => token.setIssuer('other'))],
    ['signed with another key', () => forge(undefined, 'x'.repeat(64))],
    ['signed with another algorithm', () => forge(undefined, server.config.jwtSecret, 'HS512')],
    ['with another payload', async () => swapPayload(await forge())],
    ['without a signature', async () => new UnsecuredJWT(await claims()).encode()],
    ['with padding', async () => `${await forge()}=`],
    ['with a part that has padding', async () => (await forge()).replace('.', '=.')],
    ['that are not tokens', () => Promise.resolve('a.b.c')],
  ])('AUTH-11 %s are refused', async (_name, make) => {
    const answer = await profile(await make());
    expect(answer.status).toBe(401);
    expect(await codeOf(answer)).toBe('unauthenticated');
  });

  function swapPayload(token: string): string {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claimed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const altered = Buffer.from(JSON.stringify({ ...claimed, sub: '1' })).toString('base64url');
    return [header, altered, signature].join('.');
  }
});

describe('API tokens', () => {
  it('AUTH-12 act as their user until they are switched off or expire', async () => {
    const user = await createUser(server.db, 'robot@example.com');
    const change = (assignment: string): Promise<unknown> =>
      server.db.query(`UPDATE core.api_token SET ${assignment} WHERE user_id = $1`, [user.id]);
    expect((await profile(user.token)).status).toBe(200);
    await change('is_active = false');
    expect((await profile(user.token)).status).toBe(401);
    await change("is_active = true, expires_at = now() - interval '1 second'");
    expect((await profile(user.token)).status).toBe(401);
    await change("expires_at = now() + interval '1 hour'");
    expect((await profile(user.token)).status).toBe(200);
    expect(await codeOf(await profile('unknown'))).toBe('unauthenticated');
  });

  it('AUTH-12 store their last use, to the minute', async () => {
    const user = await createUser(server.db, 'stamped@example.com');
    const lastUse = async (): Promise<string | null | undefined> => {
      const rows = await server.db.query<{ last_used_at: string | null }>(
        'SELECT last_used_at FROM core.api_token WHERE user_id = $1',
        [user.id],
      );
      return rows[0]?.last_used_at;
    };
    expect(await lastUse()).toBeNull();
    await profile(user.token);
    // The caller does not wait for the time to be stored.
    await expect.poll(lastUse).toBeTypeOf('string');
    const first = await lastUse();
    await profile(user.token);
    expect(await lastUse()).toEqual(first);
    // The cache expires after a minute anyway; here an access change evicts it.
    await server.db.query(
      `UPDATE core.api_token SET last_used_at = now() - interval '61 seconds',
         expires_at = now() + interval '1 hour'
       WHERE user_id = $1`,
      [user.id],
    );
    const aged = await lastUse();
    await profile(user.token);
    await expect.poll(lastUse).not.toEqual(aged);
  });
});

describe('profiles', () => {
  it.each(['UTC+14:30', 'UTC-12:30', 'UTC+5:15', 'Mars/Olympus_Mons', 'CET', ''])(
    'AUTH-61 have no time zone %j',
    async (timezone) => {
      const { token } = await createUser(server.db, `zone${Math.random()}@example.com`);
      const refused = await send('PUT', `${server.baseUrl}/api/v1/auth/profile/me`, token, {
        timezone,
      });
      expect(refused.status).toBe(400);
      expect((await problemIn(refused)).errors).toEqual([
        {
          pointer: '/timezone',
          detail:
            "must be the name of a time zone such as 'Europe/Berlin', UTC, or from 'UTC-12:00' to 'UTC+14:00' in steps of 30 minutes",
        },
      ]);
    },
  );

  it('AUTH-18 are read and changed by their user, field by field', async () => {
    const user = await createUser(server.db, 'profile@example.com');
    const put = (body: object): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/auth/profile/me`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await (await profile(user.token)).json()).toMatchObject({
      slack_id: '',
      timezone: null,
      theme: null,
    });
    const changed = await put({ slack_id: ' U1 ', timezone: 'UTC+5:30', theme: 'light' });
    expect(await changed.json()).toMatchObject({
      slack_id: 'U1',
      timezone: 'UTC+5:30',
      theme: 'light',
    });
    expect(await (await put({ theme: 'dark' })).json()).toMatchObject({
      slack_id: 'U1',
      timezone: 'UTC+5:30',
      theme: 'dark',
    });
    expect(await (await put({ timezone: null, slack_id: null })).json()).toMatchObject({
      slack_id: '',
      timezone: null,
    });
    for (const timezone of ['UTC-12:00', 'UTC+14:00', 'UTC', 'Europe/Berlin', 'Asia/Kathmandu']) {
      expect((await put({ timezone })).status).toBe(200);
    }
    expect((await put({ theme: 'pink' })).status).toBe(400);
    expect((await put({ email: 'other@example.com' })).status).toBe(400);
  });
});
