import { logError } from '../lib/log';
import { api } from './api';
import { forgetDrafts } from './drafts';
import { useSessionStore } from './session-store';

/** Revokes the session on the server and removes it here, also if the server fails. */
export async function signOut(): Promise<void> {
  const { session, clear } = useSessionStore.getState();
  if (session.kind === 'anonymous') return;
  try {
    await api.send('/auth/logout', {
      method: 'POST',
      body: { refresh_token: session.refreshToken },
    });
  } catch (error) {
    logError('The server did not take the sign-out', error);
  } finally {
    forgetDrafts();
    clear();
  }
}
