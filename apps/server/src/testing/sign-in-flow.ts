import { createHash, randomBytes } from 'node:crypto';
import { authConfigSchema, type TokenResponse, tokenResponseSchema } from '@portal/contracts/auth';
import { get, post } from './requests.js';

/** A sign-in with the demo provider, halted where the browser has come back with its code. */
export interface PendingSignIn {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export async function startSignIn(baseUrl: string, email: string): Promise<PendingSignIn> {
  const config = authConfigSchema.parse(await (await get(`${baseUrl}/api/v1/auth/config`)).json());
  const verifier = randomBytes(32).toString('base64url');
  const address = new URL(config.authorization_url);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    scope: config.scope,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: email,
  }).toString();
  const answer = await fetch(address, { redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code');
  if (code === null) throw new Error('the provider gave no code');
  return { code, verifier, redirectUri: config.redirect_uri };
}

/** Hands the code in, with what the test changes about it. */
export function finishSignIn(
  baseUrl: string,
  pending: PendingSignIn,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  return post(`${baseUrl}/api/v1/auth/token`, {
    code: pending.code,
    code_verifier: pending.verifier,
    redirect_uri: pending.redirectUri,
    ...changes,
  });
}

export async function signInAs(baseUrl: string, email: string): Promise<TokenResponse> {
  const answer = await finishSignIn(baseUrl, await startSignIn(baseUrl, email));
  return tokenResponseSchema.parse(await answer.json());
}

export function refresh(baseUrl: string, refreshToken: string): Promise<Response> {
  return post(`${baseUrl}/api/auth/refresh`, { refresh_token: refreshToken });
}
