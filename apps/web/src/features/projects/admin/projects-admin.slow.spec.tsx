import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { useProjectStore } from '../../../lib/project-store';
import { page, queryOf } from '../../../testing/lists';
import { heldReply } from '../../../testing/held-reply';
import { LiveServer } from '../../../testing/live-server';
import { inventory, serveShell } from '../../../testing/portal-stub';
import { APOLLO, NO_CONTENTS, serveProjects } from '../../../testing/projects';
import { openAt, press, requestsUnderWay } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import { useToastStore } from '../../../ui/toast-store';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);
const toast = () => useToastStore.getState().toast.message;
const DELETED = { message: 'Project deleted successfully', show: true };
const DELETE = 'DELETE /api/v1/projects/1';

beforeEach(() => {
  serveShell(stub);
  serveProjects(stub);
  signInAs(grant(0, 'full-access'));
});

const isDisabled = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

describe('page of a project', () => {
  it('PROJPAGE-19 selects its project before its permissions count, and leads to the selected one', async () => {
    serveShell(stub, [project(1, 'Apollo'), project(2, 'Borealis')]);
    signInAs(grant(1, 'admin-view', 'project-manage'), grant(2));
    useProjectStore.getState().select(2);
    const tab = openAt('/admin/projects/1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Apollo' })).toBeTruthy();
    expect(useProjectStore.getState().selectedId).toBe(1);
    signInAs(grant(1, 'admin-view', 'project-manage'), grant(2, 'full-access'));
    useProjectStore.getState().select(2);
    await waitFor(() => expect(tab.url()).toBe('/admin/projects/2'));
  });
});

describe('a sample project', () => {
  const SAMPLE = { ...APOLLO, is_sample: true };

  it('PROJPAGE-32 has a badge in the list and on its page; its deletion tells of its people', async () => {
    stub.on('GET /api/v1/projects/list/', () => page([SAMPLE, project(2, 'Borealis')]));
    stub.on('GET /api/v1/projects/1', () => ({ json: SAMPLE }));
    stub.on('GET /api/v1/projects/1/contents', () => ({ json: NO_CONTENTS }));
    const tab = openAt('/admin/projects');
    const badged = await screen.findByRole('row', { name: /Apollo/ });
    expect(within(badged).getByText('Sample')).toBeTruthy();
    expect(screen.getAllByText('Sample')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Add a sample project' })).toBeTruthy();
    await tab.open('/admin/projects/1');
    await screen.findByRole('heading', { level: 1, name: 'Apollo' });
    expect(screen.getByText('Sample')).toBeTruthy();
    await press('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Apollo?' }));
    expect(dialog.getByText('@sample.invalid')).toBeTruthy();
  });
});

describe('what is in a project', () => {
  it('PROJPAGE-29 shows its address, tasks, statistics and pods with links', async () => {
    stub.on('GET /api/v1/projects/1/inventory', () => ({ json: inventory({ tasks: 1234 }) }));
    stub.on('GET /api/v1/pods/', () => ({
      json: { items: [{ name: 'Orion' }], total: 1, page: 1, size: 100, total_is_estimate: false },
    }));
    openAt('/admin/projects/1');
    const contents = within(await screen.findByRole('region', { name: 'Contents of the project' }));
    await contents.findByRole('link', { name: 'Orion' });
    await contents.findByText('1,234, imports');
    expect(
      contents.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['/projects/1/dashboard', '/projects/1/dashboard'],
      ['1,234, imports', '/admin/tasks'],
      ['1 custom statistic', '/custom-stats?project=1'],
      ['File formats', '/admin/projects/1/formats'],
      ['Webhooks', '/admin/projects/1/webhooks'],
      ['Weekly targets', '/admin/weekly-targets'],
      ['Review reasons', '/admin/review-reasons'],
      ['Orion', '/pods/Orion'],
      ['Create pod', '/admin/pods?new=item'],
    ]);
  });
});

