import { accessTokenClaimsSchema, tokenResponseSchema } from '@portal/contracts/auth';
import { ACCESS_TOKEN_SECONDS } from '@portal/contracts/constants';
import { type FakeGoogle, startFakeGoogle } from '@portal/testing/fake-google';
import { connectTo } from '@portal/testing/query-client';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject } from '../../testing/user.js';
import { get, post, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let google: FakeGoogle;
let server: TestServer;
const account = { email: 'User@Example.com', email_verified: true, name: 'A User' };
const signIn = (changes: object = {}): Promise<Response> =>
  post(`${server.baseUrl}/api/v1/auth/token`, { code: 'code', ...changes });

beforeAll(async () => {
  google = await startFakeGoogle();
  server = await startTestServer({
    config: { ...google.config, adminEmails: ['boss@example.com'] },
  });
});
afterAll(async () => {
  await server.stop();
  await google.stop();
});

describe('signing in with Google', () => {
  it('AUTH-1 sends the sign-in URL and the redirect URL to the browser', async () => {
    const answer = await get(`${server.baseUrl}/api/v1/auth/config`);
    expect(await answer.json()).toEqual({
      authorization_url: google.config.googleEndpoints.authorizationUrl,
      client_id: 'portal',
      redirect_uri: `${server.baseUrl}/`,
      scope: 'email profile openid',
    });
  });

  it('AUTH-1 redirects to the loopback host of the request', async () => {
    const alias = server.baseUrl.replace('127.0.0.1', 'localhost');
    const config = async (host: string): Promise<unknown> =>
      (await server.app.inject({ url: '/api/v1/auth/config', headers: { host } })).json<
        Record<string, unknown>
      >()['redirect_uri'];
    expect(await config(new URL(alias).host)).toBe(`${alias}/`);
    expect(await config('evil.example')).toBe(`${server.baseUrl}/`);
  });

  it('AUTH-25 makes users with an address of PORTAL_ADMIN_EMAILS admins, and nobody else', async () => {
    const grantsOf = async (email: string): Promise<unknown> => {
      google.answerWith({ ...account, email, sub: email });
      const tokens = tokenResponseSchema.parse(await (await signIn()).json());
      return decodeJwt(tokens.access_token)['projects_auth'];
    };
    expect(await grantsOf('Boss@example.com')).toMatchObject([
      { project_id: 0, permissions: ['full-access'] },
    ]);
    expect(await grantsOf('boss@example.org')).toEqual([]);
  });

  it('AUTH-2 exchanges the code for tokens with the user and their permissions', async () => {
    google.answerWith(account);
    const user = await createUser(server.db, 'user@example.com');
    const project = await createProject(server.db, 'Alpha');
    await assignRole(server.db, user, project, 'project_member');
    await server.db.query(`INSERT INTO core.pod (name, project_id) VALUES ('Pod', $1)`, [project]);
    await server.db.query(
      `INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Pod', 'user@example.com')`,
    );

    const verifier = 'v'.repeat(43);
    const answer = await signIn({ code_verifier: verifier });
    expect(answer.status).toBe(200);
    const tokens = tokenResponseSchema.parse(await answer.json());
    expect(tokens.user).toEqual({ name: 'A User', email: 'user@example.com', picture: null });
    const form = google.lastTokenRequest();
    expect(form.get('code_verifier')).toBe(verifier);
    expect(form.get('redirect_uri')).toBe(`${server.baseUrl}/`);

    const payload = decodeJwt(tokens.access_token);
    expect(accessTokenClaimsSchema.parse(payload)).toMatchObject({
      sub: String(user.id),
      pod_name: 'Pod',
      projects_auth: [
        { project_id: project, project_name: 'Alpha', permissions: ['pod-info-public-view'] },
      ],
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(ACCESS_TOKEN_SECONDS);
    const projects = await get(`${server.baseUrl}/api/v1/projects/`, tokens.access_token);
    expect(projects.status).toBe(200);
  });

  it('AUTH-3 creates a user without permissions for an unknown account', async () => {
    google.answerWith({ ...account, email: 'New@Example.com', picture: 'https://a.example/p.png' });
    const tokens = tokenResponseSchema.parse(await (await signIn()).json());
    expect(tokens.user).toEqual({
      name: 'A User',
      email: 'new@example.com',
      picture: 'https://a.example/p.png',
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ projects_auth: [], pod_name: null });
    google.answerWith({ ...account, email: 'NEW@example.com', name: 'Renamed' });
    await signIn();
    const users = await server.db.query<{ name: string }>(
      `SELECT name FROM core.app_user WHERE email = 'new@example.com'`,
    );
    expect(users).toEqual([{ name: 'Renamed' }]);
  });

  it('AUTH-3 updates a user with the data of the account', async () => {
    const email = 'returning@example.com';
    const stamp = async (): Promise<unknown> => {
      await signIn();
      const [user] = await server.db.query<{ updated_at: string }>(
        'SELECT updated_at FROM core.app_user WHERE email = $1',
        [email],
      );
      return user?.updated_at;
    };
    google.answerWith({ ...account, email });
    const first = await stamp();
    expect(await stamp()).toBe(first);
    google.answerWith({ ...account, email, picture: 'https://a.example/q.png' });
    const second = await stamp();
    expect(second).not.toBe(first);
    expect(await stamp()).toBe(second);
    google.answerWith({ ...account, email });
    expect(await stamp()).toBe(second);
    google.answerWith({ ...account, email, name: 'Anew' });
    expect(await stamp()).not.toBe(second);
  });

  it('AUTH-97 is announced as a change of users only with something new', async () => {
    const db = await connectTo(server.config.databaseUrl);
    const announced = await db.listen('portal_records');
    /** What was announced until another change that follows the sign-in. */
    const ofSignIn = async (): Promise<string[]> => {
      await signIn();
      await db.query('DELETE FROM core.pod WHERE false');
      await expect.poll(() => announced.at(-1)).toBe('pod');
      return announced.splice(0).slice(0, -1);
    };
    google.answerWith({ ...account, email: 'calm@example.com' });
    expect(await ofSignIn()).toEqual(['app_user']);
    expect(await ofSignIn()).toEqual([]);
    google.answerWith({ ...account, email: 'calm@example.com', name: 'Calm' });
    expect(await ofSignIn()).toEqual(['app_user']);
    await db.close();
  });

  it.each([[false], ['false'], [undefined]])(
    'AUTH-4 refuses an account with an unverified email (%s)',
    async (email_verified) => {
      google.answerWith({ ...account, email: 'unverified@example.com', email_verified });
      const answer = await signIn();
      expect(answer.status).toBe(403);
      expect((await problemIn(answer)).code).toBe('email-not-verified');
      const users = await server.db.query<unknown>(
        `SELECT FROM core.app_user WHERE email = 'unverified@example.com'`,
      );
      expect(users).toEqual([]);
    },
  );

  it('AUTH-4 refuses a deactivated user', async () => {
    google.answerWith({ ...account, email: 'gone@example.com' });
    expect((await signIn()).status).toBe(200);
    await server.db.query(
      `UPDATE core.app_user SET is_active = false WHERE email = 'gone@example.com'`,
    );
    const answer = await signIn();
    expect(answer.status).toBe(403);
    expect((await problemIn(answer)).code).toBe('forbidden');
  });

  describe('AUTH-92 with the Google account of a user', () => {
    const signInAs = async (sub: string, email: string, changes: object = {}) => {
      google.answerWith({ ...account, sub, email, ...changes });
      const answer = await signIn();
      return answer.status === 200
        ? tokenResponseSchema.parse(await answer.json())
        : [answer.status, (await problemIn(answer)).detail];
    };
    const refusals = () =>
      server.db.query(
        `SELECT actor_email, entity_id, after ->> 'refused' AS refused FROM core.audit
         WHERE entity = 'google_account' ORDER BY id`,
      );
    const idOf = (tokens: unknown) =>
      decodeJwt(tokenResponseSchema.parse(tokens).access_token)['sub'];
    const another = [
      403,
      'Another Google account signed in with this address before. Ask an administrator to release it',
    ];
    beforeEach(() => server.db.query('TRUNCATE core.audit, core.google_account'));

    it('refuses another account with the same address, and tells the administrators once', async () => {
      // A user who was created by an administrator has the first account with the address.
      const user = await createUser(server.db, 'ann@example.com');
      expect(idOf(await signInAs('111', 'ann@example.com'))).toBe(String(user.id));
      expect(await signInAs('222', 'Ann@Example.com', { name: 'Somebody else' })).toEqual(another);
      expect(await signInAs('222', 'ann@example.com')).toEqual(another);
      expect(await refusals()).toEqual([
        {
          ...{ actor_email: 'sign-in', entity_id: String(user.id) },
          refused: 'with the Google account 222',
        },
      ]);
      const [stored] = await server.db.query(`SELECT name FROM core.app_user WHERE id = $1`, [
        user.id,
      ]);
      expect(stored).toEqual({ name: 'A User' });
      expect(idOf(await signInAs('111', 'ann@example.com'))).toBe(String(user.id));
    });

    it('keeps the user of an account that has a new address', async () => {
      const id = idOf(await signInAs('333', 'bea@example.com'));
      const renamed = await signInAs('333', 'bea.new@example.com', { name: 'Bea' });
      expect(renamed).toMatchObject({ user: { email: 'bea@example.com', name: 'Bea' } });
      expect(idOf(renamed)).toBe(id);
      expect(
        await server.db.query(`SELECT FROM core.app_user WHERE email = 'bea.new@example.com'`),
      ).toEqual([]);
    });

    it('refuses a new address that another user has, and tells the administrators', async () => {
      const id = idOf(await signInAs('444', 'cem@example.com'));
      await createUser(server.db, 'cem.new@example.com');
      expect(await signInAs('444', 'cem.new@example.com')).toEqual([
        403,
        'Your Google account has a new address, and another user of the portal has that. Ask an administrator',
      ]);
      expect(await refusals()).toEqual([
        {
          ...{ actor_email: 'sign-in', entity_id: id },
          refused: 'with its new address cem.new@example.com, which another user has',
        },
      ]);
      expect(idOf(await signInAs('444', 'cem@example.com'))).toBe(id);
    });

    it('gives one of simultaneous first sign-ins the user', async () => {
      const subs = ['555', '666', '777', '888'];
      let turn = 0;
      google.answerWith({
        ...account,
        email: 'dan@example.com',
        get sub() {
          turn += 1;
          return subs[turn % subs.length];
        },
      });
      const answers = await Promise.all(subs.map(() => signIn()));
      for (const [status, count] of [
        [200, 1],
        [403, 3],
      ]) {
        expect(answers.filter((answer) => answer.status === status)).toHaveLength(count ?? 0);
      }
      expect(await server.db.query('SELECT FROM core.google_account')).toHaveLength(1);
    });

    it('refuses an account without an id', async () => {
      expect(await signInAs('', 'eve@example.com')).toEqual([
        403,
        'The account has no id or no email',
      ]);
    });
  });

  it('AUTH-6 refuses a redirect URL outside of the portal', async () => {
    google.answerWith(account);
    const foreign = await signIn({ redirect_uri: 'https://evil.example/' });
    expect(foreign.status).toBe(400);
    expect((await problemIn(foreign)).errors).toEqual([
      { pointer: '/redirect_uri', detail: 'must be a URL of this portal' },
    ]);
    expect((await signIn({ redirect_uri: `${server.baseUrl}/` })).status).toBe(200);
  });

  it('AUTH-7 distinguishes a refused code from a provider error, and hides its details', async () => {
    google.answerWith('refused-code');
    const refused = await signIn();
    expect(refused.status).toBe(401);
    expect((await problemIn(refused)).code).toBe('invalid-code');
    google.answerWith('server-error');
    const failed = await signIn();
    expect(failed.status).toBe(502);
    const problem = await problemIn(failed);
    expect(problem.code).toBe('identity-provider-unavailable');
    expect(JSON.stringify(problem)).not.toContain('secret detail');
  });

  it('AUTH-13 has no demo provider with Google', async () => {
    expect((await get(`${server.baseUrl}/demo-identity/authorize`)).status).toBe(404);
  });
});
