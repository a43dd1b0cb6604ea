import { describe, expect, it, vi } from 'vitest';
import { accessToken, grant, signInAs, tokens } from '../testing/users';
import { fillStorage } from '../testing/storage';
import { refusal, stubServer } from '../testing/stub-server';
import { api } from './api';
import { refreshSession } from './refresh';
import { SESSION_STORAGE_KEY, accessTokenOf, useSessionStore } from './session-store';

const stub = stubServer();
const token = () => accessTokenOf(useSessionStore.getState());

describe('refreshing the session', () => {
  it('WEB-3 uses the refresh token once for any number of parallel calls', async () => {
    const before = signInAs();
    const after = tokens();
    stub.on('POST /api/auth/refresh', () => ({ json: after }));
    stub.on('GET /api/v1/about', ({ headers }) =>
      headers.authorization === `Bearer ${after.access_token}`
        ? { json: { version: '1' } }
        : refusal('token-expired', 401, 'Expired'),
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.send('/about')));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const refreshes = stub.callsOf('POST /api/auth/refresh');
    expect(refreshes.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { refresh_token: before.refresh_token },
    ]);
    expect(token()).toBe(after.access_token);
  });

  it('WEB-3 does not refresh again for a call that was refused before the refresh', async () => {
    const before = signInAs();
    stub.on('POST /api/auth/refresh', () => ({ json: tokens() }));
    const fresh = await refreshSession(before.access_token);
    await expect(refreshSession(before.access_token)).resolves.toBe(fresh);
    expect(stub.callsOf('POST /api/auth/refresh')).toHaveLength(1);
  });

  it('WEB-3 keeps the user if the response contains none', async () => {
    const before = signInAs();
    stub.on('POST /api/auth/refresh', () => ({
      json: { access_token: accessToken([grant(1)]), refresh_token: 'r2' },
    }));
    await refreshSession(before.access_token);
    expect(useSessionStore.getState().session).toMatchObject({
      refreshToken: 'r2',
      user: before.user,
      claims: { projects_auth: [{ project_id: 1 }] },
    });
  });

  it('WEB-4 ends the session when the server refuses the refresh', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const before = signInAs();
    stub.on('POST /api/auth/refresh', () => refusal('refresh-token-reused', 401, 'Used before'));
    stub.on('GET /api/v1/about', () => refusal('token-expired', 401, 'Expired'));
    await expect(api.send('/about')).rejects.toMatchObject({ status: 401 });
    expect(log).toHaveBeenCalledWith('Failed to refresh tokens', expect.anything());
    expect(useSessionStore.getState().session).toEqual({ kind: 'anonymous' });
    expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
    expect(before.access_token).not.toBe('');
  });

  it.each([429, 500, 502, 503])(
    'WEB-5 keeps the session if the refresh fails with %i',
    async (status) => {
      vi.spyOn(console, 'error').mockReturnValue();
      const before = signInAs();
      stub.on('POST /api/auth/refresh', () => ({ status, text: 'later' }));
      await expect(refreshSession(before.access_token)).resolves.toBeUndefined();
      expect(token()).toBe(before.access_token);
    },
  );

  it.each([403, 404, 200])('WEB-5 keeps the session if a proxy answers with %i', async (status) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const before = signInAs();
    stub.on('POST /api/auth/refresh', () => ({ status, text: '<h1>Deploying</h1>' }));
    await expect(refreshSession(before.access_token)).resolves.toBeUndefined();
    expect(token()).toBe(before.access_token);
  });

  it('KIOSK-6 three days of refreshes keep the session, one request each', async () => {
    signInAs();
    const refreshes = 3 * 24 * 4;
    stub.on('POST /api/auth/refresh', () => ({ json: tokens() }));
    for (let n = 0; n < refreshes; n += 1) {
      const spent = token() ?? '';
      const [fresh, same] = await Promise.all([refreshSession(spent), refreshSession(spent)]);
      expect(fresh).toBe(same);
      expect(token()).toBe(fresh);
      expect(fresh).not.toBe(spent);
    }
    const sent = stub.callsOf('POST /api/auth/refresh').map(({ body }) => body);
    expect(sent).toHaveLength(refreshes);
    expect(new Set(sent).size).toBe(refreshes);
  });

  it('WEB-123 goes on with longer tokens that the full storage does not take', async () => {
    const before = signInAs(grant(1));
    fillStorage();
    const after = tokens([grant(1), grant(2), grant(3)]);
    stub.on('POST /api/auth/refresh', () => ({ json: after }));
    await expect(refreshSession(before.access_token)).resolves.toBe(after.access_token);
    expect(token()).toBe(after.access_token);
    // The next refresh uses the new token; the spent one would end the session elsewhere.
    expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
    await refreshSession(after.access_token);
    const sent = stub
      .callsOf('POST /api/auth/refresh')
      .map(({ body }) => JSON.parse(body) as unknown);
    expect(sent).toEqual([before, after].map(({ refresh_token }) => ({ refresh_token })));
  });

  it('WEB-6 uses the tokens that another tab has refreshed', async () => {
    const before = signInAs();
    const other = tokens();
    localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(other));
    await expect(refreshSession(before.access_token)).resolves.toBe(other.access_token);
    expect(stub.callsOf('POST /api/auth/refresh')).toHaveLength(0);
    expect(token()).toBe(other.access_token);
  });

  it('WEB-152 a sign-out while the server answers is not undone', async () => {
    const before = signInAs();
    stub.on('POST /api/auth/refresh', () => {
      useSessionStore.getState().clear();
      return { json: tokens() };
    });
    await expect(refreshSession(before.access_token)).resolves.toBeUndefined();
    expect(useSessionStore.getState().session.kind).toBe('anonymous');
    expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  });

  it.each([
    ['new tokens', () => ({ json: tokens() })],
    ['a refusal', () => refusal('refresh-token-reused', 401, 'Used before')],
  ])('WEB-152 %s for the last user do not touch the session of the next one', async (_, reply) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const before = signInAs();
    const next = tokens();
    stub.on('POST /api/auth/refresh', () => {
      localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(next));
      return reply();
    });
    await refreshSession(before.access_token);
    expect(token()).toBe(next.access_token);
  });

  it('WEB-6 does not revive a session that another tab has ended', async () => {
    const before = signInAs();
    localStorage.removeItem(SESSION_STORAGE_KEY);
    await expect(refreshSession(before.access_token)).resolves.toBeUndefined();
    expect(useSessionStore.getState().session.kind).toBe('anonymous');
  });
});
