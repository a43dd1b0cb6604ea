import { accessTokenClaimsSchema, tokenResponseSchema } from '@portal/contracts/auth';
import { ACCESS_TOKEN_SECONDS } from '@portal/contracts/constants';
import { type FakeGoogle, startFakeGoogle } from '@portal/testing/fake-google';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject } from '../../testing/user.js';
import { get, post, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let google: FakeGoogle;
let server: TestServer;
const account = { sub: '1', email: 'User@Example.com', email_verified: true, name: 'A User' };
const signIn = (changes: object = {}): Promise<Response> =>
  post(`${server.baseUrl}/api/v1/auth/token`, { code: 'code', ...changes });

beforeAll(async () => {
  google = await startFakeGoogle();
  server = await startTestServer({ config: google.config });
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
