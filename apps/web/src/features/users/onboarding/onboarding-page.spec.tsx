import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveServer } from '../../../testing/live-server';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, signInAs } from '../../../testing/users';
import { ADA, page, serveAda } from '../../../testing/managed-user';

const stub = stubServer();
new LiveServer().attach(stub.server);

const USERS = '/api/v1/auth/users/' as const;
const ASSIGN = 'POST /api/v1/projects/1/users' as const;
const results = () =>
  within(screen.getByRole('table', { name: 'Lines of the list' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastElementChild?.textContent);

async function choose(select: string, option: string | RegExp): Promise<void> {
  const field = await screen.findByRole('combobox', { name: select });
  await waitFor(() => expect(field.getAttribute('aria-disabled')).toBe(null));
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub);
  serveAda(stub);
  stub.on(`GET ${USERS}`, () => ({ json: page([{ ...ADA, roles: {} }]) }));
  stub.on('GET /api/v1/pods/', () => ({ json: page([{ name: 'Juniper', version: '1' }]) }));
  stub.on('GET /api/v1/pods/Juniper/members', () => ({ json: [] }));
  signInAs(grant(0, 'full-access'));
});

function paste(list: string): void {
  fireEvent.change(screen.getByRole('textbox', { name: /Emails/ }), { target: { value: list } });
}

describe('onboarding', () => {
  it('USR-15 needs a list, and a project together with a role', async () => {
    openAt('/admin/users/onboarding');
    await press('Preview');
    expect(screen.getByText('At least one email is required')).toBeTruthy();
    paste('ada@example.com\n'.repeat(501));
    expect(screen.getByText('At most 500 entries at a time')).toBeTruthy();
    paste('ada@example.com');
    await choose('Role', /^trainer/);
    expect(screen.getByText('Project and Role must be selected.')).toBeTruthy();
    await choose('Project', 'Project 1');
    expect(screen.queryByText('Project and Role must be selected.')).toBeNull();
    stub.on(`GET ${USERS}`, () => ({ status: 500, text: 'x' }));
    await press('Preview');
    expect(await screen.findByText(/responded with status 500/)).toBeTruthy();
  });

  it('USR-16 USR-17 previews the lines, shows each result and retries what failed', async () => {
    const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const asked: boolean[] = [];
    stub.on(`POST ${USERS}`, () => {
      asked.push(mayLeave());
      return { status: 201, json: { ...ADA, email: 'new@example.com' } };
    });
    stub.on(ASSIGN, ({ body }) =>
      body.includes('ada@')
        ? refusal('forbidden', 403, 'You cannot assign the role')
        : { json: JSON.parse(body) },
    );
    stub.on('POST /api/v1/pods/Juniper/members', () => refusal('conflict', 409, 'In the pod'));
    openAt('/admin/users/onboarding');
    await choose('Project', 'Project 1');
    await choose('Role', /^trainer/);
    await choose('Pod', 'Juniper');
    paste('New <new@example.com>\nada@example.com\nnobody');
    await press('Preview');
    expect(await screen.findByText('3 lines: 1 new, 1 known, 1 invalid.')).toBeTruthy();
    expect(
      screen.getByText('New account, role trainer in Project 1, trainer in pod Juniper'),
    ).toBeTruthy();
    expect(results()).toEqual(['Waiting', 'Waiting', '–']);
    await press('Onboard 2 users');
    await waitFor(() =>
      expect(results()).toEqual(['Done', 'Failed: You cannot assign the role', '–']),
    );
    expect(stub.callsOf(`POST ${USERS}`).map(({ body }) => body)).toEqual([
      '{"email":"new@example.com","name":"New"}',
    ]);
    stub.on(ASSIGN, ({ body }) => ({ json: JSON.parse(body) }));
    await press('Retry 1 failed line');
    await waitFor(() => expect(results()).toEqual(['Done', 'Done', '–']));
    expect(screen.getByText('2 users are onboarded.')).toBeTruthy();
    expect([...asked, mayLeave()]).toEqual([false, true]);
    expect(stub.callsOf(ASSIGN)).toHaveLength(3);
    expect(stub.callsOf(`POST ${USERS}`)).toHaveLength(1);
    await press('Onboard more');
    expect(screen.getByRole('textbox', { name: /Emails/ })).toHaveProperty('value', '');
  });

  it('USR-15 needs user-manage', async () => {
    signInAs(grant(1, 'admin-view', 'user-view'));
    const refused = openAt('/admin/users/onboarding');
    await waitFor(() => expect(refused.url()).toBe('/'));
  });
});
