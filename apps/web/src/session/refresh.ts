import { tokenResponseSchema } from '@portal/contracts/auth';
import { ApiError } from '../lib/api-error';
import { createApiClient } from '../lib/http';
import { logError } from '../lib/log';
import { accessTokenOf, adoptStoredSession, useSessionStore } from './session-store';

const LOCK = 'portal.refresh';
const bare = createApiClient('/api', {
  accessToken: () => undefined,
  refresh: () => Promise.resolve(undefined),
});

let underWay: Promise<string | undefined> | undefined;

/**
 * Replaces the access token `spent` by a fresh one. However many callers ask at once, in however
 * many tabs, the refresh token is spent once: a second use would revoke the whole session. When
 * the server refuses, the session ends here; when it cannot be reached, the session stays.
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
    useSessionStore.getState().signIn(tokens);
    return accessTokenOf(useSessionStore.getState());
  } catch (error) {
    logError('Failed to refresh tokens', error);
    if (isRefusal(error)) useSessionStore.getState().clear();
    return undefined;
  }
}

/** Whether the server said no, as opposed to being away or asking for patience. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Web Locks span the tabs; they are missing on plain-http origins other than localhost. */
function withLock(work: () => Promise<string | undefined>): Promise<string | undefined> {
  const locks: LockManager | undefined = 'locks' in navigator ? navigator.locks : undefined;
  return locks ? locks.request(LOCK, work) : work();
}
