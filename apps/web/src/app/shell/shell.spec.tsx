import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useLiveStore } from '../../live/live-store';
import { useProjectStore } from '../../projects/project-store';
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
    revision: 1,
    state: { ...roomState(project_id, 1), sync_time: { project_id, revision: 1, value: null } },
  });
  serveShell(stub, [project(0, 'All Projects'), project(1, 'Atlas'), project(2, 'Borealis')]);
});

describe('the skip link', () => {
  it('NAV-16 leads past the sidebar to what the page is about', async () => {
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
    openAt('/about');
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

  it('NAV-12 says "No projects available" when there are none', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [] }));
    signInAs();
    openAt('/about');
    expect((await selector()).textContent).toBe('No projects available');
    expect((await selector()).getAttribute('aria-disabled')).toBe('true');
  });

  it('NAV-12 says "Failed to fetch projects" when they cannot be had', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/projects/', () => refusal('internal', 500, 'Broken'));
    signInAs();
    openAt('/about');
    expect(await screen.findByText('Failed to fetch projects')).toBeTruthy();
  });
});

describe('sync line', () => {
  it('NAV-13 says that it is loading, then never', async () => {
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

  it('NAV-13 says never when the time cannot be had', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/meta/tasks_last_imported_at', () => refusal('not-found', 404, 'No'));
    signInAs(grant(1));
    openAt('/about');
    expect(await screen.findByText('Tasks Last Synced: never')).toBeTruthy();
  });

  it('NAV-13 shows the time in Los Angeles and how long ago, and moves when it is pushed', async () => {
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
    await waitFor(() => expect(live.heardOf('subscribe')).toHaveLength(1));
    const value = new Date(Date.now() - 120_000).toISOString();
    live.emitAnything('sync-time', { project_id: 1, revision: 2, value });
    await waitFor(() => expect(syncLine()).toContain('(2 minutes ago)'));
  });
});

describe('connection badge', () => {
  it('NAV-14 says Live, Reconnecting or Stale, and offers to retry', async () => {
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

  it('NAV-14 is not there for whom is signed out', async () => {
    openAt('/about');
    await screen.findByText('Frontend version');
    expect(screen.queryByRole('button', { name: /^Connection/ })).toBeNull();
  });
});

describe('dashboard', () => {
  it('NAV-15 shows figures that move, and the way to each project dashboard', async () => {
    signInAs(grant(0, 'full-access'));
    openAt('/dashboard');
    await waitFor(() => expect(live.heardOf('subscribe')).toHaveLength(1));
    live.emitAnything('dashboard-changed', dashboardState(1, 2, 20_114));
    expect(await screen.findByText('20,114')).toBeTruthy();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(
      expect.arrayContaining(['/projects/0/dashboard', '/projects/1/dashboard', '/admin/tasks']),
    );
  });

  it('NAV-15 tells whom has no project so, and offers no upload', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [] }));
    signInAs();
    openAt('/dashboard');
    expect(await screen.findByRole('heading', { name: 'No projects available' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Upload tasks' })).toBeNull();
  });

  it('WEB-25 refreshes the session and asks for the projects again when permissions change', async () => {
    signInAs(grant(1));
    openAt('/about');
    await waitFor(() => expect(live.heardOf('subscribe')).toHaveLength(1));
    stub.on('GET /api/v1/projects/', () => ({ json: [project(2, 'Borealis')] }));
    stub.on('POST /api/auth/refresh', () => ({ json: signInAs(grant(2)) }));
    live.emitAnything('permissions-changed', { project_id: 0, revision: 2 });
    await waitFor(() => expect(useProjectStore.getState().selectedId).toBe(2));
    expect(stub.callsOf('POST /api/auth/refresh')).toHaveLength(1);
    await waitFor(() => expect(live.heardOf('subscribe')).toContainEqual({ project_id: 2 }));
  });
});