describe('a person who is not found', () => {
  const search = async () => {
    stub.on('GET /api/v1/auth/users/', () => page([]));
    openAt('/admin/projects/1');
    await userEvent.type(await screen.findByRole('combobox', { name: 'User' }), 'bo@example.com');
  };

  it('PROJPAGE-30 is invited to the project where they are looked for', async () => {
    await search();
    const invite = await screen.findByRole('link', { name: 'Invite bo@example.com' });
    await userEvent.click(invite);
    expect(await screen.findByDisplayValue('bo@example.com')).toBeTruthy();
    expect((await screen.findByRole('combobox', { name: 'Project' })).textContent).toBe('Apollo');
  });

  it('PROJPAGE-30 is invited by others', async () => {
    signInAs(grant(1, 'admin-view', 'project-admin', 'user-view'));
    await search();
    expect(
      await screen.findByText('No matches. An administrator of the portal can invite people.'),
    ).toBeTruthy();
  });
});

describe('a project_admin', () => {
  it('PROJPAGE-2 manages the people of the project on its page, and neither edits nor deletes it', async () => {
    signInAs(grant(1, 'admin-view', 'project-admin', 'user-view'));
    openAt('/admin/projects/1');
    expect(await screen.findByRole('form', { name: 'Assign a user' })).toBeTruthy();
    for (const name of ['Edit', 'Delete', 'Archive', 'Edit rules']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    const links = within(screen.getByRole('navigation', { name: 'Administration' }));
    expect(links.getByRole('link', { name: 'Custom Stats' })).toBeTruthy();
  });
});

describe('list of projects', () => {
  it('PROJPAGE-1 shows the page of the URL, with links to the projects', async () => {
    const tab = openAt('/admin/projects?search=apo&sort_by=status&size=5');
    const link = await screen.findByRole('link', { name: 'Apollo' });
    const row = within(await screen.findByRole('row', { name: /Apollo/ }));
    expect(row.getByText('RLHF')).toBeTruthy();
    expect(row.getByText('Ongoing')).toBeTruthy();
    expect(queryOf(stub.callsOf('GET /api/v1/projects/list/')[0])).toMatchObject({
      ...{ search: 'apo', sort_by: 'status', size: '5', page: '1' },
    });
    await userEvent.click(link);
    expect(await screen.findByRole('heading', { name: 'Apollo' })).toBeTruthy();
    expect(tab.url()).toBe('/admin/projects/1');
  });

  it('PROJPAGE-1 says that the list could not be loaded, and loads it again', async () => {
    stub.on('GET /api/v1/projects/list/', () => ({ status: 500, text: 'x' }));
    openAt('/admin/projects');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch projects' })).toBeTruthy();
    expect(toast()).toBe('Failed to fetch projects');
    stub.on('GET /api/v1/projects/list/', () => page([APOLLO]));
    await press('Try Again');
    expect(await screen.findByRole('link', { name: 'Apollo' })).toBeTruthy();
  });

  it('PROJPAGE-2 offers what the user may do', async () => {
    openAt('/admin/projects');
    expect(await screen.findByRole('button', { name: 'Delete Project 2' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Project' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Project 0' })).toBeNull();
  });

  it('PROJPAGE-2 leaves out what the user may not do', async () => {
    signInAs(grant(1, 'admin-view', 'project-manage'), grant(2, 'admin-view'));
    openAt('/admin/projects');
    expect(await screen.findByRole('button', { name: 'Edit Apollo' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Project 2' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create Project' })).toBeNull();
  });
});

describe('an archived project', () => {
  const AT = '2026-02-01T10:00:00Z';
  const ARCHIVED = { ...APOLLO, archived_at: AT };
  const PATH = '/api/v1/projects/1/archive' as const;

  /** The server has the project like this. */
  function serveApollo(apollo: typeof APOLLO): void {
    stub.on('GET /api/v1/projects/', () => ({ json: [apollo, project(2)] }));
    stub.on('GET /api/v1/projects/1', () => ({ json: apollo }));
  }

  it('PROJPAGE-16 is archived and brought back on its page', async () => {
    stub.on(`POST ${PATH}`, () => ({ json: ARCHIVED }));
    stub.on(`DELETE ${PATH}`, () => ({ json: APOLLO }));
    openAt('/admin/projects/1');
    await press('Archive');
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive Apollo?' }));
    expect(dialog.getByText(/brought back at any time/)).toBeTruthy();
    serveApollo(ARCHIVED);
    await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText(/^Archived since/)).toBeTruthy();
    expect(toast()).toBe('Project archived');
    await waitFor(() => {
      for (const name of ['Edit', 'Edit rules', 'Archive']) {
        expect(screen.queryByRole('button', { name })).toBeNull();
      }
    });
    serveApollo(APOLLO);
    await press('Bring back');
    expect(await screen.findByRole('button', { name: 'Edit rules' })).toBeTruthy();
    expect(toast()).toBe('Project is back');
    expect(screen.queryByText(/^Archived since/)).toBeNull();
  });

  it('PROJPAGE-17 is in the list only if the user wants it, and in no selector', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [ARCHIVED, project(2)] }));
    const tab = openAt('/admin/projects');
    await screen.findByRole('link', { name: 'Apollo' });
    const asked = () => queryOf(stub.callsOf('GET /api/v1/projects/list/').at(-1))['filters'];
    expect(asked()).toBe('{"archived_at":{"is_null":true}}');
    await press('Show archived');
    await waitFor(() => expect(asked()).toBeUndefined());
    expect(tab.url()).toBe('/admin/projects?archived=shown');
    await tab.open('/admin/tasks');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Select Project' }));
    expect(await screen.findByRole('option', { name: 'Project 2' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: /Apollo/ })).toBeNull();
  });

  it('PROJPAGE-18 is offered instead of a deletion', async () => {
    stub.on(`POST ${PATH}`, () => ({ json: ARCHIVED }));
    openAt('/admin/projects/1');
    await press('Delete');
    serveApollo(ARCHIVED);
    await press('Archive instead');
    expect(await screen.findByText(/^Archived since/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stub.callsOf(DELETE)).toEqual([]);
  });
});

