import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useLiveStore } from '../../live/live-store';
import { useProjectStore } from '../../lib/project-store';
import { LiveServer, dashboardState, roomState } from '../../testing/live-server';
import { grant, project, signInAs } from '../../testing/users';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const syncLine = () => screen.getAllByText(/^(Tasks Last Synced|Loading sync)/)[0]?.textContent;
async function selector(): Promise<HTMLElement> {
  const [first] = await screen.findAllByRole('combobox');
  if (!first) throw new Error('No project selector');
  return first;
}

beforeEach(() => {
  live.heard.length = 0;
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: {
      ...roomState(project_id, 1),
      sync_time: { project_id, epoch: '', revision: 1, value: null },
    },
  });
  serveShell(stub, [project(0, 'All Projects'), project(1, 'Atlas'), project(2, 'Borealis')]);
});

describe('the skip link', () => {
  it('NAV-16 skips the sidebar and focuses the content', async () => {
    signInAs(grant(0, 'full-access'));
    openAt('/dashboard');
    await selector();
    await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    const content = document.activeElement;
    expect(content?.id).toBe('content');
    expect(content?.contains(screen.getByRole('navigation', { name: 'Workspace' }))).toBe(false);
  });
});

describe('project selector', () => {
  it('NAV-12 offers the authorised projects under "Select Project" and selects one', async () => {
    signInAs(grant(0, 'full-access'));
    openAt('/dashboard');
    await userEvent.click(await selector());
    const options = within(await screen.findByRole('listbox', { name: 'Select Project' }));
    expect(options.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All Projects',
      'Atlas',
      'Borealis',
    ]);
    await userEvent.click(options.getByRole('option', { name: 'Borealis' }));
    expect(useProjectStore.getState().selectedId).toBe(2);
    expect((await selector()).textContent).toBe('Borealis');
  });

  it('NAV-12 shows "No projects available" without projects', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [] }));
    signInAs();
    openAt('/dashboard');
    expect((await selector()).textContent).toBe('No projects available');
    expect((await selector()).getAttribute('aria-disabled')).toBe('true');
  });

  it('NAV-12 shows "Failed to fetch projects" if the request fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/projects/', () => refusal('internal', 500, 'Broken'));
    signInAs();
    openAt('/dashboard');
    expect((await screen.findAllByText(/^Failed to fetch projects/)).length).toBeGreaterThan(1);
    expect(screen.queryByText('No projects available')).toBeNull();
    stub.on('GET /api/v1/projects/', () => ({ json: [project(1, 'Atlas')] }));
    const [again] = await screen.findAllByRole('button', { name: 'Load again' });
    if (again) await userEvent.click(again);
    await waitFor(async () => expect((await selector()).textContent).toBe('Atlas'));
  });

  it.each([
    ['/admin/custom-stats', true],
    ['/admin/tasks', true],
    ['/admin/projects/1', true],
    ['/about', false],
    ['/admin/audit', false],
    ['/admin/tasks/all', false],
  ])('NAV-12 stands where the selected project decides: %s %s', async (path, stands) => {
    signInAs(grant(0, 'full-access'));
    openAt(path);
    const strip = within(await screen.findByRole('region', { name: 'Project' }));
    await strip.findByText(/^Tasks Last Synced/);
    expect(strip.queryAllByRole('combobox', { name: 'Select Project' })).toHaveLength(
      stands ? 1 : 0,
    );
  });
});

describe('sync line', () => {
  it('NAV-13 shows that it is loading, then never', async () => {
    let answer = () => {};
    live.subscribeAck = () => ({ ok: false, code: 'not-found', detail: 'No' });
    vi.spyOn(console, 'warn').mockReturnValue();
    stub.on('GET /api/v1/meta/tasks_last_imported_at', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { json: { value: null } };
    });
    signInAs(grant(1));
    openAt('/about');
    await screen.findByText('Loading sync status...');
    await waitFor(() =>
      expect(stub.callsOf('GET /api/v1/meta/tasks_last_imported_at')).toHaveLength(1),
    );
    answer();
    expect(await screen.findByText('Tasks Last Synced: never')).toBeTruthy();
  });

  it('NAV-13 shows never if the request fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/meta/tasks_last_imported_at', () => refusal('not-found', 404, 'No'));
    signInAs(grant(1));
    openAt('/about');
    expect(await screen.findByText('Tasks Last Synced: never')).toBeTruthy();
  });

  it('NAV-13 shows the time in Los Angeles and its age, and updates when it is pushed', async () => {
    const before = new Date(Date.now() - 3 * 3_600_000);
    stub.on('GET /api/v1/meta/tasks_last_imported_at', () => ({
      json: { value: before.toISOString() },
    }));
    signInAs(grant(1));
    openAt('/about');
    await waitFor(() =>
      expect(syncLine()).toMatch(
        /^Tasks Last Synced: \d\d\/\d\d\/\d\d, \d{1,2}:\d\d [AP]M \(3 hours ago\)$/,
      ),
    );
    await waitFor(() => expect(live.payloadsOf('subscribe')).toHaveLength(1));
    const value = new Date(Date.now() - 120_000).toISOString();
    live.emitAnything('sync-time', { project_id: 1, epoch: '', revision: 2, value });
    await waitFor(() => expect(syncLine()).toContain('(2 minutes ago)'));
  });
});

