import { authConfigSchema, tokenResponseSchema, type TokenRequest } from '@portal/contracts/auth';
import { z } from 'zod';
import { paths } from '../lib/paths';
import { canStore, readStored, writeStored } from '../lib/storage';
import { api } from './api';
import { useSessionStore } from './session-store';

const ATTEMPT_KEY = 'portal.sign-in';
const RETURN_KEY = 'returnTo';

const attemptSchema = z.object({
  state: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().optional(),
});

/** A path of this site; no other origins. */
const returnPathSchema = z.string().regex(/^\/(?![/\\])/);

/** Stores the path to open after sign-in. */
export function rememberReturnPath(path: string): void {
  writeStored('tab', RETURN_KEY, path, 'the sign-in');
}

let starting: Promise<void> | undefined;

/** Redirects to the identity provider; parallel calls redirect once. */
export function startSignIn(): Promise<void> {
  starting ??= goToProvider().finally(() => {
    starting = undefined;
  });
  return starting;
}

/** The authorisation code flow with state and PKCE. */
async function goToProvider(): Promise<void> {
  const config = await api.call('/auth/config', authConfigSchema);
  const state = randomText();
  const verifier = randomText();
  const challenge = await challengeOf(verifier);
  writeStored(
    'tab',
    ATTEMPT_KEY,
    {
      state,
      redirect_uri: config.redirect_uri,
      code_verifier: challenge && verifier,
    },
    'the sign-in',
  );
  // The page that returns from the provider would not know that it was sent there.
  if (!canStore('tab')) throw new Error('The browser stores nothing for this site');
  const url = new URL(config.authorization_url);
  url.searchParams.set('client_id', config.client_id);
  url.searchParams.set('redirect_uri', config.redirect_uri);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', config.scope);
  url.searchParams.set('state', state);
  if (challenge) {
    url.searchParams.set('code_challenge', challenge);
    url.searchParams.set('code_challenge_method', 'S256');
  }
  window.location.assign(url);
}

/** Whether these search params are a return from the identity provider. */
export function isSignInReturn(search: URLSearchParams): boolean {
  return search.has('state') && (search.has('code') || search.has('error'));
}

const completions = new Map<string, Promise<string>>();

/**
 * Completes the sign-in and resolves with the path to open. A code can be exchanged once, so all
 * calls with the same code share one exchange.
 * @throws if the provider refused, the state does not match, or the exchange failed
 */
export function completeSignIn(search: URLSearchParams): Promise<string> {
  const key = search.get('code') ?? '';
  const completion = completions.get(key) ?? exchange(search);
  completions.set(key, completion);
  return completion;
}

async function exchange(search: URLSearchParams): Promise<string> {
  const attempt = readStored('tab', ATTEMPT_KEY, attemptSchema);
  writeStored('tab', ATTEMPT_KEY, undefined, 'the sign-in');
  const code = search.get('code');
  if (!code) throw new Error(`The identity provider answered: ${search.get('error') ?? 'no code'}`);
  if (!attempt || attempt.state !== search.get('state')) {
    throw new Error('The sign-in was not started in this tab');
  }
  const body: TokenRequest = {
    code,
    redirect_uri: attempt.redirect_uri,
    ...(attempt.code_verifier === undefined ? {} : { code_verifier: attempt.code_verifier }),
  };
  const tokens = await api.call('/auth/token', tokenResponseSchema, { method: 'POST', body });
  useSessionStore.getState().signIn(tokens);
  return takeReturnPath();
}

function takeReturnPath(): string {
  const path = readStored('tab', RETURN_KEY, returnPathSchema);
  writeStored('tab', RETURN_KEY, undefined, 'the sign-in');
  return path ?? paths.dashboard;
}

/** 43 unreserved characters from 32 random bytes. */
function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The S256 challenge of a verifier. Undefined without `crypto.subtle` (plain http other than
 * localhost); the flow then relies on the state alone.
 */
async function challengeOf(verifier: string): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (!subtle) return undefined;
  return base64Url(
    new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
  );
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
