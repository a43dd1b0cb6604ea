import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUserZone } from '../../lib/user-zone';
import { heldReply } from '../../testing/held-reply';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { useToastStore } from '../../ui/toast-store';
import { ACCESS, ADA, serveAda, TRAINER, page } from '../../testing/managed-user';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const ROLES = '/api/v1/auth/users/9/project-roles' as const;
const toast = () => useToastStore.getState().toast.message;
const card = (name: string) => screen.findByRole('region', { name });
const sent = () => stub.callsOf(`POST ${ROLES}`).map(({ body }): unknown => JSON.parse(body));

async function choose(
  within_: HTMLElement,
  select: string,
  option: string | RegExp,
): Promise<void> {
  await userEvent.click(await within(within_).findByRole('combobox', { name: select }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub, [project(0), project(1), project(2), project(3)]);
  serveAda(stub);
  signInAs(grant(0, 'full-access'));
});

describe('the profile page of a user', () => {
  it('USERPAGE-68 anonymises the user, once the email is typed', async () => {
    const path = '/api/v1/auth/users/9/anonymisation';
    const rows = {
      ...{ tasks: 1200, reviews: 1, pods: 0, changes: 7, imports: 0, history: 0 },
      ...{ api_tokens: 2, sessions: 1, others: 0 },
    };
    const done = { email: 'former-9@gone.invalid', name: 'Former user 9', rows };
    stub.on(`GET ${path}`, () => ({ json: done }));
    stub.on(`POST ${path}`, () => ({ json: done }));
    openAt('/admin/users/9/profile');
    await press('Anonymise');
    const dialog = within(await screen.findByRole('dialog', { name: 'Anonymise Ada?' }));
    const list = await dialog.findByRole('list', { name: 'Replaced in' });
    const parts = within(list).getAllByRole('listitem');
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      '1,200 tasks',
      '1 review',
      '7 records of the audit',
    ]);
    expect(dialog.getByText('Deleted: 2 API tokens, 1 session.')).toBeTruthy();
    expect(dialog.getByText(/This cannot be undone/)).toBeTruthy();
    const button = dialog.getByRole('button', { name: 'Anonymise' });
    expect(button).toHaveProperty('disabled', true);
    await userEvent.type(dialog.getByRole('textbox'), 'Ada@example.com');
    expect(button).toHaveProperty('disabled', false);
    const anonymised = { ...ADA, ...done, is_active: false, anonymised_at: ADA.created_at };
    stub.on('GET /api/v1/auth/users/9', () => ({ json: anonymised }));
    await userEvent.click(button);
    expect(await screen.findByText('Anonymised')).toBeTruthy();
    expect(stub.callsOf(`POST ${path}`).map(({ body }): unknown => JSON.parse(body))).toEqual([
      { email: 'ada@example.com' },
    ]);
    expect(toast()).toBe('User anonymised');
    expect(screen.queryByRole('button', { name: 'Anonymise' })).toBeNull();
  });

  it('USERPAGE-68 says why it cannot be counted', async () => {
    const path = '/api/v1/auth/users/9/anonymisation';
    stub.on(`GET ${path}`, () => refusal('forbidden', 403, 'You may not'));
    openAt('/admin/users/9/profile');
    await press('Anonymise');
    expect(await screen.findByText('You may not')).toBeTruthy();
  });

  it('USERPAGE-68 is for managers of all users', async () => {
    signInAs(grant(1, 'user-manage', 'user-view', 'admin-view'));
    openAt('/admin/users/9/profile');
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Anonymise' })).toBeNull();
  });

  it('USERPAGE-1 USERPAGE-2 WEB-64 shows who it is, with the roles and their colours', async () => {
    openAt('/admin/users/9/profile');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada' })).toBeTruthy();
    expect(screen.getByText('ada@example.com')).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByText('UTC+1:00')).toBeTruthy();
    act(() => useUserZone.setState({ zone: 'UTC-11:00' }));
    expect(screen.getByText('Jan 04, 2026').title).toBe('Jan 4, 2026, 11:00 PM, UTC-11:00');
    const list = await screen.findByRole('list', { name: 'Roles' });
    const chips = within(list).getAllByRole('listitem');
    expect(
      chips.map((chip) => [
        chip.textContent,
        chip.firstElementChild?.getAttribute('data-role-color'),
      ]),
    ).toEqual([
      ['Project 1: trainer', 'blue'],
      ['Invalid Key 8', 'green'],
      ['Global Access: admin', 'red'],
    ]);
    expect(await card('API Tokens')).toBeTruthy();
  });

  it('USERPAGE-1 hides the tokens without user-manage, and the page without user-view', async () => {
    signInAs(grant(1, 'admin-view', 'user-view'));
    openAt('/admin/users/9/profile');
    await card('Project Roles');
    expect(screen.queryByRole('region', { name: 'API Tokens' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull();
    signInAs(grant(1, 'admin-view'));
    const refused = openAt('/admin/users/9/profile');
    await waitFor(() => expect(refused.url()).toBe('/'));
  });

  it('USERPAGE-1 says that a user is unknown', async () => {
    stub.on('GET /api/v1/auth/users/9', () => refusal('not-found', 404, 'There is no such user'));
    openAt('/admin/users/9/profile');
    expect(
      await screen.findByRole('heading', { name: 'Error loading user information' }),
    ).toBeTruthy();
  });

  it('USERPAGE-1 retries after a failure', async () => {
    stub.on('GET /api/v1/auth/users/9', () => refusal('internal', 500, 'Something went wrong'));
    openAt('/admin/users/9/profile');
    expect(await screen.findByText('Error loading user information')).toBeTruthy();
    stub.on('GET /api/v1/auth/users/9', () => ({ json: ADA }));
    await press('Try Again');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada' })).toBeTruthy();
  });

  it('USERPAGE-14 edits the profile of the user, and not the theme of the screen', async () => {
    const profile = { slack_id: 'ada', timezone: null, theme: null, version: '1' };
    stub.on('GET /api/v1/auth/users/9/profile', () => ({ json: profile }));
    stub.on('PUT /api/v1/auth/users/9/profile', () => ({ json: { ...profile, theme: 'light' } }));
    document.documentElement.setAttribute('data-theme', 'dark');
    openAt('/admin/users/9/profile');
    await press('Edit Profile');
    await screen.findByRole('dialog', { name: 'Edit Profile: Ada' });
    const slack = await screen.findByRole('textbox', { name: 'Slack Username/ID' });
    await waitFor(() => expect(slack).toHaveProperty('value', 'ada'));
    await userEvent.type(slack, '.m');
    await press('Save Changes');
    await waitFor(() => expect(toast()).toBe('Profile updated successfully'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
  });
});

describe('project roles', () => {
  it('USERPAGE-3 assigns a role, and warns about an incomplete choice', async () => {
    stub.on(`POST ${ROLES}`, () => ({
      json: { project_id: 2, project_name: 'Project 2', role: 'uploader', version: '2' },
    }));
    openAt('/admin/users/9/profile');
    const roles = await card('Project Roles');
    await userEvent.click(await within(roles).findByRole('button', { name: 'Assign' }));
    expect(within(roles).getByText('Project and Role must be selected.')).toBeTruthy();
    expect(sent()).toEqual([]);
    await userEvent.click(within(roles).getByRole('combobox', { name: 'Project' }));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Project 2', 'Project 3']);
    await userEvent.click(screen.getByRole('option', { name: 'Project 2' }));
    await choose(roles, 'Role', /^uploader/);
    await userEvent.click(within(roles).getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(toast()).toBe("Role 'uploader' assigned to project successfully."));
    expect(sent()).toEqual([{ project_id: 2, role: 'uploader' }]);
    expect(within(roles).queryByText('Project and Role must be selected.')).toBeNull();
  });

  it('USERPAGE-84 gives a role in all projects in a place of its own, after a question that says what it gives', async () => {
    const global = { project_id: 0, project_name: 'All projects', role: 'admin', version: '7' };
    stub.on(`POST ${ROLES}`, () => {
      stub.on(`GET ${ROLES}`, () => ({ json: { data: [TRAINER, global] } }));
      return { json: global };
    });
    openAt('/admin/users/9/profile');
    const everywhere = await card('Role in All Projects');
    expect(within(everywhere).getByText('Ada has no role in all projects.')).toBeTruthy();
    const assign = within(everywhere).getByRole('button', { name: 'Assign in All Projects…' });
    await userEvent.click(assign);
    expect(within(everywhere).getByText('A role must be selected.')).toBeTruthy();
    await choose(everywhere, 'Role', /^admin/);
    await userEvent.click(assign);
    const asked = await screen.findByRole('dialog', { name: "Give 'admin' in all projects?" });
    expect(within(asked).getByText(/^Ada may do everything in every project/)).toBeTruthy();
    await userEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(assign));
    await userEvent.click(assign);
    await press('Give in All Projects');
    await waitFor(() => expect(toast()).toBe("Role 'admin' assigned in all projects."));
    expect(sent()).toEqual([{ project_id: 0, role: 'admin' }]);
    expect(await within(everywhere).findByText('Global Access: admin')).toBeTruthy();
    expect(document.activeElement).toBe(assign);

    await choose(everywhere, 'Role', /^uploader/);
    await userEvent.click(assign);
    const other = await screen.findByRole('dialog', { name: "Give 'uploader' in all projects?" });
    expect(within(other).getByText(/It replaces the role 'admin'\.$/)).toBeTruthy();
    await press('Give in All Projects');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(stub.callsOf(`POST ${ROLES}`)[1]?.headers['if-match']).toBe('"7"');
  });

  it('USERPAGE-84 shows no such place to callers who may not give one, unless one is held', async () => {
    signInAs(grant(1, 'admin-view', 'user-view', 'project-manage'));
    openAt('/admin/users/9/profile');
    await card('Project Roles');
    expect(screen.queryByRole('region', { name: 'Role in All Projects' })).toBeNull();
  });

  it('USERPAGE-3 offers only what the caller may assign', async () => {
    stub.on(`GET ${ROLES}`, () => ({ json: { data: [] } }));
    signInAs(grant(1, 'admin-view', 'user-view', 'project-manage'), grant(2, 'user-view'));
    openAt('/admin/users/9/profile');
    const roles = await card('Project Roles');
    expect(await within(roles).findByText('Ada has no role in a project yet.')).toBeTruthy();
    await choose(roles, 'Project', 'Project 1');
    await userEvent.click(within(roles).getByRole('combobox', { name: 'Role' }));
    const uploader = await screen.findByRole('option', { name: /^uploader/ });
    expect(uploader.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('option', { name: /^trainer/ }).getAttribute('aria-disabled')).toBe(
      null,
    );
  });

  it('USERPAGE-4 replaces a role by its version, and shows why that failed', async () => {
    stub.on(`POST ${ROLES}`, () => ({ json: { ...TRAINER, role: 'admin' } }));
    openAt('/admin/users/9/profile');
    const roles = await card('Project Roles');
    await choose(roles, 'Role in Project 1', /^uploader/);
    await waitFor(() => expect(toast()).toBe('User role assignments updated successfully'));
    expect(stub.callsOf(`POST ${ROLES}`)[0]?.headers['if-match']).toBe('"role-1"');
    stub.on(`POST ${ROLES}`, () => ({ status: 500, text: 'x' }));
    const select = within(roles).getByRole('combobox', { name: 'Role in Project 1' });
    await waitFor(() => expect(select.getAttribute('aria-readonly')).toBe(null));
    await choose(roles, 'Role in Project 1', /^admin/);
    await waitFor(() => expect(toast()).toBe('Failed to assign role'));
  });

  it('UI-40 keeps the focus on a role and on Assign while the change is under way', async () => {
    const changed = heldReply();
    stub.on(`POST ${ROLES}`, async () => {
      await changed.released;
      return { json: { ...TRAINER, role: 'uploader' } };
    });
    openAt('/admin/users/9/profile');
    const roles = await card('Project Roles');
    await choose(roles, 'Role in Project 1', /^uploader/);
    const select = within(roles).getByRole('combobox', { name: 'Role in Project 1' });
    await waitFor(() => expect(select.getAttribute('aria-readonly')).toBe('true'));
    expect(select.getAttribute('aria-disabled')).toBe(null);
    await waitFor(() => expect(document.activeElement).toBe(select));
    await userEvent.click(select);
    expect(screen.queryByRole('listbox')).toBeNull();
    changed.release();
    await waitFor(() => expect(select.getAttribute('aria-readonly')).toBe(null));

    const assigned = heldReply();
    stub.on(`POST ${ROLES}`, async () => {
      await assigned.released;
      return { json: { ...TRAINER, project_id: 2, project_name: 'Project 2' } };
    });
    await choose(roles, 'Project', 'Project 2');
    await choose(roles, 'Role', /^uploader/);
    const assign = within(roles).getByRole('button', { name: 'Assign' });
    await userEvent.click(assign);
    await waitFor(() => expect(assign.getAttribute('aria-disabled')).toBe('true'));
    expect(assign).toHaveProperty('disabled', false);
    await userEvent.keyboard('{Enter}');
    assigned.release();
    await waitFor(() => expect(assign.getAttribute('aria-disabled')).toBe('false'));
    expect(document.activeElement).toBe(assign);
    expect(sent()).toHaveLength(2);
  });

  it('USERPAGE-4 removes a role after a confirmation', async () => {
    stub.on(`DELETE ${ROLES}/1`, () => ({ status: 500, text: 'x' }));
    openAt('/admin/users/9/profile');
    await press('Remove the role in Project 1');
    const dialog = await screen.findByRole('dialog', { name: 'Remove this role?' });
    expect(within(dialog).getByText(/'trainer' in Project 1/)).toBeTruthy();
    expect(stub.callsOf(`DELETE ${ROLES}/1`)).toEqual([]);
    await press('Remove');
    await waitFor(() => expect(toast()).toBe('Failed to remove role'));
    stub.on(`DELETE ${ROLES}/1`, () => ({ status: 204, text: '' }));
    await press('Remove the role in Project 1');
    await press('Remove');
    await waitFor(() => expect(toast()).toBe('Role removed successfully.'));
  });

  it('USERPAGE-4 shows why a stronger role can be neither replaced nor removed', async () => {
    const held = [TRAINER, { ...TRAINER, project_id: 2, project_name: 'Project 2', role: 'admin' }];
    stub.on(`GET ${ROLES}`, () => ({ json: { data: held } }));
    signInAs(
      grant(1, 'admin-view', 'user-view', 'project-manage'),
      grant(2, 'user-view', 'project-manage'),
    );
    openAt('/admin/users/9/profile');
    const roles = await card('Project Roles');
    const reason = 'Needs full-access, which you do not have';
    expect(await within(roles).findByText(reason)).toBeTruthy();
    expect(within(roles).queryByRole('combobox', { name: 'Role in Project 2' })).toBeNull();
    expect(within(roles).getByRole('combobox', { name: 'Role in Project 1' })).toBeTruthy();
  });

  it('USERPAGE-5 says what could not be loaded, and loads it again', async () => {
    stub.on(`GET ${ROLES}`, () => ({ status: 500, text: 'x' }));
    stub.on('GET /api/v1/auth/roles/', () => ({ status: 500, text: 'x' }));
    openAt('/admin/users/9/profile');
    const roles = await card('Project Roles');
    expect(await within(roles).findByText('Error loading user project assignments')).toBeTruthy();
    expect(within(roles).getByText('Failed to fetch user project assignments')).toBeTruthy();
    stub.on(`GET ${ROLES}`, () => ({ json: { data: [TRAINER] } }));
    await userEvent.click(within(roles).getByRole('button', { name: 'Try Again' }));
    expect(await within(roles).findByText('Error loading available roles')).toBeTruthy();
    serveAda(stub);
    await userEvent.click(within(roles).getByRole('button', { name: 'Try Again' }));
    await waitFor(() =>
      expect(within(roles).queryByText('Error loading available roles')).toBeNull(),
    );
  });
});

describe('permissions', () => {
  it('USERPAGE-6 lists them by project with their sources', async () => {
    openAt('/admin/users/9/profile');
    const table = await screen.findByRole('table', { name: 'Permissions in Project 1' });
    const rows = within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(['PermissionComes from', 'trainer-feedback-addPod Juniper: reviewer']);
  });

  it.each(['pod_member', 'pod'])(
    'USERPAGE-6 WEB-93 follow the pods of the user when a change of %s is announced',
    async (records) => {
      openAt('/admin/users/9/profile');
      const pod = await screen.findByRole('link', { name: 'Pod Juniper: reviewer' });
      expect(pod.getAttribute('href')).toBe('/pods/Juniper');
      await waitFor(() => expect(live.sockets).toHaveLength(1));
      stub.on('GET /api/v1/auth/users/9/access', () => ({ json: { ...ACCESS, projects: [] } }));
      live.emitAnything('records-changed', { records });
      await waitFor(() => expect(screen.queryByText('Pod Juniper: reviewer')).toBeNull());
    },
  );

  it('WEB-158 follow the names of permissions that another tab or user changes', async () => {
    const named = (name: string) =>
      stub.on('GET /api/v1/auth/permissions/', () => ({ json: page([{ name, version: '1' }]) }));
    named('label-tool');
    openAt('/admin/users/9/profile?ask=permission:label-tools');
    const why = await card('Why can this user not …?');
    const asked = within(why).getByRole('combobox', { name: 'Page or permission' });
    await waitFor(() => expect(live.sockets).toHaveLength(1));
    await waitFor(() => expect(stub.callsOf('GET /api/v1/auth/permissions/')).toHaveLength(1));
    expect(asked.textContent).not.toContain('label-tools');
    named('label-tools');
    const roles = stub.callsOf('GET /api/v1/auth/roles/').length;
    const access = stub.callsOf('GET /api/v1/auth/users/9/access').length;
    live.emitAnything('records-changed', { records: 'permission' });
    await waitFor(() => expect(asked.textContent).toContain('label-tools'));
    // They name permissions, too.
    await waitFor(() => {
      expect(stub.callsOf('GET /api/v1/auth/roles/').length).toBeGreaterThan(roles);
      expect(stub.callsOf('GET /api/v1/auth/users/9/access').length).toBeGreaterThan(access);
    });
  });

  it('USERPAGE-8 answers from the URL, and only where the caller sees the users', async () => {
    signInAs(grant(1, 'admin-view', 'user-view'), grant(2));
    const tab = openAt('/admin/users/9/profile?ask=permission:data-upload');
    const why = await card('Why can this user not …?');
    expect(
      await within(why).findByText(
        'Ada cannot use data-upload in Project 1: data-upload is missing.',
      ),
    ).toBeTruthy();
    expect(
      await within(why).findByText('The role uploader in Project 1, instead of trainer'),
    ).toBeTruthy();
    await choose(why, 'Page or permission', 'Review desk of a pod');
    expect(
      await within(why).findByText("Ada can open 'Review desk of a pod' in Project 1."),
    ).toBeTruthy();
    await choose(why, 'Project', 'Project 2');
    expect(within(why).getByText(/You do not see the users of Project 2/)).toBeTruthy();
    expect(tab.url()).toBe('/admin/users/9/profile?ask=page%3Apod%2Freviewer&in=2');
  });
});
