import { createApiClient } from '../lib/http';
import { refreshSession } from './refresh';
import { accessTokenOf, useSessionStore } from './session-store';

export const API_BASE = '/api/v1';

/** The API client of the signed-in user. */
export const api = createApiClient(API_BASE, {
  accessToken: () => accessTokenOf(useSessionStore.getState()),
  refresh: refreshSession,
});