describe('page of a project', () => {
  it('HIST-8 links to the history of the project', async () => {
    openAt('/admin/projects/1');
    const link = await screen.findByRole('link', { name: 'History' });
    expect(link.getAttribute('href')).toBe('/admin/audit?entity=project&id=1');
  });
});

describe('page of a project that another user changes', () => {
  const ONE = 'GET /api/v1/projects/1';

  async function change(project: object | null): Promise<void> {
    openAt('/admin/projects/1');
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    await waitFor(() => expect(live.sockets).toHaveLength(1));
    stub.on(ONE, () =>
      project ? { json: project } : refusal('not-found', 404, 'There is no such project'),
    );
    live.emitAnything('records-changed', { records: 'project' });
  }

  it('WEB-93 WEB-114 shows its new name', async () => {
    await change({ ...APOLLO, name: 'Artemis' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Artemis' })).toBeTruthy();
  });

  it('WEB-93 PROJPAGE-16 says that it was archived', async () => {
    await change({ ...APOLLO, archived_at: '2026-02-01T10:00:00Z' });
    expect(await screen.findByText(/^Archived since/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Bring back' })).toBeTruthy();
  });

  it('WEB-93 PROJPAGE-8 says that it was deleted, and shows it again once it is back', async () => {
    await change(null);
    const name = 'This project is no longer available';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(toast()).not.toBe('Resource not found');
    stub.on(ONE, () => ({ json: APOLLO }));
    live.emitAnything('records-changed', { records: 'project' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Apollo' })).toBeTruthy();
  });
});

describe('deleting a project', () => {
  it('PROJPAGE-12 PROJPAGE-13 HIST-9 counts the contents, wants the name, and selects another project', async () => {
    stub.on(DELETE, () => ({ status: 204, text: '', headers: { 'x-audit-group': '41' } }));
    useProjectStore.setState({ selectedId: 1 });
    const tab = openAt('/admin/projects/1');
    await press('Delete');
    const list = await screen.findByRole('list', { name: 'Deleted with the project' });
    expect(within(list).getByText('30,000 tasks with their reviews')).toBeTruthy();
    expect(within(list).getByText('1 role assignment')).toBeTruthy();
    expect(within(list).queryByText(/custom statistic/)).toBeNull();
    // The audit records 10,000 tasks at most.
    expect(screen.getByText(/This cannot be undone/)).toBeTruthy();
    const dialog = within(screen.getByRole('dialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await userEvent.type(dialog.getByRole('textbox'), 'apollo');
    expect(confirm.disabled).toBe(true);
    await userEvent.clear(dialog.getByRole('textbox'));
    await userEvent.type(dialog.getByRole('textbox'), 'Apollo');
    expect(stub.callsOf(DELETE)).toEqual([]);
    stub.on('GET /api/v1/projects/', () => ({ json: [project(0), project(2)] }));
    await userEvent.click(confirm);
    await waitFor(() => expect(tab.url()).toBe('/admin/projects'));
    expect(stub.callsOf(DELETE).map(({ url }) => url)).toEqual(['/api/v1/projects/1?force=true']);
    expect(useProjectStore.getState().selectedId).toBe(2);
    expect(useToastStore.getState().offer).toMatchObject(DELETED);
  });

  it.each(['before', 'after'])(
    'PROJPAGE-12 HIST-9 reports only the deletion, which is answered %s the page asks for the project again',
    async (order) => {
      const toasts: string[] = [];
      useToastStore.getState().withdraw();
      const stop = useToastStore.subscribe((state, before) => {
        if (state.toast !== before.toast) toasts.push(state.toast.message);
      });
      const asked = heldReply();
      const deleted = heldReply();
      stub.on('POST /api/auth/refresh', () => ({ json: signInAs(grant(0, 'full-access')) }));
      stub.on(DELETE, async () => {
        stub.on('GET /api/v1/projects/1', async () => {
          asked.release();
          if (order === 'before') await deleted.released;
          return refusal('not-found', 404, 'There is no such project');
        });
        // The roles in the project are deleted with it.
        live.emitAnything('permissions-changed', { project_id: 0, epoch: '', revision: 9 });
        await asked.released;
        if (order === 'after') await waitFor(() => expect(requestsUnderWay()).toBe(0));
        return { status: 204, text: '', headers: { 'x-audit-group': '41' } };
      });
      const tab = openAt('/admin/projects/1');
      await waitFor(() => expect(live.sockets).toHaveLength(1));
      await press('Delete');
      await userEvent.type(
        await screen.findByRole('textbox', { name: 'Name of the project' }),
        'Apollo',
      );
      await userEvent.click(
        within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }),
      );
      await waitFor(() => expect(useToastStore.getState().offer).toMatchObject(DELETED));
      deleted.release();
      await waitFor(() => expect(tab.url()).toBe('/admin/projects'));
      await tab.idle();
      stop();
      expect(toasts).toEqual([]);
    },
  );

  it('PROJPAGE-12 does not force an empty project, and shows why it was refused', async () => {
    stub.on('GET /api/v1/projects/1/contents', () => ({ json: NO_CONTENTS }));
    stub.on(DELETE, () => refusal('conflict', 409, 'The project is not empty'));
    openAt('/admin/projects');
    await press('Delete Apollo');
    expect(await screen.findByText('The project is empty.')).toBeTruthy();
    expect(screen.queryByText(/cannot be undone/)).toBeNull();
    expect(isDisabled('Delete')).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the project' }), 'Apollo');
    await press('Delete');
    expect(await screen.findByText('The project is not empty')).toBeTruthy();
    expect(toast()).toBe('Failed to delete project');
    expect(stub.callsOf(DELETE)[0]?.url).toContain('force=false');
    const counts = () => stub.callsOf('GET /api/v1/projects/1/contents');
    await waitFor(() => expect(counts().length).toBeGreaterThan(1));
  });
});
