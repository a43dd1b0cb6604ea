import { tokenResponseSchema } from '@portal/contracts/auth';
import { ApiError } from '../lib/api-error';
import { createApiClient } from '../lib/http';
import { logError } from '../lib/log';
import { accessTokenOf, adoptStoredSession, useSessionStore } from './session-store';

const LOCK = 'portal.refresh';
const REFUSALS: readonly number[] = [400, 401, 403, 422];
const bare = createApiClient('/api', {
  accessToken: () => undefined,
  refresh: () => Promise.resolve(undefined),
});

let underWay: Promise<string | undefined> | undefined;

/**
 * Replaces the access token `spent` with a new one. However many callers and tabs request it, the
 * refresh token is used once, because a second use revokes the whole session. If the server
 * refuses, the session ends; if it is unavailable, the session stays.
 */
export function refreshSession(spent: string): Promise<string | undefined> {
  underWay ??= withLock(() => refreshUnlessDone(spent)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function refreshUnlessDone(spent: string): Promise<string | undefined> {
  const session = adoptStoredSession();
  if (session.kind === 'anonymous') return undefined;
  if (session.accessToken !== spent) return session.accessToken;
  try {
    const tokens = await bare.call('/auth/refresh', tokenResponseSchema, {
      method: 'POST',
      body: { refresh_token: session.refreshToken },
    });
    if (isStillHere(spent)) useSessionStore.getState().signIn(tokens);
    return accessTokenOf(useSessionStore.getState());
  } catch (error) {
    logError('Failed to refresh tokens', error);
    if (isRefusal(error) && isStillHere(spent)) useSessionStore.getState().end();
    return undefined;
  }
}

/** The user, or another tab, may have signed out while the server answered, and somebody else in. */
function isStillHere(spent: string): boolean {
  return accessTokenOf({ session: adoptStoredSession() }) === spent;
}

/**
 * Whether the server refused the token. An outage, a rate limit and a response of something between
 * the browser and the server, such as a proxy during a deploy, are no refusal.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return REFUSALS.includes(error.status) && error.code !== 'unexpected-response';
}

/** Web Locks work across tabs; they are missing on plain-http origins other than localhost. */
function withLock(work: () => Promise<string | undefined>): Promise<string | undefined> {
  const locks: LockManager | undefined = 'locks' in navigator ? navigator.locks : undefined;
  return locks ? locks.request(LOCK, work) : work();
}
