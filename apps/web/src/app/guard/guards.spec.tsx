import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '../../lib/project-store';
import { LiveServer, roomState } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs, tokens } from '../../testing/users';
import { PAGE_SUBJECTS } from '../pages/page-subjects';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const uploads = () => screen.findByText('Drop a task file here');
const lost = () => screen.findByRole('heading', { name: 'You can no longer open this page' });
async function select(id: number): Promise<void> {
  const { getState } = useProjectStore;
  await waitFor(() => expect(getState().authorised?.includes(id)).toBe(true));
  act(() => void getState().select(id));
}

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
});

describe('permissions of a page', () => {
  it('NAV-4 leads home with a toast that names the project', async () => {
    signInAs(grant(1, 'admin-view'), grant(2, 'admin-view', 'data-upload'));
    const tab = openAt('/admin/tasks');
    expect(
      await screen.findByText('You do not have permission to open that page in Atlas'),
    ).toBeTruthy();
    expect(tab.url()).toBe('/');
  });

  it('NAV-4 opens a page by the permissions of the selected project', async () => {
    useProjectStore.getState().select(2);
    signInAs(grant(1, 'admin-view'), grant(2, 'admin-view', 'data-upload'));
    const tab = openAt('/admin/tasks');
    await uploads();
    expect(tab.url()).toBe('/admin/tasks');
  });

  it('USERPAGE-9 opens with what the question says that it needs, and with nothing less', async () => {
    const need = PAGE_SUBJECTS.find(({ key }) => key === 'page:tasks')?.need.flat() ?? [];
    expect(need).toHaveLength(2);
    signInAs(grant(1, ...need));
    openAt('/admin/tasks');
    await uploads();
    cleanup();
    for (const permission of need) {
      signInAs(grant(1, permission));
      const tab = openAt('/admin/tasks');
      await waitFor(() => expect(tab.url()).toBe('/'));
      cleanup();
    }
  });

  it('NAV-4 opens after a change of permissions that the client has missed', async () => {
    signInAs(grant(1));
    stub.on('POST /api/auth/refresh', () => ({
      json: tokens([grant(1, 'admin-view', 'data-upload')]),
    }));
    const tab = openAt('/admin/tasks');
    await uploads();
    expect(tab.url()).toBe('/admin/tasks');
    expect(screen.queryByText(/You do not have permission/)).toBeNull();
    expect(stub.callsOf('POST /api/auth/refresh')).toHaveLength(1);
  });

  it('NAV-4 asks the server once before it refuses', async () => {
    signInAs(grant(1));
    stub.on('POST /api/auth/refresh', () => ({ json: tokens([grant(1)]) }));
    const tab = openAt('/admin/tasks');
    await screen.findByText('Welcome Back!');
    await tab.open('/admin/tasks');
    await waitFor(() => expect(tab.url()).toBe('/'));
    expect(stub.callsOf('POST /api/auth/refresh')).toHaveLength(1);
  });

  it('NAV-4 waits for the projects, and offers to load them again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/projects/', () => refusal('internal', 500, 'Broken'));
    signInAs(grant(1, 'admin-view', 'data-upload'));
    const tab = openAt('/admin/tasks');
    await screen.findByRole('heading', { name: 'Failed to fetch projects' });
    stub.on('GET /api/v1/projects/', () => ({ json: [project(1, 'Atlas')] }));
    await press('Try Again');
    await uploads();
    expect(tab.url()).toBe('/admin/tasks');
  });

  it.each(['/dashboard', '/analytics-home', '/delivery-stats', '/custom-stats'])(
    'NAV-54 %s says that the projects could not be loaded, and loads them again',
    async (page) => {
      vi.spyOn(console, 'error').mockReturnValue();
      stub.on('GET /api/v1/projects/', () => refusal('internal', 500, 'Broken'));
      signInAs(grant(1));
      openAt(page);
      await screen.findByRole('heading', { name: 'Failed to fetch projects' });
      stub.on('GET /api/v1/projects/', () => ({ json: [project(1, 'Atlas')] }));
      await press('Try Again');
      await waitFor(() => expect(useProjectStore.getState().authorised).toEqual([1]));
      expect(screen.queryByRole('heading', { name: 'Failed to fetch projects' })).toBeNull();
    },
  );

  it('NAV-17 replaces an open page with the reason, until the permission is back', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'), grant(2, 'admin-view'));
    const tab = openAt('/admin/tasks');
    await uploads();
    await select(2);
    await lost();
    expect(screen.queryByText('Drop a task file here')).toBeNull();
    expect(screen.getByText(/^You do not have the permission for it in Borealis\./)).toBeTruthy();
    await select(1);
    await uploads();
    expect(tab.url()).toBe('/admin/tasks');
  });

  it('NAV-17 replaces an open page as soon as the server withdraws the permission', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'));
    openAt('/admin/tasks');
    await uploads();
    await screen.findByRole('button', { name: 'Connection: Live' });
    stub.on('POST /api/auth/refresh', () => ({ json: signInAs(grant(1)) }));
    live.emitAnything('permissions-changed', { project_id: 1, epoch: '', revision: 2 });
    await lost();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Home' }));
    expect(await screen.findByText('Welcome Back!')).toBeTruthy();
  });
});

describe('links', () => {
  it('WEB-9 offers only what the selected project permits', async () => {
    signInAs(grant(1), grant(2, 'admin-view', 'data-upload'));
    openAt('/dashboard');
    await screen.findByText('Welcome, Zoë Admin');
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upload tasks' })).toBeNull();
    await select(2);
    expect(screen.getByRole('link', { name: 'Admin' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upload tasks' })).toBeTruthy();
  });
});

describe('refused rooms', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockReturnValue();
    live.subscribeAck = () => ({ ok: false, code: 'forbidden', detail: 'Not for you' });
  });

  it('WEB-44 the badge does not say Live, and the page shows the reason', async () => {
    signInAs(grant(1));
    openAt('/dashboard');
    expect(await screen.findByRole('button', { name: 'Connection: Every 30 s' })).toBeTruthy();
    expect(
      await screen.findByText('There are no live figures of this project: Not for you'),
    ).toBeTruthy();
  });
});
