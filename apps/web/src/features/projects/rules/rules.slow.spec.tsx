import { type ImportRules, NO_IMPORT_RULES } from '@portal/contracts/import-rules';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { LiveServer } from '../../../testing/live-server';
import { serveShell } from '../../../testing/portal-stub';
import { APOLLO, serveProjects } from '../../../testing/projects';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import { useProjectStore } from '../../../lib/project-store';
import { useToastStore } from '../../../ui/toast-store';

const stub = stubServer();
new LiveServer().attach(stub.server);
const PUT = 'PUT /api/v1/projects/1';

const RULES: ImportRules = {
  required: ['user_email'],
  statuses: ['completed', 'in_progress'],
  target_models: ['atlas-2'],
  batches: [7],
  max_changed_percent: 10,
  max_sent_back_percent: 0,
};

beforeEach(() => {
  serveShell(stub);
  serveProjects(stub);
  signInAs(grant(0, 'full-access'));
});

function serve(rules: ImportRules | null, version = APOLLO.version) {
  const item = { ...APOLLO, import_rules: rules, version };
  stub.on('GET /api/v1/projects/1', () => ({ json: item }));
  return item;
}

const bodies = (): unknown[] =>
  stub.callsOf(PUT).map(({ body }) => JSON.parse(body ?? '') as unknown);
const input = (name: RegExp) => screen.getByRole('textbox', { name });
const list = (name: RegExp) => screen.getByRole('combobox', { name });
const section = async () => within(await screen.findByRole('region', { name: 'Import rules' }));

async function openForm() {
  openAt('/admin/projects/1');
  await press('Edit rules');
  return within(await screen.findByRole('dialog', { name: 'Import rules of Apollo' }));
}

