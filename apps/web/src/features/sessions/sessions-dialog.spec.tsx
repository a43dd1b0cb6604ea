import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Session } from '@portal/contracts/sessions';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveServer } from '../../testing/live-server';
import { serveAda } from '../../testing/managed-user';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { subjectOf, useSessionStore } from '../../session/session-store';
import { useToastStore } from '../../ui/toast-store';

const stub = stubServer();
new LiveServer().attach(stub.server);

const HERE = '00000000-0000-4000-8000-000000000001';
const THERE = '00000000-0000-4000-8000-000000000002';
const toast = () => useToastStore.getState().toast.message;

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  opened_at: '2026-01-05T10:00:00Z',
  last_used_at: new Date(Date.now() - 3 * 60_000).toISOString(),
  expires_at: '2026-04-05T10:00:00Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  is_current: false,
  ...more,
});

/** Serves the sessions of a user, and ends them. */
function serve(userId: string, sessions: Session[]): void {
  const path = `/api/v1/auth/admin/users/${userId}/sessions/` as const;
  let open = sessions;
  stub.on(`GET ${path}`, () => ({ json: { items: open } }));
  stub.on(`DELETE ${path}`, () => {
    open = open.filter(({ is_current: isCurrent }) => isCurrent);
    return {};
  });
  for (const { id } of sessions) {
    stub.on(`DELETE ${path}${id}`, () => {
      open = open.filter((one) => one.id !== id);
      return {};
    });
  }
}

const ownId = () => subjectOf(useSessionStore.getState().session) ?? '';
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem');

async function openOwn(): Promise<void> {
  openAt('/dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'User menu' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Where you are signed in' }));
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub);
  serveAda(stub);
  signInAs(grant(0, 'full-access'));
});

describe('the own sessions', () => {
  it('USERPAGE-80 are listed with browser, use and sign-in; this browser has no button', async () => {
    serve(ownId(), [session(HERE, { is_current: true }), session(THERE, { user_agent: 'curl/8' })]);
    await openOwn();
    expect((await rows()).map((row) => row.textContent)).toEqual([
      'Firefox on LinuxThis browserLast used 3 minutes ago, signed in Jan 05, 2026',
      'curlLast used 3 minutes ago, signed in Jan 05, 2026Sign out',
    ]);
  });

  it('USERPAGE-82 end one by one', async () => {
    serve(ownId(), [session(HERE, { is_current: true }), session(THERE, { user_agent: 'curl/8' })]);
    await openOwn();
    await press('Sign out of curl');
    await waitFor(() => expect(toast()).toBe('Signed out there'));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    const all = screen.getByRole('button', { name: 'Sign out everywhere else' });
    expect(all).toHaveProperty('disabled', true);
  });

  it('USERPAGE-82 end all but this one, after a question', async () => {
    serve(ownId(), [session(HERE, { is_current: true }), session(THERE)]);
    await openOwn();
    expect(await rows()).toHaveLength(2);
    await press('Sign out everywhere else');
    await press('Cancel');
    expect(stub.callsOf(`DELETE /api/v1/auth/admin/users/${ownId()}/sessions/`)).toHaveLength(0);
    await press('Sign out everywhere else');
    await press('Sign out');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect((await rows())[0]?.textContent).toContain('This browser');
  });

  it('USERPAGE-82 that cannot be loaded say why, with a way on', async () => {
    const path = `GET /api/v1/auth/admin/users/${ownId()}/sessions/` as const;
    stub.on(path, () => refusal('unavailable', 503, 'The database is away'));
    await openOwn();
    expect(await screen.findByText('Failed to load the sessions')).toBeTruthy();
    serve(ownId(), [session(HERE, { is_current: true })]);
    await press('Try Again');
    expect(await rows()).toHaveLength(1);
  });
});

describe('the sessions of another user', () => {
  it('USERPAGE-80 USERPAGE-82 are on the page of the user, and end together', async () => {
    serve('9', [session(THERE)]);
    openAt('/admin/users/9/profile');
    await press('Sessions');
    expect(await screen.findByRole('dialog', { name: 'Where Ada is signed in' })).toBeTruthy();
    expect(await rows()).toHaveLength(1);
    await press('Sign out everywhere');
    await press('Sign out');
    expect(await screen.findByText('Ada is not signed in.')).toBeTruthy();
  });
});
