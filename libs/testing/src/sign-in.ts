import { createHash, randomBytes } from 'node:crypto';
import { authConfigSchema, type TokenResponse, tokenResponseSchema } from '@portal/contracts/auth';

/** A sign-in with the demo provider, paused when the browser has returned with its code. */
interface PendingSignIn {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/**
 * Signs in as a browser does, through the demo identity provider: authorization code with PKCE;
 * `login_hint` selects the account.
 */
export async function signIn(baseUrl: string, email: string): Promise<TokenResponse> {
  const answer = await finishSignIn(baseUrl, await startSignIn(baseUrl, email));
  return tokenResponseSchema.parse(await json(answer));
}

/**
 * @param providerUrl server of the demo provider, which accepts no request from a proxy; the one in
 *   the settings by default
 */
export async function startSignIn(
  baseUrl: string,
  email: string,
  providerUrl?: string,
): Promise<PendingSignIn> {
  const config = authConfigSchema.parse(await json(await fetch(`${baseUrl}/api/v1/auth/config`)));
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const { pathname, origin } = new URL(config.authorization_url);
  const authorize = new URL(pathname, providerUrl ?? origin);
  authorize.search = new URLSearchParams({
    response_type: 'code',
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    scope: config.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: email,
  }).toString();

  const redirect = await fetch(authorize, { redirect: 'manual' });
  const location = redirect.headers.get('location');
  if (location === null) {
    throw new Error(`the identity provider answered ${redirect.status}: ${await redirect.text()}`);
  }
  const returned = new URL(location, authorize).searchParams;
  if (returned.get('state') !== state) throw new Error('the sign-in came back with another state');
  const code = returned.get('code');
  if (code === null) throw new Error('the identity provider gave no code');
  return { code, verifier, redirectUri: config.redirect_uri };
}

/** Exchanges the code, with the changes of the test. */
export function finishSignIn(
  baseUrl: string,
  { code, verifier, redirectUri }: PendingSignIn,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  return fetch(`${baseUrl}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...changes,
    }),
  });
}

async function json(response: Response): Promise<unknown> {
  if (!response.ok) {
    throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}