describe('the import rules of a project', () => {
  it('PROJPAGE-14 are on its page in words', async () => {
    serve(RULES);
    openAt('/admin/projects/1');
    const card = await section();
    const named = (name: string) => card.getByText(name).nextElementSibling?.textContent;
    expect(named('Fields that must have a value')).toBe('user_email');
    expect(named('Allowed statuses')).toBe('completedin_progress');
    expect(named('Allowed target models')).toBe('atlas-2');
    expect(named('Allowed batches')).toBe('7');
    expect(card.getByText('A file that changes more than 10% of the tasks')).toBeTruthy();
    expect(
      card.getByText('A file that sends any of the tasks back from a done status'),
    ).toBeTruthy();
    expect(card.getByRole('button', { name: 'Edit rules' })).toBeTruthy();
  });

  it('PROJPAGE-14 are none at first', async () => {
    openAt('/admin/projects/1');
    expect((await section()).getByText(/^No rules\./)).toBeTruthy();
  });

  it('PROJPAGE-14 are not those of project 0', async () => {
    stub.on('GET /api/v1/projects/0', () => ({ json: { ...project(0), import_rules: null } }));
    openAt('/admin/projects/0');
    expect(await screen.findByRole('heading', { name: 'Project 0' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Import rules' })).toBeNull();
  });

  it('UP-65 are on the page of uploads for those who upload into the selected project', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'), grant(2, 'admin-view', 'data-upload'));
    serve(RULES);
    stub.on('GET /api/v1/projects/2', () => ({ json: { ...project(2), import_rules: null } }));
    stub.on('GET /api/v1/tasks/imports/', () => ({
      json: { items: [], total: 0, page: 1, size: 100 },
    }));
    useProjectStore.setState({ selectedId: 1 });
    openAt('/admin/tasks');
    const card = within(await screen.findByRole('region', { name: 'Import rules of Apollo' }));
    expect(card.getByText('atlas-2')).toBeTruthy();
    expect(card.queryByRole('button')).toBeNull();
    await act(() => useProjectStore.getState().select(2));
    await waitFor(() => expect(stub.callsOf('GET /api/v1/projects/2')).not.toEqual([]));
    expect(screen.queryByRole('region', { name: /^Import rules/ })).toBeNull();
  });

  it('PROJPAGE-15 are edited in a form, which sends all of them with the version', async () => {
    stub.on(PUT, () => ({ json: serve({ ...RULES, batches: [7, 12] }, 'project-1b') }));
    await openForm();
    await userEvent.type(list(/^Fields that must have/), 'user_em');
    await userEvent.click(await screen.findByRole('option', { name: 'user_email' }));
    await userEvent.type(list(/^Allowed statuses/), 'in_review{Enter}');
    await userEvent.type(list(/^Allowed target models/), 'atlas-2{Enter}');
    await userEvent.type(list(/^Allowed batches/), '7{Enter}12{Enter}');
    await userEvent.type(input(/changes, at most/), '2,5');
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies()).toEqual([
      {
        import_rules: {
          ...{ required: ['user_email'], statuses: ['in_review'], target_models: ['atlas-2'] },
          ...{ batches: [7, 12], max_changed_percent: 2.5, max_sent_back_percent: null },
        },
      },
    ]);
    expect(stub.callsOf(PUT)[0]?.headers['if-match']).toBe(`"${APOLLO.version}"`);
    expect((await section()).getByText('12')).toBeTruthy();
    expect(useToastStore.getState().toast.message).toBe('Import rules updated successfully');
  });

  it('PROJPAGE-15 refuse invalid input at its field, and are emptied', async () => {
    serve(RULES);
    stub.on(PUT, () => ({ json: serve(null) }));
    const dialog = await openForm();
    await userEvent.type(list(/^Allowed statuses/), 'Done now{Enter}');
    await userEvent.type(list(/^Allowed batches/), '1.5{Enter}');
    await userEvent.clear(input(/changes, at most/));
    await userEvent.type(input(/changes, at most/), '101');
    await press('Save Changes');
    expect(await dialog.findByText(/^Allowed statuses must be lower-case/)).toBeTruthy();
    expect(dialog.getByText('Allowed batches must be numbers of batches')).toBeTruthy();
    expect(dialog.getByText(/^Must be a percentage from 0 to 100/)).toBeTruthy();
    expect(bodies()).toEqual([]);
    for (const name of [/^Fields that/, /^Allowed statuses/, /^Allowed target/, /^Allowed batch/]) {
      await userEvent.click(list(name));
      await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
    }
    await userEvent.clear(input(/changes, at most/));
    await userEvent.clear(input(/sends back, at most/));
    await press('Save Changes');
    expect((await section()).getByText(/^No rules\./)).toBeTruthy();
    expect(bodies()).toEqual([{ import_rules: NO_IMPORT_RULES }]);
  });

  it('PROJPAGE-15 let the user choose field by field after a stale edit', async () => {
    serve(RULES);
    stub.on(PUT, () => ({
      status: 409,
      json: {
        ...{ type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' },
        ...{ detail: 'It has been changed', instance: 'r' },
        errors: [{ pointer: '/import_rules', detail: 'is', stored: RULES, sent: {} }],
      },
    }));
    await openForm();
    await userEvent.clear(input(/changes, at most/));
    await userEvent.type(input(/changes, at most/), '20');
    serve({ ...RULES, max_changed_percent: 5, batches: [9] }, 'project-1b');
    await press('Save Changes');
    const choice = within(await screen.findByRole('radiogroup'));
    expect(choice.getByRole('radio', { name: /Take theirs: 5%/ })).toBeTruthy();
    await userEvent.click(choice.getByRole('radio', { name: /Keep mine: 20%/ }));
    stub.on(PUT, () => ({ json: serve({ ...RULES, max_changed_percent: 20 }, 'project-1c') }));
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies()[1]).toEqual({
      import_rules: { ...RULES, batches: [9], max_changed_percent: 20 },
    });
    expect(stub.callsOf(PUT)[1]?.headers['if-match']).toBe('"project-1b"');
  });

  it('PROJPAGE-15 show why a change is refused', async () => {
    serve(RULES);
    stub.on(PUT, () => refusal('forbidden', 403, 'You may not'));
    const dialog = await openForm();
    await userEvent.clear(input(/changes, at most/));
    await press('Save Changes');
    expect(await dialog.findByText('You may not')).toBeTruthy();
  });
});
