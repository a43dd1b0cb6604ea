import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { LiveServer } from '../../testing/live-server';
import { inventory, serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { useToastStore } from '../../ui/toast-store';

const stub = stubServer();
new LiveServer().attach(stub.server);

const EMPTY = inventory({ tasks: 0, people: 0, pods: 0, weekly_targets: 0, custom_stats: 0 });
const serve = (id: number, has = EMPTY) =>
  stub.on(`GET /api/v1/projects/${id}/inventory`, () => ({ json: has }));
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const linksIn = (region: Awaited<ReturnType<typeof card>>) =>
  region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

beforeEach(() => serveShell(stub, [project(0, 'All Projects')]));

describe('the set-up', () => {
  it('HOME-44 leads the admin of an empty portal through six steps, with a button each', async () => {
    signInAs(grant(0, 'full-access'));
    serve(0);
    openAt('/');
    const setup = await card('Set up the portal');
    expect(setup.getByText('0 of 6 steps done')).toBeTruthy();
    expect(linksIn(setup)).toEqual([
      ['Create project', '/admin/projects?new=item'],
      ['Import tasks', '/admin/tasks'],
      ['Add people', '/admin/users/onboarding'],
      ['Create pod', '/admin/pods?new=item'],
      ['Set target', '/admin/pods'],
      ['Add statistic', '/custom-stats?new=item'],
    ]);
  });

  it('PROJPAGE-31 offers a sample project in an empty portal, and opens it', async () => {
    signInAs(grant(0, 'full-access'));
    serve(0);
    stub.on('POST /api/v1/projects/sample', () => ({
      status: 201,
      json: { project_id: 7, import_id: 'i' },
    }));
    const tab = openAt('/');
    await press('Add a sample project');
    await waitFor(() => expect(tab.url()).toBe('/admin/projects/7'));
  });

  it('PROJPAGE-31 says why a sample project is refused', async () => {
    signInAs(grant(0, 'full-access'));
    serve(0);
    stub.on('POST /api/v1/projects/sample', () => refusal('conflict', 409, 'There is one already'));
    openAt('/');
    await press('Add a sample project');
    await waitFor(() =>
      expect(useToastStore.getState().toast.message).toBe('There is one already'),
    );
  });

  it('PROJPAGE-31 offers none to users who may not create one', async () => {
    signInAs(grant(0, 'admin-view', 'pod-manage'));
    serve(0);
    openAt('/');
    await card('Set up the portal');
    expect(screen.queryByRole('button', { name: 'Add a sample project' })).toBeNull();
  });

  it('PROJPAGE-31 offers none beside a project', async () => {
    serveShell(stub, [project(1, 'Atlas')]);
    signInAs(grant(0, 'full-access'));
    serve(1);
    openAt('/');
    await card('Set up Atlas');
    expect(screen.queryByRole('button', { name: 'Add a sample project' })).toBeNull();
  });

  it('HOME-44 a step is done when what it makes is there, and the rest stays', async () => {
    serveShell(stub, [project(1, 'Atlas')]);
    signInAs(grant(0, 'full-access'));
    serve(1, inventory({ people: 0, weekly_targets: 0, pod_without_target: 'Orion / A' }));
    openAt('/');
    const setup = await card('Set up Atlas');
    expect(setup.getByText('4 of 6 steps done')).toBeTruthy();
    expect(setup.getByText('Create a project').textContent).toBe('Create a project: done');
    expect(linksIn(setup)).toEqual([
      ['Add people', '/admin/users/onboarding'],
      ['Set target', '/pods/Orion%20%2F%20A/lead-dashboard'],
    ]);
  });

  it('HOME-44 offers the steps that the user may take, and is gone when nothing is left', async () => {
    serveShell(stub, [project(1, 'Atlas')]);
    signInAs(grant(1, 'admin-view', 'pod-manage'));
    serve(1);
    const tab = openAt('/');
    const setup = await card('Set up Atlas');
    expect(setup.getByText('1 of 3 steps done')).toBeTruthy();
    expect(linksIn(setup).map(([name]) => name)).toEqual(['Create pod', 'Add statistic']);
    serve(1, inventory());
    await tab.open('/about');
    await tab.open('/');
    await tab.idle();
    expect(screen.queryByRole('region', { name: 'Set up Atlas' })).toBeNull();
  });

  it('HOME-44 asks nothing for users who do not administer the project', async () => {
    serveShell(stub, [project(1, 'Atlas')]);
    signInAs(grant(1, 'pod-info-public-view'));
    const tab = openAt('/');
    await screen.findByText('Welcome Back!');
    await tab.idle();
    expect(stub.callsOf('GET /api/v1/projects/1/inventory')).toHaveLength(0);
  });
});
