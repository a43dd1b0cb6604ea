import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADA } from '../../testing/managed-user';
import { podMember } from '../../testing/pods';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { useProjectStore } from '../../lib/project-store';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';

const stub = stubServer();
const list = (items: object[]) => ({
  json: { items, total: items.length, page: 1, size: 8, total_is_estimate: false },
});

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
  stub.on('GET /api/v1/pods/', () =>
    list([{ name: 'Kestrel', description: 'Debugging', project_id: 1 }]),
  );
  stub.on('GET /api/v1/auth/users/', () =>
    list([{ ...ADA, email: 'tess@example.com', name: 'Tess T' }]),
  );
});

async function open() {
  const tab = openAt('/about');
  await screen.findByRole('button', { name: 'Search' });
  await waitFor(() => expect(useProjectStore.getState().authorised).not.toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox', { name: 'Search' });
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  return { tab, input, options };
}

const group = (name: string) => screen.findByRole('group', { name });

describe('command palette', () => {
  it('UI-30 opens by Ctrl-K or the button, and closes by Ctrl-K or Escape', async () => {
    signInAs(grant(1));
    const { input } = await open();
    expect(document.activeElement).toBe(input);
    await userEvent.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByRole('combobox', { name: 'Search' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
  });

  it('UI-32 opens the chosen page by the keyboard, which stays in the field', async () => {
    signInAs(grant(1));
    const { tab, input } = await open();
    await userEvent.keyboard('stat');
    const first = screen.getByRole('option', { selected: true });
    expect(input.getAttribute('aria-activedescendant')).toBe(first.id);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toBe(first);
    expect(document.activeElement).toBe(input);
    await userEvent.clear(input);
    await userEvent.keyboard('delivery{Enter}');
    await waitFor(() => expect(tab.url()).toBe('/delivery-stats?project=1'));
  });

  it('UI-33 offers the pages that the user may open', async () => {
    signInAs(grant(1));
    const { options } = await open();
    await userEvent.keyboard('analytics');
    expect(options().some((text) => text?.startsWith('Analytics'))).toBe(true);
    await userEvent.clear(screen.getByRole('combobox'));
    await userEvent.keyboard('admin');
    expect(options().filter((text) => text?.startsWith('Admin: Tasks'))).toEqual([]);
  });

  it('UI-33 offers the administration with its permissions', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'));
    await open();
    await userEvent.keyboard('upload');
    expect(await screen.findByRole('option', { name: 'Admin: Tasks' })).toBeTruthy();
  });

  it('UI-34 selects a project and opens its dashboard', async () => {
    signInAs(grant(1), grant(2));
    const { tab } = await open();
    await userEvent.click(await screen.findByRole('option', { name: 'Borealis' }));
    await waitFor(() => expect(tab.url()).toBe('/projects/2/dashboard'));
    expect(useProjectStore.getState().selectedId).toBe(2);
  });

  it('UI-35 searches pods and users on the server', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    const { options } = await open();
    expect(within(await group('Pods')).getByText('Kestrel')).toBeTruthy();
    await userEvent.keyboard('tess');
    expect(within(await group('Users')).getByText('tess@example.com')).toBeTruthy();
    const last = () => stub.callsOf('GET /api/v1/auth/users/').at(-1)?.url;
    await waitFor(() => expect(last()).toContain('search=tess'));
    expect(options().join()).not.toContain('Borealis');
  });

  it('UI-61 finds the members of the own pods by name', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    stub.on('GET /api/v1/auth/users/', () => list([]));
    stub.on('GET /api/v1/pod-members/', () => list([{ pod_name: 'Kestrel', role: 'lead' }]));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({
      json: [podMember('Tess Oyelaran'), podMember('Leo Fontaine', { role: 'lead' })],
    }));
    const { tab } = await open();
    await waitFor(() => expect(stub.callsOf('GET /api/v1/pods/Kestrel/members')).toHaveLength(1));
    await userEvent.keyboard('oyel');
    const users = within(await group('Users'));
    expect(users.getAllByRole('option')).toHaveLength(1);
    await userEvent.click(users.getByRole('option', { name: /Tess Oyelaran/ }));
    await waitFor(() => expect(tab.url()).toContain('/trainer-stats/tess.oyelaran%40example.com'));
  });

  it('UI-62 offers the pages of a pod that the user may open in its project', async () => {
    signInAs(grant(1, 'pod-info-public-view', 'pod-manage-members'), grant(2));
    await open();
    await userEvent.keyboard('kestrel');
    const pods = within(await group('Pods'));
    expect(pods.getByRole('option', { name: 'Kestrel: Members' })).toBeTruthy();
    expect(pods.queryByRole('option', { name: 'Kestrel: Lead Dashboard' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    signInAs(grant(1), grant(2, 'pod-info-public-view'));
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Search' });
    await userEvent.keyboard('kestrel');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing found'));
  });

  it.each(['Kestrel: Lead Dashboard', 'kestrel lead', 'lead dash'])(
    'UI-31 UI-62 finds a page of an own pod by its label: %s',
    async (text) => {
      signInAs(grant(1, 'pod-info-public-view', 'pod-targets-manage'));
      stub.on('GET /api/v1/auth/users/', () => list([]));
      stub.on('GET /api/v1/pod-members/', () => list([{ pod_name: 'Kestrel', role: 'lead' }]));
      stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
      stub.on('GET /api/v1/pods/', ({ url }) => {
        const { searchParams } = new URL(url, 'http://portal');
        const named = searchParams.get('filters') === '{"name":{"in":["Kestrel"]}}';
        const search = searchParams.get('search')?.toLowerCase() ?? '';
        return list(
          named || 'kestrel'.includes(search)
            ? [{ name: 'Kestrel', description: null, project_id: 1 }]
            : [],
        );
      });
      const { tab, input, options } = await open();
      await userEvent.type(input, 'kestrel');
      const pods = within(await group('Pods'));
      await pods.findByRole('option', { name: 'Kestrel: Lead Dashboard' });
      await waitFor(() => expect(options().filter((name) => name === 'Kestrel')).toHaveLength(1));
      await userEvent.clear(input);
      await userEvent.type(input, text);
      await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 result'));
      expect(options()).toEqual(['Kestrel: Lead Dashboard']);
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(tab.url()).toBe('/pods/Kestrel/lead-dashboard'));
    },
  );

  it('UI-63 switches the theme and signs out', async () => {
    signInAs(grant(1));
    stub.on('PUT /api/v1/auth/profile/me', () => ({
      json: { slack_id: '', timezone: null, theme: 'light' },
    }));
    stub.on('POST /api/v1/auth/logout', () => ({ status: 204 }));
    const { tab } = await open();
    await userEvent.keyboard('light{Enter}');
    await waitFor(() => expect(stub.callsOf('PUT /api/v1/auth/profile/me')).toHaveLength(1));
    await screen.findByRole('button', { name: 'Switch to dark theme' });
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Search' });
    await userEvent.keyboard('sign out{Enter}');
    await waitFor(() => expect(tab.url()).toBe('/'));
    expect(isAuthenticated(useSessionStore.getState())).toBe(false);
  });

  it('UI-64 opens a task by its id, and for users who may open the list leads to it there', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'));
    const { tab } = await open();
    await userEvent.keyboard('1042');
    await userEvent.click(await screen.findByRole('option', { name: 'Task 1042 in the list' }));
    const filters = encodeURIComponent('{"turing_task_id":{"eq":1042}}');
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/all?filters=${filters}`));
    await tab.open('/about');
    signInAs(grant(1));
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Search' });
    await userEvent.keyboard('1042');
    await userEvent.click(await screen.findByRole('option', { name: 'Task 1042' }));
    await waitFor(() => expect(tab.url()).toBe('/about?task=1042'));
    expect(await screen.findByText('No such task')).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Task 1042 in the list' })).toBeNull();
  });

  it('UI-171 leads to the list of tasks searched by the text, for users who may open it', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'));
    const { tab, options } = await open();
    await userEvent.keyboard('tess o');
    await userEvent.click(await screen.findByRole('option', { name: 'Search tasks for “tess o”' }));
    await waitFor(() => expect(tab.url()).toBe('/admin/tasks/all?search=tess+o'));
    signInAs(grant(1, 'pod-info-public-view'));
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Search' });
    await userEvent.keyboard('tess');
    await screen.findByRole('option', { name: /Tess T/ });
    expect(options().join()).not.toContain('Search tasks');
  });

  it('UI-146 leads to the history of a task by its id', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'));
    const { tab } = await open();
    await userEvent.keyboard('1042');
    await userEvent.click(await screen.findByRole('option', { name: 'History of task 1042' }));
    await waitFor(() => expect(tab.url()).toBe('/admin/tasks/all/1042/history'));
  });

  it('UI-35 does not search users without the permission, and says if the search fails', async () => {
    signInAs(grant(1));
    stub.on('GET /api/v1/pods/', () => refusal('forbidden', 403, 'No'));
    await open();
    await userEvent.keyboard('atl');
    expect(await screen.findByText('Pods and users could not be searched')).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'Atlas' })).toBeTruthy();
    expect(stub.callsOf('GET /api/v1/auth/users/')).toEqual([]);
  });

  it('UI-36 shows the last choices of the user first', async () => {
    signInAs(grant(1));
    await open();
    await userEvent.keyboard('custom{Enter}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
    await userEvent.keyboard('{Control>}k{/Control}');
    const [first] = within(await group('Recent')).getAllByRole('option');
    expect(first?.textContent).toBe('Custom Statistics');
  });
});
