import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_STORAGE_KEY, isAuthenticated, useSessionStore } from '../session/session-store';
import { refreshSession } from '../session/refresh';
import { LiveServer } from '../testing/live-server';
import { grant, signInAs, tokens } from '../testing/users';
import { serveShell } from '../testing/portal-stub';
import { openAt } from '../testing/render';
import { refusal, stubServer } from '../testing/stub-server';

const stub = stubServer();
new LiveServer().attach(stub.server);
let assign: { mock: { calls: unknown[][] } };

beforeEach(() => {
  serveShell(stub);
  assign = vi.spyOn(window.location, 'assign').mockReturnValue();
});

/** The sign-in URL that the browser was sent to; undefined if it was not. */
const providerUrl = () => assign.mock.calls.map(([url]) => new URL(String(url))).at(-1);

describe('home', () => {
  it('NAV-1 shows the login card to signed-out visitors', async () => {
    openAt('/');
    expect(await screen.findByText('Welcome to Turing Portal')).toBeTruthy();
    expect(screen.getByText('Your gateway to AI training and review management')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();
    const brand = { name: 'Turing Portal for AI Trainers and Reviewers' };
    expect(screen.getByRole('link', brand)).toBeTruthy();
  });

  it('NAV-1 does not speak of Google where people sign in on this machine', async () => {
    stub.on('GET /api/v1/about', () => ({
      json: {
        ...{ version: '1', reporting_time_zone: 'UTC', today: '2026-01-05' },
        sign_in: 'local',
      },
    }));
    openAt('/');
    expect(await screen.findByRole('button', { name: 'Sign in on this machine' })).toBeTruthy();
    expect(screen.queryByText(/Google/)).toBeNull();
  });

  it('NAV-1 welcomes signed-in users', async () => {
    signInAs(grant(1));
    openAt('/');
    expect(await screen.findByText('Welcome Back!')).toBeTruthy();
    expect(screen.getByText('Zoë Admin')).toBeTruthy();
    expect(screen.getByText("You're signed in as zoe@example.com")).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Go to Dashboard' });
    expect(link.getAttribute('href')).toBe('/dashboard');
  });

  it('NAV-2 disables the button while authenticating, and enables it when the login fails', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    let fail = () => {};
    stub.on('GET /api/v1/auth/config', async () => {
      await new Promise<void>((resolve) => {
        fail = resolve;
      });
      return refusal('unavailable', 503, 'Not ready');
    });
    openAt('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }));
    const busy = screen.getByRole('button', { name: 'Authenticating...' });
    expect(busy.hasAttribute('disabled')).toBe(true);
    await waitFor(() => expect(stub.callsOf('GET /api/v1/auth/config')).toHaveLength(1));
    fail();
    const button = await screen.findByRole('button', { name: 'Sign in with Google' });
    expect(button.hasAttribute('disabled')).toBe(false);
    expect(log).toHaveBeenCalledWith('Login failed', expect.anything());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Signing in failedNot ready. Please try again.',
    );
  });
});