describe('connection badge', () => {
  it('NAV-14 shows Live, Reconnecting or Stale, and reconnects on click', async () => {
    signInAs(grant(1));
    openAt('/about');
    expect(await screen.findByRole('button', { name: 'Connection: Live' })).toBeTruthy();
    act(() => useLiveStore.getState().lost(Date.now() - 20_000));
    expect(screen.getByRole('button', { name: 'Connection: Reconnecting' })).toBeTruthy();
    act(() => useLiveStore.getState().lost(Date.now()));
    expect(screen.getByRole('button', { name: 'Connection: Stale' })).toBeTruthy();
    act(() => useLiveStore.getState().connected(Date.now()));
    expect(screen.getByRole('button', { name: 'Connection: Live' })).toBeTruthy();
  });

  it('WEB-67 shows within a moment that the browser is offline, and then online', async () => {
    signInAs(grant(1));
    openAt('/about');
    await screen.findByRole('button', { name: 'Connection: Live' });
    live.admits = () => false;
    live.refusal = 'too-many-connections';
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('button', { name: 'Connection: Reconnecting' })).toBeTruthy();
    live.admits = () => true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('button', { name: 'Connection: Live' })).toBeTruthy();
  });

  it('NAV-14 is hidden while signed out', async () => {
    openAt('/about');
    await screen.findByText('Frontend version');
    expect(screen.queryByRole('button', { name: /^Connection/ })).toBeNull();
  });
});

describe('a time zone that the browser does not know', () => {
  it('WEB-151 leaves every page, in UTC, and a line says so', async () => {
    stub.on('GET /api/v1/about', () => ({
      json: { version: '1', reporting_time_zone: 'Mars/Olympus_Mons', today: '2026-01-05' },
    }));
    signInAs(grant(1));
    openAt('/dashboard');
    const hint = await screen.findByText(/does not know the time zone Mars\/Olympus_Mons/);
    expect(hint.textContent).toContain('in UTC instead');
    expect(await screen.findByText(/Welcome/)).toBeTruthy();
  });

  it('WEB-151 shows no such line otherwise', async () => {
    signInAs(grant(1));
    const tab = openAt('/dashboard');
    await screen.findByText(/Welcome/);
    await waitFor(() => expect(stub.callsOf('GET /api/v1/about')).not.toEqual([]));
    await tab.idle();
    expect(screen.queryByText(/does not know the time zone/)).toBeNull();
  });
});

describe('dashboard', () => {
  it('NAV-15 shows live figures, and links to each project dashboard', async () => {
    signInAs(grant(0, 'full-access'));
    openAt('/dashboard');
    await waitFor(() => expect(live.payloadsOf('subscribe')).toHaveLength(1));
    live.emitAnything('dashboard-changed', dashboardState(1, 2, 20_114));
    expect(await screen.findByText('20,114')).toBeTruthy();
    const cards = within(screen.getByRole('region', { name: 'Project dashboards' }));
    expect(cards.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/projects/1/dashboard',
      '/projects/2/dashboard',
    ]);
    expect(screen.getByRole('link', { name: 'Upload tasks' })).toBeTruthy();
  });

  it('NAV-19 says without projects who is signed in, and who can help', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [] }));
    stub.on('GET /api/v1/auth/administrator', () => ({ json: { exists: true } }));
    signInAs();
    const tab = openAt('/dashboard');
    expect(await screen.findByRole('heading', { name: 'You have no access yet' })).toBeTruthy();
    expect(
      screen.getByText(/signed in as zoe@example.com. Ask an administrator of the portal/),
    ).toBeTruthy();
    await waitFor(() => expect(stub.callsOf('GET /api/v1/auth/administrator')).toHaveLength(1));
    await tab.idle();
    expect(screen.queryByText(/npm run admin/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upload tasks' })).toBeNull();
  });

  it('NAV-19 says how the first administrator is made, if the portal has none', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [] }));
    stub.on('GET /api/v1/auth/administrator', () => ({ json: { exists: false } }));
    signInAs();
    openAt('/dashboard');
    expect(await screen.findByText('npm run admin -- grant zoe@example.com')).toBeTruthy();
    expect(screen.getByText(/The portal has no administrator yet/)).toBeTruthy();
    expect(screen.queryByText(/Ask an administrator/)).toBeNull();
  });

  it('WEB-25 refreshes the session and reloads the projects when permissions change', async () => {
    signInAs(grant(1));
    openAt('/about');
    await waitFor(() => expect(live.payloadsOf('subscribe')).toHaveLength(1));
    stub.on('GET /api/v1/projects/', () => ({ json: [project(2, 'Borealis')] }));
    stub.on('POST /api/auth/refresh', () => ({ json: signInAs(grant(2)) }));
    live.emitAnything('permissions-changed', { project_id: 0, epoch: '', revision: 2 });
    await waitFor(() => expect(useProjectStore.getState().selectedId).toBe(2));
    expect(stub.callsOf('POST /api/auth/refresh')).toHaveLength(1);
    await waitFor(() => expect(live.payloadsOf('subscribe')).toContainEqual({ project_id: 2 }));
  });
});
