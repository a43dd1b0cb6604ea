import type { Project } from '@portal/contracts/projects';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '../../lib/project-store';
import { useSessionStore } from '../../session/session-store';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { refusal, stubServer, type Call } from '../../testing/stub-server';
import { grant, project, signInAs, tokens } from '../../testing/users';

const ROUTE = 'GET /api/v1/pod-members/';
// A page of the workspace that requests little.
const PAGE = '/custom-stats';

const stub = stubServer();
new LiveServer().attach(stub.server);

const filtersOf = ({ url }: Call): unknown =>
  JSON.parse(new URL(url, 'http://portal').searchParams.get('filters') ?? '');
const sidebar = async () => within(await screen.findByRole('navigation', { name: 'Workspace' }));
const zoe = { user_email: { eq: 'zoe@example.com' } };

function serveOwnPods(): void {
  stub.on(ROUTE, () => ({
    json: {
      items: [
        { pod_name: 'Orion', role: 'trainer' },
        { pod_name: 'A / B?', role: 'lead' },
      ],
    },
  }));
}

beforeEach(() => {
  serveShell(stub, [project(0, 'All Projects'), project(1, 'Atlas'), project(2, 'Borealis')]);
  serveOwnPods();
  for (const id of [0, 1, 2]) {
    stub.on(`GET /api/v1/projects/${id}/custom-stats/`, () => ({ json: [] }));
  }
  signInAs(grant(1, 'pod-info-public-view'), grant(2));
});