describe('guard', () => {
  it('NAV-3 remembers the target, starts the login and returns there', async () => {
    openAt('/dashboard?from=mail#today');
    await waitFor(() => expect(providerUrl()).toBeDefined());
    const state = providerUrl()?.searchParams.get('state') ?? '';
    stub.on('POST /api/v1/auth/token', () => ({ json: tokens([grant(1)]) }));
    const back = openAt(`/?code=guard-1&state=${state}`);
    await waitFor(() => expect(back.url()).toBe('/dashboard?from=mail#today'));
    expect((await screen.findAllByText('Welcome, Zoë Admin')).length).toBeGreaterThan(0);
  });

  it('NAV-2 NAV-3 stays on the card when the exchange fails, which says why', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const tab = openAt('/?code=guard-2&state=forged');
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
    expect(tab.url()).toBe('/');
    expect(log).toHaveBeenCalledWith('Login failed', expect.anything());
    expect(screen.getByRole('alert').textContent).toContain('not started in this tab');
  });

  it('NAV-2 NAV-3 says on the card that the login of a page could not start', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/auth/config', () => refusal('unavailable', 503, 'Not ready'));
    const tab = openAt('/dashboard');
    expect((await screen.findByRole('alert')).textContent).toContain('Not ready');
    expect(tab.url()).toBe('/');
  });

  it('NAV-4 redirects users without a permission to home, and admits users with one', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    const refused = openAt('/admin/tasks');
    await waitFor(() => expect(refused.url()).toBe('/'));
    signInAs(grant(1, 'admin-view'));
    const halfway = openAt('/admin/tasks');
    await waitFor(() => expect(halfway.url()).toBe('/'));
    signInAs(grant(1, 'admin-view', 'data-upload'));
    const admitted = openAt('/admin/tasks');
    expect(await screen.findByText('Drop a task file here')).toBeTruthy();
    expect(admitted.url()).toBe('/admin/tasks');
    expect(providerUrl()).toBeUndefined();
  });

  it('NAV-5 redirects /admin to the users, or to the first page that is permitted', async () => {
    signInAs(grant(0, 'full-access'));
    const tab = openAt('/admin');
    await waitFor(() => expect(tab.url()).toBe('/admin/users'));
    signInAs(grant(1, 'admin-view', 'data-upload'));
    const first = openAt('/admin');
    await waitFor(() => expect(first.url()).toBe('/admin/tasks'));
  });

  it('NAV-51 /admin says what is missing to users who can open none of its pages', async () => {
    signInAs(grant(1, 'admin-view'));
    const tab = openAt('/admin');
    await screen.findByRole('heading', { name: 'You cannot open any page of the administration' });
    expect(
      screen.getByText(
        /^Each page needs a permission .*: project-manage, project-admin, data-upload, user-view,/,
      ),
    ).toBeTruthy();
    expect(tab.url()).toBe('/admin');
  });

  it('NAV-52 a project without a page leads to its dashboard', async () => {
    signInAs(grant(1));
    const tab = openAt('/projects/1');
    await waitFor(() => expect(tab.url()).toBe('/projects/1/dashboard'));
    expect(await screen.findByRole('heading', { name: 'Project Dashboard' })).toBeTruthy();
  });

  it('NAV-4 NAV-5 NAV-53 redirects /admin/users to home, also if another page of the administration is permitted', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'));
    const tab = openAt('/admin/users');
    expect(
      await screen.findByText('You do not have permission to view the user list'),
    ).toBeTruthy();
    expect(tab.url()).toBe('/');
  });

  it('NAV-8 redirects to home, without a login, when the session ends on an open page', async () => {
    signInAs(grant(1));
    const tab = openAt('/dashboard');
    await screen.findByText('Welcome, Zoë Admin');
    localStorage.removeItem(SESSION_STORAGE_KEY);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY }));
    });
    await waitFor(() => expect(tab.url()).toBe('/'));
    expect(providerUrl()).toBeUndefined();
  });

  it('NAV-18 says that the session has ended, and the next sign-in leads back', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('POST /api/auth/refresh', () => refusal('invalid-refresh-token', 401, 'Ended'));
    const { access_token } = signInAs(grant(1));
    openAt('/delivery-stats?project=1&models=hidden#models');
    await screen.findByRole('heading', { name: 'Delivery Statistics' });
    await act(() => refreshSession(access_token));
    expect(await screen.findByText('Your session has ended. Sign in again.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }));
    await waitFor(() => expect(providerUrl()).toBeDefined());

    const state = providerUrl()?.searchParams.get('state') ?? '';
    stub.on('POST /api/v1/auth/token', () => ({ json: tokens([grant(1)]) }));
    const back = openAt(`/?code=ended-1&state=${state}`);
    await waitFor(() => expect(back.url()).toBe('/delivery-stats?project=1&models=hidden#models'));
  });
});

