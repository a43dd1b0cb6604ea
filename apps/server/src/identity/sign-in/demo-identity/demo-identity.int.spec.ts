import { PATIENCE } from '@portal/testing/patience';
import { finishSignIn, signIn, startSignIn } from '@portal/testing/sign-in';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, problemIn, send } from '../../../testing/requests.js';
import { startTestServer, type TestServer } from '../../../testing/test-server.js';
import { createUser } from '../../../testing/user.js';
import { UserRegistration } from '../user-registration.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';
import { DemoCodes } from './demo-codes.js';
import { hasDemoIdentity } from './demo-identity.module.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Query = Readonly<Record<string, string>>;
const authorize = (changes: Query = {}): string => authorizeOn(server, changes);

function authorizeOn({ baseUrl }: TestServer, changes: Query = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'portal-demo',
    redirect_uri: `${baseUrl}/`,
    state: '<x>',
    ...changes,
  });
  return `/demo-identity/authorize?${query.toString()}`;
}

async function redirectOf(of: TestServer, query: Query): Promise<URL> {
  const answer = await fetch(of.baseUrl + authorizeOn(of, query), { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

describe('the demo identity provider', () => {
  it('AUTH-14 offers the five accounts on a page without scripts', async () => {
    const answer = await get(server.baseUrl + authorize());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    for (const { email, name } of DEMO_ACCOUNTS) {
      expect(page).toContain(email);
      expect(page).toContain(name);
    }
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<x>');
    const choices = [...page.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(choices).toHaveLength(DEMO_ACCOUNTS.length);
    const chosen = await fetch(server.baseUrl + (choices[0] ?? '').replaceAll('&#38;', '&'), {
      redirect: 'manual',
    });
    expect(chosen.status).toBe(302);
  });

  it('AUTH-14 redirects immediately with a hint, and to this portal only', async () => {
    const hinted = await fetch(server.baseUrl + authorize({ login_hint: 'lead@example.com' }), {
      redirect: 'manual',
    });
    expect(hinted.status).toBe(302);
    const location = new URL(hinted.headers.get('location') ?? '');
    expect(location.origin).toBe(server.baseUrl);
    expect(location.searchParams.get('state')).toBe('<x>');
    expect(location.searchParams.get('code')).toMatch(/^[\w-]{32}$/);

    for (const redirect_uri of [
      `blob:${server.baseUrl}/x`,
      server.baseUrl.replace('//', '//user@'),
    ]) {
      const refused = await get(server.baseUrl + authorize({ redirect_uri }));
      expect(refused.status).toBe(400);
    }
    const foreign = await get(server.baseUrl + authorize({ redirect_uri: 'https://evil.example' }));
    expect(foreign.status).toBe(400);
    const stranger = authorize({ login_hint: 'somebody@company.test' });
    expect((await get(server.baseUrl + stranger)).status).toBe(400);
  });

  it('AUTH-5 accepts a code once', async () => {
    const pending = await startSignIn(server.baseUrl, 'lead@example.com');
    expect((await finishSignIn(server.baseUrl, pending)).status).toBe(200);
    const again = await finishSignIn(server.baseUrl, pending);
    expect(again.status).toBe(401);
    expect((await problemIn(again)).code).toBe('invalid-code');
  });

  it.each<[string, () => Readonly<Record<string, string | undefined>>]>([
    ['another verifier', () => ({ code_verifier: 'x'.repeat(43) })],
    ['no verifier', () => ({ code_verifier: undefined })],
    [
      'another URL of the portal',
      () => ({ redirect_uri: server.baseUrl.replace('127.0.0.1', 'localhost') }),
    ],
    ['another code', () => ({ code: 'unknown' })],
  ])('AUTH-5 refuses a code with %s', async (_name, changes) => {
    const pending = await startSignIn(server.baseUrl, 'lead@example.com');
    const refused = await finishSignIn(server.baseUrl, pending, changes());
    expect(refused.status).toBe(401);
    expect((await problemIn(refused)).code).toBe('invalid-code');
  });

  it('AUTH-5 refuses a verifier where the sign-in began without a challenge', async () => {
    const codes = server.app.get(DemoCodes);
    const redirectUri = 'http://x/';
    const redeem = async (verifier: string | undefined): Promise<string | null> => {
      const code = await codes.issueCode({ email: 'a@example.com', redirectUri });
      return codes.redeem({ code, redirectUri, verifier });
    };
    expect(await redeem('v'.repeat(43))).toBeNull();
    expect(await redeem(undefined)).not.toBeNull();
  });

  it.each([
    ['50 s', 200],
    ['60 s', 401],
  ])('AUTH-5 answers a code of %s with %i', async (age, status) => {
    const pending = await startSignIn(server.baseUrl, 'lead@example.com');
    await server.db.query('UPDATE sign_in.demo_secret SET expires_at = expires_at - $1::interval', [
      age,
    ]);
    expect((await finishSignIn(server.baseUrl, pending)).status).toBe(status);
  });

  it('AUTH-5 removes expired codes at the next sign-in', async () => {
    await startSignIn(server.baseUrl, 'lead@example.com');
    await server.db.query('UPDATE sign_in.demo_secret SET expires_at = now()');
    await startSignIn(server.baseUrl, 'lead@example.com');
    const stored = await server.db.query<unknown>('SELECT FROM sign_in.demo_secret');
    expect(stored).toHaveLength(1);
  });

  it('AUTH-13 accepts requests from this machine only, with a loopback host', async () => {
    const url = authorize();
    const { host } = new URL(server.baseUrl);
    const ask = async (headers: Record<string, string>, remoteAddress: string): Promise<number> =>
      (await server.app.inject({ url, headers: { host, ...headers }, remoteAddress })).statusCode;
    expect(await ask({}, '127.0.0.1')).toBe(200);
    expect(await ask({}, '::1')).toBe(200);
    expect(await ask({}, '::ffff:127.0.0.1')).toBe(200);
    expect(await ask({}, '192.168.1.20')).toBe(404);
    expect(await ask({ host: 'rebound.example' }, '127.0.0.1')).toBe(404);
    expect(await ask({ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1')).toBe(404);
  });

  it('AUTH-13 is off in production and with a public host', () => {
    const { config } = server;
    expect(hasDemoIdentity(config)).toBe(true);
    expect(hasDemoIdentity({ ...config, production: true })).toBe(false);
    expect(hasDemoIdentity({ ...config, publicUrl: 'https://portal.example' })).toBe(false);
    const google = { kind: 'google', clientId: 'a', clientSecret: 'b' } as const;
    expect(hasDemoIdentity({ ...config, identity: google })).toBe(false);
  });

  it('AUTH-16 has its accounts, and the admin has full access', async () => {
    const { access_token } = await signIn(server.baseUrl, 'admin@example.com');
    const projects = await get(`${server.baseUrl}/api/v1/projects/`, access_token);
    expect(await projects.json()).toMatchObject([{ id: 0 }]);
    const users = await server.db.query<{ email: string }>('SELECT email FROM core.app_user');
    expect(users.map(({ email }) => email).sort()).toEqual(
      DEMO_ACCOUNTS.map(({ email }) => email).sort(),
    );
  });

  it('AUTH-16 creates no users if the demo is off', async () => {
    const plain = await startTestServer({ config: { demo: false } });
    const users = await plain.db.query<unknown>('SELECT FROM core.app_user');
    expect(users).toEqual([]);
    await plain.stop();
  });
});

describe('the local sign-in, without Google and without the demo', () => {
  let local: TestServer;
  beforeAll(async () => {
    local = await startTestServer({ config: { demo: false } });
  });
  afterAll(() => local.stop());
  // The server reads meanwhile, in another order: a deadlock ends one of them.
  beforeEach(() =>
    vi.waitFor(() => local.db.query('TRUNCATE core.app_user, core.audit CASCADE'), PATIENCE),
  );

  const rightsOf = async (email: string): Promise<unknown> =>
    decodeJwt((await signIn(local.baseUrl, email)).access_token)['projects_auth'];
  const everything = [{ project_id: 0, permissions: ['full-access'] }];
  const page = async (): Promise<string> => (await get(local.baseUrl + authorizeOn(local))).text();

  it('AUTH-94 asks for a name and an address, and makes the first person admin', async () => {
    const first = await page();
    for (const text of ['Local sign-in', 'This machine only', 'Your name', 'Your email address']) {
      expect(first).toContain(text);
    }
    expect(first).toContain('you become admin');
    expect(await (await get(`${local.baseUrl}/api/v1/about`)).json()).toMatchObject({
      sign_in: 'local',
    });
    expect(first).not.toContain('example.com');
    expect(first).not.toContain('<x>');
    expect(await rightsOf('ann@company.test')).toMatchObject(everything);
    expect(await page()).not.toContain('you become admin');
    expect(await rightsOf('bob@company.test')).toEqual([]);
    expect(await rightsOf('ann@company.test')).toMatchObject(everything);
    expect(
      await local.db.query(`SELECT actor_email, action FROM core.audit WHERE entity = 'user_role'`),
    ).toEqual([{ actor_email: 'first local sign-in', action: 'create' }]);
  });

  it('AUTH-94 has the name that the form sends', async () => {
    const query = { login_hint: 'Ann@Company.test', login_name: ' Ann Lee ' };
    const { searchParams } = await redirectOf(local, query);
    const answer = await send('POST', `${local.baseUrl}/api/v1/auth/token`, '', {
      code: searchParams.get('code'),
      redirect_uri: `${local.baseUrl}/`,
    });
    expect(answer.status).toBe(200);
    expect(await local.db.query('SELECT email, name FROM core.app_user')).toEqual([
      { email: 'ann@company.test', name: 'Ann Lee' },
    ]);
    for (const wrong of [{ login_hint: 'ann' }, { ...query, login_name: ' ' }]) {
      expect((await get(local.baseUrl + authorizeOn(local, wrong))).status).toBe(400);
    }
  });

  it('AUTH-94 has one first person of several at the same time', async () => {
    const people = Array.from({ length: 6 }, (_, n) => `p${n}@company.test`);
    const rights = await Promise.all(people.map(rightsOf));
    expect(rights.filter((each) => JSON.stringify(each) !== '[]')).toHaveLength(1);
  });

  it('AUTH-94 makes nobody admin where there is one, or with the demo', async () => {
    await local.db.query(
      `INSERT INTO core.app_user (email, name) VALUES ('boss@company.test', 'Boss');
       INSERT INTO core.user_role (user_id, project_id, role_id)
       SELECT app_user.id, 0, role.id FROM core.app_user, core.role WHERE role.name = 'admin'`,
    );
    expect(await rightsOf('ann@company.test')).toEqual([]);
    const { access_token } = await signIn(server.baseUrl, 'somebody@example.com');
    expect(decodeJwt(access_token)['projects_auth']).toEqual([]);
  });

  it('AUTH-96 tells signed-in users whether there is an administrator, and nobody else', async () => {
    const { token } = await createUser(local.db, 'ann@company.test');
    const ask = (asker?: string) => get(`${local.baseUrl}/api/v1/auth/administrator`, asker);
    expect((await ask()).status).toBe(401);
    expect(await (await ask(token)).json()).toEqual({ exists: false });
    await rightsOf('boss@company.test');
    expect(await (await ask(token)).json()).toEqual({ exists: true });
  });

  it('AUTH-95 its accounts give way to the Google account with the address, which gives way to none', async () => {
    const registration = local.app.get(UserRegistration);
    const admit = (sub: string, email = 'ann@company.test') =>
      registration.admit({ sub, email, name: 'Ann', picture: null });
    const user = await admit('demo-1');
    expect(await admit('111')).toBe(user);
    expect(await admit('111')).toBe(user);
    const refused = { code: 'forbidden' };
    await expect(admit('demo-1')).rejects.toMatchObject(refused);
    await expect(admit('222')).rejects.toMatchObject(refused);
    expect(await admit('demo-2', 'bob@company.test')).not.toBe(user);
    await expect(admit('demo-3', 'bob@company.test')).rejects.toMatchObject(refused);
  });
});
