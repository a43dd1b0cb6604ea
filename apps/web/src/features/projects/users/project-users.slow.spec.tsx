import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from '../../../testing/lists';
import { heldReply } from '../../../testing/held-reply';
import { LiveServer } from '../../../testing/live-server';
import { ADA } from '../../../testing/managed-user';
import { serveShell } from '../../../testing/portal-stub';
import { APOLLO, MEMBER, serveProjects } from '../../../testing/projects';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, signInAs } from '../../../testing/users';
import { useToastStore } from '../../../ui/toast-store';

const stub = stubServer();
new LiveServer().attach(stub.server);
const toast = () => useToastStore.getState().toast.message;
const USERS = '/api/v1/projects/1/users' as const;
const BEN = { ...ADA, id: 12, email: 'ben@example.com', name: 'Ben' };

beforeEach(() => {
  serveShell(stub);
  serveProjects(stub);
  signInAs(grant(0, 'full-access'));
  stub.on('GET /api/v1/auth/users/', () => page([ADA, BEN]));
});

const form = () => screen.findByRole('form', { name: 'Assign a user' });

async function chooseRole(label: string, role: RegExp): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: role }));
}

describe('page of a project', () => {
  it('PROJPAGE-8 shows its fields and its users', async () => {
    openAt('/admin/projects/1');
    expect(await screen.findByText('First of its kind')).toBeTruthy();
    expect(screen.getByText('Acme')).toBeTruthy();
    const row = within(await screen.findByRole('row', { name: /ada@example.com/ }));
    expect(row.getByText('trainer')).toBeTruthy();
    expect(row.getByRole('link', { name: 'ada@example.com' }).getAttribute('href')).toBe(
      '/admin/users/9/profile',
    );
    expect(screen.getByText('1 user has a role')).toBeTruthy();
  });

  it.each(['77', 'x'])('PROJPAGE-8 says that project %s could not be loaded', async (id) => {
    openAt(`/admin/projects/${id}`);
    const title = await screen.findByRole('heading', { name: 'Failed to fetch project details' });
    expect(title).toBeTruthy();
    expect(screen.getByText('Resource not found', { selector: 'p' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Project · Turing Portal'));
  });

  it('PROJPAGE-11 says that the list of users is refused', async () => {
    stub.on(`GET ${USERS}`, () => refusal('forbidden', 403, 'No'));
    signInAs(grant(1, 'admin-view', 'project-manage'));
    openAt('/admin/projects/1');
    const text = 'You do not have permission to view the user list';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(within(await form()).getByRole('textbox', { name: 'Email' })).toBeTruthy();
  });
});

describe('users of a project', () => {
  it('PROJPAGE-9 assigns a role to a user of the list', async () => {
    stub.on(`POST ${USERS}/12`, () => ({ json: { ...MEMBER, id: 12 } }));
    openAt('/admin/projects/1');
    await screen.findByRole('row', { name: /ada@example.com/ });
    await press('Assign');
    expect(await screen.findByText('User and Role must be selected.')).toBeTruthy();
    await userEvent.click(within(await form()).getByRole('combobox', { name: 'User' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['ben@example.comBen']);
    await userEvent.click(screen.getByRole('option'));
    await chooseRole('Role', /^uploader/);
    await press('Assign');
    await waitFor(() => expect(toast()).toBe("Role 'uploader' assigned to project successfully."));
    expect(stub.callsOf(`POST ${USERS}/12`)[0]?.url).toContain('role_name=uploader');
  });

  it('PROJPAGE-9 assigns by email, with the roles that the user may assign', async () => {
    signInAs(grant(1, 'admin-view', 'project-manage'));
    stub.on(`POST ${USERS}`, () => refusal('invalid-input', 400, 'There is no such user'));
    openAt('/admin/projects/1');
    const email = within(await form()).getByRole('textbox', { name: 'Email' });
    await userEvent.type(email, 'eve');
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
    const admin = await screen.findByRole('option', { name: /^admin/ });
    expect(admin.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('option', { name: /^trainer/ }));
    await press('Assign');
    expect(await screen.findByText('Must be a valid email')).toBeTruthy();
    expect(stub.callsOf(`POST ${USERS}`)).toEqual([]);
    await userEvent.type(email, '@example.com');
    await press('Assign');
    expect(await screen.findByText('There is no such user')).toBeTruthy();
    expect(toast()).toBe('Failed to assign user to project');
    expect(JSON.parse(stub.callsOf(`POST ${USERS}`)[0]?.body ?? '')).toEqual({
      email: 'eve@example.com',
      role_name: 'trainer',
    });
  });

  it('PROJPAGE-9 replaces a role by its version', async () => {
    stub.on(`POST ${USERS}/9`, () => ({ json: MEMBER }));
    openAt('/admin/projects/1');
    await screen.findByRole('row', { name: /ada@example.com/ });
    await chooseRole('Role of ada@example.com', /^uploader/);
    await waitFor(() => expect(stub.callsOf(`POST ${USERS}/9`)).toHaveLength(1));
    expect(stub.callsOf(`POST ${USERS}/9`)[0]?.headers['if-match']).toBe('"role-1"');
  });

  it('UI-40 keeps the focus on a role and on Assign while the change is under way', async () => {
    const { released, release } = heldReply();
    const answer = async () => {
      await released;
      return { json: MEMBER };
    };
    stub.on(`POST ${USERS}/9`, answer);
    stub.on(`POST ${USERS}`, answer);
    openAt('/admin/projects/1');
    await screen.findByRole('row', { name: /ada@example.com/ });
    await chooseRole('Role of ada@example.com', /^uploader/);
    const select = screen.getByRole('combobox', { name: 'Role of ada@example.com' });
    await waitFor(() => expect(select.getAttribute('aria-readonly')).toBe('true'));
    expect(select.getAttribute('aria-disabled')).toBe(null);
    await waitFor(() => expect(document.activeElement).toBe(select));

    await press('Enter an email');
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'eve@example.com');
    await chooseRole('Role', /^uploader/);
    const assign = screen.getByRole('button', { name: 'Assign' });
    await userEvent.click(assign);
    await waitFor(() => expect(assign.getAttribute('aria-disabled')).toBe('true'));
    expect(assign).toHaveProperty('disabled', false);
    release();
    await waitFor(() => expect(assign.getAttribute('aria-disabled')).toBe('false'));
    expect(document.activeElement).toBe(assign);
  });

  it('PROJPAGE-10 shows why a stronger role can be neither replaced nor removed', async () => {
    signInAs(grant(1, 'admin-view', 'project-manage', 'user-view'));
    const users = [MEMBER, { ...MEMBER, id: 12, email: 'ben@example.com', role: 'admin' }];
    stub.on(`GET ${USERS}`, () => ({ json: { ...APOLLO, users } }));
    openAt('/admin/projects/1');
    const reason = 'Needs full-access, which you do not have';
    expect(await screen.findByTitle(reason)).toBeTruthy();
    const remove = (email: string) => screen.getByRole('button', { name: `Remove ${email}` });
    await waitFor(() => expect(remove('ben@example.com')).toHaveProperty('disabled', true));
    expect(remove('ada@example.com')).toHaveProperty('disabled', false);
  });

  it('PROJPAGE-10 UI-40 removes a user after a confirmation', async () => {
    stub.on(`DELETE ${USERS}/9`, () => refusal('conflict', 409, 'The last admin'));
    openAt('/admin/projects/1');
    await press('Remove ada@example.com');
    await screen.findByRole('dialog', { name: 'Remove this user?' });
    expect(stub.callsOf(`DELETE ${USERS}/9`)).toEqual([]);
    await press('Remove');
    await waitFor(() => expect(toast()).toBe('Failed to remove user from project'));
    expect(await screen.findByText('The last admin')).toBeTruthy();
    stub.on(`DELETE ${USERS}/9`, () => ({ status: 204, text: '' }));
    await press('Remove ada@example.com');
    stub.on(`GET ${USERS}`, () => ({ json: { ...APOLLO, users: [] } }));
    await press('Remove');
    await waitFor(() => expect(toast()).toBe('Role removed successfully.'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Users'));
  });
});