describe('shell', () => {
  it('NAV-6 shows the Admin link with admin-view or full-access only', async () => {
    signInAs(grant(1, 'data-upload'));
    openAt('/about');
    await screen.findByText('Frontend version');
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
    act(() => void signInAs(grant(1, 'admin-view')));
    const link = await screen.findByRole('link', { name: 'Admin' });
    expect(link.getAttribute('href')).toBe('/admin');
  });

  it('NAV-50 the Admin link leads to the users, else to the first page that is permitted', async () => {
    signInAs(grant(1, 'admin-view', 'user-view', 'data-upload'));
    openAt('/about');
    const href = async () =>
      (await screen.findByRole('link', { name: 'Admin' })).getAttribute('href');
    expect(await href()).toBe('/admin/users');
    act(() => void signInAs(grant(1, 'admin-view', 'pod-manage', 'data-upload')));
    await waitFor(async () => expect(await href()).toBe('/admin/tasks'));
  });

  it('NAV-7 logs out at the server, removes the user and opens home', async () => {
    const { refresh_token } = signInAs(grant(1));
    const tab = openAt('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'User menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByText('Welcome to Turing Portal')).toBeTruthy();
    expect(tab.url()).toBe('/');
    expect(screen.queryByText(/Your session has ended/)).toBeNull();
    expect(sessionStorage.getItem('returnTo')).toBeNull();
    const [call] = stub.callsOf('POST /api/v1/auth/logout');
    expect(JSON.parse(call?.body ?? '')).toEqual({ refresh_token });
    expect(providerUrl()).toBeUndefined();
  });

  it('NAV-7 logs out in the browser even if the server fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('POST /api/v1/auth/logout', () => refusal('internal', 500, 'Broken'));
    signInAs(grant(1));
    openAt('/about');
    await userEvent.click(await screen.findByRole('button', { name: 'User menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(isAuthenticated(useSessionStore.getState())).toBe(false));
  });

  it('NAV-11 opens a drawer with Home and About', async () => {
    openAt('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Toggle menu' }));
    const menu = await screen.findByRole('navigation', { name: 'Menu' });
    expect([...menu.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
      'Home',
      'About',
    ]);
  });

  it('WEB-13 stores a selected theme in the profile, and applies the stored one', async () => {
    signInAs(grant(1));
    stub.on('GET /api/v1/auth/profile/me', () => ({
      json: { slack_id: '', timezone: null, theme: 'light', version: 'profile-1' },
    }));
    stub.on('PUT /api/v1/auth/profile/me', () => ({
      json: { slack_id: '', timezone: null, theme: 'dark', version: 'profile-2' },
    }));
    openAt('/about');
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    await waitFor(() => expect(stub.callsOf('PUT /api/v1/auth/profile/me')).toHaveLength(1));
    const [call] = stub.callsOf('PUT /api/v1/auth/profile/me');
    expect(JSON.parse(call?.body ?? '')).toEqual({ theme: 'dark' });
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
  });

  it('WEB-13 keeps a choice made while the profile loads', async () => {
    signInAs(grant(1));
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const profile = { slack_id: '', timezone: null, version: 'profile-1' };
    stub.on('GET /api/v1/auth/profile/me', async () => {
      await arrival;
      return { json: { ...profile, theme: 'dark' } };
    });
    stub.on('PUT /api/v1/auth/profile/me', () => ({ json: { ...profile, theme: 'light' } }));
    const tab = openAt('/about');
    await waitFor(() => expect(stub.callsOf('GET /api/v1/auth/profile/me')).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to light theme' }));
    await waitFor(() => expect(stub.callsOf('PUT /api/v1/auth/profile/me')).toHaveLength(1));
    arrive();
    await tab.idle();
    expect(document.documentElement.getAttribute('data-theme')).toBe('light');
  });
});

describe('small pages', () => {
  it('NAV-9 shows both versions and the API URL on /about', async () => {
    openAt('/about');
    expect(await screen.findByText('0.1.0')).toBeTruthy();
    expect(screen.getByText('0.0.0')).toBeTruthy();
    expect(screen.getByText(`${window.location.origin}/api/v1`)).toBeTruthy();
  });

  it('NAV-9 shows "Error fetching version" if the request fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/about', () => refusal('internal', 500, 'Broken'));
    openAt('/about');
    expect(await screen.findByText('Error fetching version')).toBeTruthy();
  });

  it('NAV-10 shows a title on /google-login-callback and requests the backend version', async () => {
    openAt('/google-login-callback');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    await waitFor(() => expect(stub.callsOf('GET /api/v1/about')).toHaveLength(1));
  });

  it('NAV-10 shows a page for unknown URLs', async () => {
    openAt('/nowhere/at/all');
    expect(await screen.findByText('Page not found')).toBeTruthy();
    expect(document.title).toBe('Page not found · Turing Portal');
  });
});
