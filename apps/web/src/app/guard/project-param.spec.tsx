import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '../../lib/project-store';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';

const stub = stubServer();
new LiveServer().attach(stub.server);

const selected = () => useProjectStore.getState().selectedId;
const select = (id: number) => act(() => void useProjectStore.getState().select(id));
const requestsOf = (id: number) => stub.calls.filter(({ url }) => url.includes(`/projects/${id}/`));

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
  select(1);
  signInAs(grant(1), grant(2));
});

describe('the project of a page in the URL', () => {
  it.each(['/delivery-stats', '/analytics-home', '/custom-stats'])(
    'WEB-65 %s adds the selected project, and selects the one in the URL',
    async (page) => {
      const tab = openAt(page);
      await waitFor(() => expect(tab.url()).toBe(`${page}?project=1`));
      await tab.open(`${page}?metric=turns&project=2`);
      await waitFor(() => expect(selected()).toBe(2));
      expect(tab.url()).toBe(`${page}?metric=turns&project=2`);
    },
  );

  it('WEB-65 another project is a history entry without batches and models', async () => {
    const tab = openAt('/delivery-stats');
    await waitFor(() => expect(tab.url()).toBe('/delivery-stats?project=1'));
    const first =
      '/delivery-stats?project=1&batch_ids=7&start_date=2026-01-05&models=hidden&doughnut=apex-1';
    await tab.open(first);
    await tab.idle();
    select(2);
    const second = '/delivery-stats?project=2&start_date=2026-01-05&models=hidden';
    await waitFor(() => expect(tab.url()).toBe(second));
    await tab.goBack();
    expect(tab.url()).toBe(first);
    await waitFor(() => expect(selected()).toBe(1));
    await tab.goBack();
    expect(tab.url()).toBe('/delivery-stats?project=1');
  });
});

describe('the users of the selected project', () => {
  const USERS = (id: number) => `GET /api/v1/projects/${id}/users` as const;

  it('WEB-111 load with the selection, for users who may see them', async () => {
    for (const id of [1, 2]) stub.on(USERS(id), () => ({ json: { ...project(id), users: [] } }));
    serveShell(stub, [project(0), project(1, 'Atlas'), project(2, 'Borealis')]);
    signInAs(grant(0), grant(1, 'user-view'), grant(2));
    const tab = openAt('/dashboard');
    await waitFor(() => expect(stub.callsOf(USERS(1))).toHaveLength(1));
    select(0);
    await tab.idle();
    select(2);
    await tab.idle();
    expect(stub.callsOf(USERS(0))).toEqual([]);
    expect(stub.callsOf(USERS(2))).toEqual([]);
    act(() => void signInAs(grant(1), grant(2, 'project-manage')));
    await waitFor(() => expect(stub.callsOf(USERS(2))).toHaveLength(1));
  });
});

describe('a project that the user may not see', () => {
  it('WEB-112 is refused with a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    openAt('/projects/9/dashboard');
    await missing();
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith('Project 9 is not authorised and was not selected'),
    );
    warn.mockClear();
    openAt('/projects/2/dashboard');
    await waitFor(() => expect(selected()).toBe(2));
    expect(warn).not.toHaveBeenCalled();
  });

  const missing = () => screen.findByRole('heading', { level: 1, name: 'Project not found' });

  it.each(['/projects/9/dashboard', '/delivery-stats?project=9'])(
    'WEB-66 %s says so and requests nothing',
    async (page) => {
      const tab = openAt(page);
      await missing();
      expect(
        screen.getByText('There is no project with the id 9, or you do not have access to it.'),
      ).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
      const link = screen.getByRole('link', { name: 'Go to Dashboard' });
      expect(link.getAttribute('href')).toBe('/dashboard');
      await screen.findByRole('button', { name: 'Connection: Live' });
      await tab.idle();
      expect(requestsOf(9)).toEqual([]);
      expect(tab.url()).toBe(page);
      expect(selected()).toBe(1);
    },
  );

  it('WEB-66 requests nothing for an admin before the projects are known', async () => {
    let answer = () => {};
    const projects = new Promise<void>((resolve) => (answer = resolve));
    stub.on('GET /api/v1/projects/', async () => {
      await projects;
      return { json: [project(0), project(1, 'Atlas')] };
    });
    signInAs(grant(0, 'full-access'));
    const tab = openAt('/projects/9/dashboard');
    await waitFor(() => expect(stub.callsOf('GET /api/v1/projects/')).toHaveLength(1));
    await screen.findByRole('button', { name: 'Connection: Live' });
    expect(requestsOf(9)).toEqual([]);
    answer();
    await missing();
    await tab.idle();
    expect(requestsOf(9)).toEqual([]);
  });

  it('WEB-66 opens a project of the own grants before the projects are known', async () => {
    stub.on('GET /api/v1/projects/', () => new Promise(() => {}));
    openAt('/projects/2/dashboard');
    await waitFor(() => expect(requestsOf(2)).not.toEqual([]));
  });

  it('WEB-66 says so of an id that is none, until another project is selected', async () => {
    const tab = openAt('/projects/abc/dashboard');
    await missing();
    expect(screen.getByText("'abc' is not the id of a project.")).toBeTruthy();
    await waitFor(() => expect(useProjectStore.getState().authorised).not.toBeNull());
    await tab.idle();
    expect(tab.url()).toBe('/projects/abc/dashboard');
    select(2);
    await waitFor(() => expect(tab.url()).toBe('/projects/2/dashboard'));
    expect(await screen.findByRole('heading', { name: 'Project Dashboard' })).toBeTruthy();
  });

  it('WEB-66 opens the same page of a project that is selected then', async () => {
    const tab = openAt('/projects/9/dashboard');
    await missing();
    select(2);
    await waitFor(() => expect(tab.url()).toBe('/projects/2/dashboard'));
    expect(await screen.findByRole('heading', { name: 'Project Dashboard' })).toBeTruthy();
  });

  it('WEB-66 does not judge while the projects could not be loaded', async () => {
    stub.on('GET /api/v1/projects/', () => refusal('internal', 500, 'Broken'));
    openAt('/projects/9/dashboard');
    expect(await screen.findByRole('heading', { name: 'Project Dashboard' })).toBeTruthy();
  });
});