describe('the sidebar', () => {
  it('HOME-1 HOME-2 lists the pods of the selected project with their roles', async () => {
    openAt(PAGE);
    const nav = await sidebar();
    const pod = await nav.findByRole('link', { name: /A \/ B\?/ });
    expect(nav.getByText('Your Pods')).toBeTruthy();
    expect(nav.getByText('Quick Actions')).toBeTruthy();
    expect(pod.getAttribute('href')).toBe('/pods/A%20%2F%20B%3F');
    expect(pod.textContent).toBe('A / B?Role: lead');
    expect(nav.getByRole('link', { name: /Orion/ }).textContent).toBe('OrionRole: trainer');
    expect(stub.callsOf(ROUTE).map(filtersOf)).toEqual([{ ...zoe, 'pod.project_id': { eq: 1 } }]);
  });

  it('HOME-31 leads a user who may not open a pod to the own page of it', async () => {
    signInAs(grant(1), grant(2, 'pod-info-public-view'));
    openAt(PAGE);
    const nav = await sidebar();
    const orion = await nav.findByRole('link', { name: /Orion/ });
    expect(orion.textContent).toBe('OrionRole: trainer');
    expect(orion.getAttribute('href')).toBe('/pods/Orion/mine');
    act(() => void useProjectStore.getState().select(2));
    await waitFor(async () =>
      expect((await nav.findByRole('link', { name: /Orion/ })).getAttribute('href')).toBe(
        '/pods/Orion',
      ),
    );
  });

  it('HOME-46 lists the other pods of the project, and leads to the search if they are many', async () => {
    const names = ['Orion', ...Array.from({ length: 9 }, (_, index) => `Pod ${index}`)];
    stub.on('GET /api/v1/pods/', () => ({
      json: {
        ...{ items: names.map((name) => ({ name })), total: names.length },
        ...{ page: 1, size: 100, total_is_estimate: false },
      },
    }));
    openAt(PAGE);
    const nav = await sidebar();
    expect((await nav.findByRole('link', { name: 'Pod 0' })).getAttribute('href')).toBe(
      '/pods/Pod%200',
    );
    expect(nav.getAllByRole('link', { name: /Orion/ })).toHaveLength(1);
    expect(nav.getAllByRole('link', { name: /^Pod \d/ })).toHaveLength(8);
    await userEvent.click(nav.getByRole('button', { name: 'Find a pod…' }));
    expect(await screen.findByRole('combobox', { name: 'Search' })).toBeTruthy();
  });

  it('HOME-46 asks for no pods that the user may not open', async () => {
    signInAs(grant(1));
    const tab = openAt(PAGE);
    await (await sidebar()).findByText('Your Pods');
    await tab.idle();
    expect(stub.callsOf('GET /api/v1/pods/')).toEqual([]);
  });

  it('HOME-2 loads them again for another project and when the drawer opens', async () => {
    openAt(PAGE);
    await (await sidebar()).findByText('Your Pods');
    act(() => void useProjectStore.getState().select(0));
    await waitFor(() => expect(stub.callsOf(ROUTE).map(filtersOf).at(-1)).toEqual(zoe));
    act(() => void useProjectStore.getState().select(1));
    await waitFor(() => expect(stub.callsOf(ROUTE)).toHaveLength(3));
    await userEvent.click(screen.getByRole('button', { name: 'Toggle menu' }));
    const drawer = within(await screen.findByRole('navigation', { name: 'Menu' }));
    expect(await drawer.findByText('Your Pods')).toBeTruthy();
    await waitFor(() => expect(stub.callsOf(ROUTE)).toHaveLength(4));
  });

  it('HOME-3 without an email there is no list and a warning', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user: _user, ...nameless } = tokens([grant(1)]);
    // New tokens without a user keep the former one.
    useSessionStore.getState().clear();
    useSessionStore.getState().signIn(nameless);
    openAt(PAGE);
    await waitFor(() => expect(warned.mock.calls.flat().join()).toContain('email is unknown'));
    expect(stub.callsOf(ROUTE)).toEqual([]);
    expect((await sidebar()).queryByText('Your Pods')).toBeNull();
  });

  it('HOME-3 UI-40 a failure is logged, and the list says so and loads again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    stub.on(ROUTE, () => refusal('internal', 500, 'Broken'));
    openAt(PAGE);
    const nav = await sidebar();
    const again = await nav.findByRole('button', {
      name: 'Load again The pods could not be loaded',
    });
    expect(nav.getByText('Your Pods')).toBeTruthy();
    expect(logged.mock.calls.flat().join()).toContain('pods of the user');
    serveOwnPods();
    await userEvent.click(again);
    expect(await nav.findByRole('link', { name: /Orion/ })).toBeTruthy();
    expect(nav.queryByText('Load again')).toBeNull();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  it('HOME-3 the list of the other pods says so, too', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    stub.on('GET /api/v1/pods/', () => refusal('internal', 500, 'Broken'));
    openAt(PAGE);
    const nav = await sidebar();
    await nav.findByText('The pods could not be loaded');
    expect(nav.getByText('Other Pods')).toBeTruthy();
    expect(nav.getByRole('link', { name: /Orion/ })).toBeTruthy();
  });

  it('HOME-42 keeps the place of a page of a project while the projects load', async () => {
    let answer = (_projects: Project[]): void => {};
    const projects = new Promise<Project[]>((resolve) => (answer = resolve));
    stub.on('GET /api/v1/projects/', async () => ({ json: await projects }));
    openAt('/dashboard');
    const nav = await sidebar();
    const place = (): number =>
      nav.getAllByRole('listitem').findIndex((item) => item.textContent === 'Custom Statistics');
    const before = place();
    expect(before).toBeGreaterThan(0);
    expect(nav.getByText('Project Dashboard')).toBeTruthy();
    expect(nav.queryByRole('link', { name: 'Project Dashboard' })).toBeNull();
    answer([project(1, 'Atlas')]);
    expect(await nav.findByRole('link', { name: 'Project Dashboard' })).toBeTruthy();
    expect(place()).toBe(before);
  });

  it('HOME-42 leaves it out without a project', async () => {
    serveShell(stub, []);
    openAt('/dashboard');
    const nav = await sidebar();
    await waitFor(() => expect(nav.queryByText('Project Dashboard')).toBeNull());
    expect(nav.getByRole('link', { name: 'Analytics' })).toBeTruthy();
  });

  it('HOME-4 links to the own statistics with the permission only', async () => {
    openAt(PAGE);
    const nav = await sidebar();
    expect((await nav.findByRole('link', { name: 'View My Stats' })).getAttribute('href')).toBe(
      '/trainer-stats/zoe%40example.com',
    );
    expect(nav.getByRole('button', { name: 'View Profile' })).toBeTruthy();
    act(() => void useProjectStore.getState().select(2));
    await waitFor(() => expect(nav.queryByRole('link', { name: 'View My Stats' })).toBeNull());
  });
});
