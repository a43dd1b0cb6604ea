import { logError } from '../lib/log';
import { api } from './api';
import { useSessionStore } from './session-store';

/** Revokes the session at the server and forgets it here; here it ends whatever the server says. */
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
    clear();
  }
}
