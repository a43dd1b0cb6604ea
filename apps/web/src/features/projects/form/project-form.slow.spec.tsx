import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { LiveServer } from '../../../testing/live-server';
import { serveShell } from '../../../testing/portal-stub';
import { APOLLO, serveProjects } from '../../../testing/projects';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import { useToastStore } from '../../../ui/toast-store';

const stub = stubServer();
new LiveServer().attach(stub.server);
const toast = () => useToastStore.getState().toast.message;
const PUT = 'PUT /api/v1/projects/1';
const POST = 'POST /api/v1/projects/';

beforeEach(() => {
  serveShell(stub);
  serveProjects(stub);
  signInAs(grant(0, 'full-access'));
});

const box = (name: string | RegExp) => screen.getByRole('textbox', { name });
const bodies = (route: string): unknown[] =>
  stub.callsOf(route).map(({ body }) => JSON.parse(body) as unknown);

async function type(name: string | RegExp, text: string): Promise<void> {
  await userEvent.clear(box(name));
  if (text !== '') await userEvent.type(box(name), text);
}

async function choose(name: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${name}`) }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

async function openEdit() {
  const tab = openAt('/admin/projects/1');
  await press('Edit');
  await screen.findByRole('dialog', { name: 'Edit Apollo' });
  return tab;
}

/** A refusal with items. */
function refused(status: number, code: string, errors: object[]) {
  const detail = 'Not accepted';
  const problem = { type: 'about:blank', title: detail, status, detail, code, instance: 'spec' };
  return { status, json: { ...problem, errors } };
}

describe('creating a project', () => {
  it('PROJPAGE-3 PROJPAGE-4 refuses invalid input, then creates and opens the project', async () => {
    const tab = openAt('/admin/projects');
    await press('Create Project');
    const dialog = await screen.findByRole('dialog', { name: 'Create Project' });
    // The first file says whether it names the project by a number.
    expect(screen.queryByRole('textbox', { name: 'Turing project ID' })).toBeNull();
    await userEvent.type(box('Labeling tool base path'), 'ftp://x');
    await press('Create');
    expect(await within(dialog).findByText('Name is required')).toBeTruthy();
    expect(
      within(dialog).getByText('Labeling tool base path must be an http or https URL'),
    ).toBeTruthy();
    expect(stub.callsOf(POST)).toEqual([]);

    stub.on(POST, () => ({ status: 201, json: { ...project(3, 'Zeus'), import_rules: null } }));
    stub.on('GET /api/v1/projects/3', () => ({
      json: { ...project(3, 'Zeus'), import_rules: null },
    }));
    await type(/^Name/, 'Zeus');
    await type('Labeling tool base path', '');
    await choose('Type', 'Edit Predication');
    await choose('Status', 'On Hold');
    await press('Create');
    expect(await screen.findByRole('heading', { name: 'Zeus' })).toBeTruthy();
    expect(tab.url()).toBe('/admin/projects/3');
    expect(bodies(POST)).toEqual([
      {
        ...{ name: 'Zeus', status: 'on_hold', project_type: 'edit_predication' },
        claims_per_reviewer: 3,
        rounds_until_stuck: 3,
      },
    ]);
  });

  it('PROJPAGE-7 shows a refusal at its field, and a failure in the form', async () => {
    stub.on(POST, () =>
      refused(409, 'conflict', [{ pointer: '/name', detail: 'is taken by another project' }]),
    );
    openAt('/admin/projects');
    await press('Create Project');
    await screen.findByRole('dialog');
    await type(/^Name/, 'Apollo');
    await press('Create');
    expect(await screen.findByText('Name is taken by another project')).toBeTruthy();
    expect(toast()).toBe('');
    stub.on(POST, () => ({ status: 500, text: 'x' }));
    await press('Create');
    const dialog = screen.getByRole('dialog');
    expect(await within(dialog).findByRole('alert')).toHaveProperty(
      'textContent',
      'Failed to create project',
    );
    expect(toast()).toBe('Failed to create project');
  });
});

describe('editing a project', () => {
  it('PROJPAGE-3 PROJPAGE-5 sends the changed fields with the version', async () => {
    stub.on(PUT, () => ({ json: { ...APOLLO, client: null, name: 'Apollo 2' } }));
    await openEdit();
    const before = box('Turing project ID').getAttribute('value') ?? '';
    await type('Turing project ID', '4x');
    await press('Save Changes');
    expect(await screen.findByText('Must be a number')).toBeTruthy();
    expect(stub.callsOf(PUT)).toEqual([]);
    await type('Turing project ID', before);
    await type(/^Name/, 'Apollo 2');
    await type('Client', '');
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { name: 'Apollo 2' })).toBeTruthy();
    expect(bodies(PUT)).toEqual([{ name: 'Apollo 2', client: null }]);
    expect(stub.callsOf(PUT)[0]?.headers['if-match']).toBe('"project-1"');
  });

  it('PROJPAGE-5 PROJPAGE-7 sends nothing without a change, and reports a refused one', async () => {
    await openEdit();
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.callsOf(PUT)).toEqual([]);
    stub.on(PUT, () => refusal('forbidden', 403, 'You may not'));
    await press('Edit');
    await screen.findByRole('dialog');
    await type('Client', 'New');
    await press('Save Changes');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('You may not')).toBeTruthy();
    expect(toast()).toBe('You may not');
    stub.on(PUT, () => ({ status: 500, text: 'x' }));
    await press('Save Changes');
    expect(await dialog.findByText('Failed to update project')).toBeTruthy();
    expect(toast()).toBe('Failed to update project');
  });

  it('PROJPAGE-6 lets the user choose after a stale edit', async () => {
    stub.on(PUT, () =>
      refused(409, 'conflict', [
        { pointer: '/client', detail: 'has changed', stored: 'Theirs', sent: 'Mine' },
      ]),
    );
    await openEdit();
    await type('Client', 'Mine');
    await type(/^Name/, 'Apollo 2');
    const current = { ...APOLLO, client: 'Theirs', version: 'project-1b' };
    stub.on('GET /api/v1/projects/1', () => ({ json: current }));
    await press('Save Changes');
    const client = await screen.findByRole('radiogroup');
    expect(within(client).getByRole('radio', { name: /Take theirs: Theirs/ })).toBeTruthy();
    expect(screen.getByText('Also saved: Name')).toBeTruthy();
    await userEvent.click(within(client).getByRole('radio', { name: /Keep mine: Mine/ }));
    stub.on(PUT, () => ({ json: { ...current, client: 'Mine', name: 'Apollo 2' } }));
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [, second] = stub.callsOf(PUT);
    expect(second?.headers['if-match']).toBe('"project-1b"');
    expect(bodies(PUT)[1]).toEqual({ client: 'Mine', name: 'Apollo 2' });
  });
});
