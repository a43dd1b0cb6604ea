import { createHash } from 'node:crypto';
import { tokenRequestSchema } from '@portal/contracts/auth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokens } from '../testing/users';
import { refusal, stubServer } from '../testing/stub-server';
import { isAuthenticated, useSessionStore } from './session-store';
import { completeSignIn, isSignInReturn, rememberReturnPath, startSignIn } from './sign-in';

const stub = stubServer();
const REDIRECT = 'http://localhost:3000/';

/** Starts a sign-in and resolves with the URL that the browser was sent to. */
async function sentTo(): Promise<URL> {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  await startSignIn();
  return new URL(String(assign.mock.calls.at(-1)?.[0]));
}

function returnWith(code: string, state: string | null): URLSearchParams {
  return new URLSearchParams({ code, state: state ?? '' });
}

beforeEach(() => {
  stub.on('GET /api/v1/auth/config', () => ({
    json: {
      authorization_url: 'https://accounts.example.com/authorize?prompt=select_account',
      client_id: 'client-1',
      redirect_uri: REDIRECT,
      scope: 'email profile openid',
    },
  }));
});

describe('signing in', () => {
  it('WEB-17 sends the browser to the provider with state and PKCE', async () => {
    const url = await sentTo();
    expect(url.origin + url.pathname).toBe('https://accounts.example.com/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      prompt: 'select_account',
      client_id: 'client-1',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'email profile openid',
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  });

  it('WEB-17 exchanges the code with the verifier of the challenge', async () => {
    const url = await sentTo();
    stub.on('POST /api/v1/auth/token', () => ({ json: tokens() }));
    await completeSignIn(returnWith('code-exchange', url.searchParams.get('state')));
    const [call] = stub.callsOf('POST /api/v1/auth/token');
    const sent = tokenRequestSchema.parse(JSON.parse(call?.body ?? ''));
    expect(sent).toMatchObject({ code: 'code-exchange', redirect_uri: REDIRECT });
    expect(
      createHash('sha256')
        .update(sent.code_verifier ?? '')
        .digest('base64url'),
    ).toBe(url.searchParams.get('code_challenge'));
    expect(isAuthenticated(useSessionStore.getState())).toBe(true);
  });

  it('WEB-17 exchanges a code once for any number of calls', async () => {
    const search = returnWith('code-once', (await sentTo()).searchParams.get('state'));
    stub.on('POST /api/v1/auth/token', () => ({ json: tokens() }));
    const paths = await Promise.all([completeSignIn(search), completeSignIn(search)]);
    expect(paths).toEqual(['/dashboard', '/dashboard']);
    expect(stub.callsOf('POST /api/v1/auth/token')).toHaveLength(1);
  });

  it.each([
    ['another state', 'code-forged', 'forged'],
    ['no state', 'code-stateless', null],
  ])('WEB-17 refuses a return with %s', async (_name, code, state) => {
    await sentTo();
    await expect(completeSignIn(returnWith(code, state))).rejects.toThrow(
      'not started in this tab',
    );
    expect(stub.callsOf('POST /api/v1/auth/token')).toHaveLength(0);
  });

  it('WEB-17 accepts a state once', async () => {
    const state = (await sentTo()).searchParams.get('state');
    stub.on('POST /api/v1/auth/token', () => refusal('invalid-code', 401, 'Not accepted'));
    await expect(completeSignIn(returnWith('code-bad', state))).rejects.toThrow('Not accepted');
    await expect(completeSignIn(returnWith('code-again', state))).rejects.toThrow('not started');
    expect(isAuthenticated(useSessionStore.getState())).toBe(false);
  });

  it('NAV-3 returns to the remembered path once, and else to the dashboard', async () => {
    stub.on('POST /api/v1/auth/token', () => ({ json: tokens() }));
    rememberReturnPath('/projects/4/dashboard?batch_ids=2');
    const first = (await sentTo()).searchParams.get('state');
    await expect(completeSignIn(returnWith('code-return', first))).resolves.toBe(
      '/projects/4/dashboard?batch_ids=2',
    );
    const second = (await sentTo()).searchParams.get('state');
    await expect(completeSignIn(returnWith('code-second', second))).resolves.toBe('/dashboard');
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'NAV-3 does not return to %s',
    async (path) => {
      stub.on('POST /api/v1/auth/token', () => ({ json: tokens() }));
      rememberReturnPath(path);
      const state = (await sentTo()).searchParams.get('state');
      await expect(completeSignIn(returnWith(`code-${path}`, state))).resolves.toBe('/dashboard');
    },
  );

  it('WEB-17 recognises a return from the provider by its parameters', () => {
    const returns = ['code=a&state=b', 'error=access_denied&state=b', 'code=a', ''].map((text) =>
      isSignInReturn(new URLSearchParams(text)),
    );
    expect(returns).toEqual([true, true, false, false]);
  });
});
