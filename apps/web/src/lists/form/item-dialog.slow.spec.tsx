import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { listMeta, field, page, serveWidgets, widget, widgetServer } from '../../testing/lists';
import { openAt, press } from '../../testing/render';
import { refusal } from '../../testing/stub-server';
import { refusedField, VersionedItem } from '../../testing/versioned-item';

const stub = widgetServer();

const bodies = (route: string) => stub.callsOf(route).map(({ body }): unknown => JSON.parse(body));
const box = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
/** Where the open dialog is, from top to bottom. */
const place = () =>
  getComputedStyle(screen.getByRole('dialog').parentElement ?? document.body).alignItems;
const PATCH = 'PATCH /api/v1/pods/2';

async function edit(text: string): Promise<void> {
  await press('Edit Widget 2');
  await screen.findByRole('button', { name: 'Save Changes' });
  await userEvent.clear(box('Name'));
  await userEvent.type(box('Name'), text);
}

describe('form of an item', () => {
  it('ADM-11 ADM-18 offers the candidates of another field, and takes the email of any user', async () => {
    const user = field('user_email', {
      label: 'User',
      foreign_key: {
        ...{ base: '/auth/users/', field: 'email', label_field: 'email' },
        candidates: { path: '/pods/{name}/candidates', field: 'user_email' },
      },
    });
    serveWidgets(stub, listMeta({ fields: [field('id'), field('name'), user] }));
    const answer = (...items: object[]) => ({ json: { items } });
    stub.on('GET /api/v1/auth/users/', () => answer({ email: 'me@example.com' }));
    stub.on('GET /api/v1/pods/A%20B/candidates', ({ url }) =>
      url.includes('search') ? answer() : answer({ user_email: 'ann@example.com' }),
    );
    openAt('/admin/pods');
    await press('Create Widget');
    const picker = await screen.findByRole('combobox', { name: 'User' });
    await userEvent.click(picker);
    expect(await screen.findByRole('option', { name: 'me@example.com' })).toBeTruthy();
    await userEvent.type(box('Name'), 'A B');
    await userEvent.click(picker);
    expect(await screen.findByRole('option', { name: 'ann@example.com' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'me@example.com' })).toBeNull();
    await userEvent.type(picker, 'bob@example.com');
    await userEvent.click(await screen.findByRole('option', { name: 'bob@example.com' }));
    await press('Create');
    await waitFor(() =>
      expect(bodies('POST /api/v1/pods/')).toMatchObject([
        { name: 'A B', user_email: 'bob@example.com' },
      ]),
    );
  });

  it('ADM-11 fills in a mandatory reference with a single choice, and no other', async () => {
    const reference = (name: string, base: string) =>
      field(name, {
        ...{ label: name, type: 'integer', nullable: false, required: true, minimum: 1 },
        foreign_key: { base, field: 'id', label_field: 'name', candidates: null },
      });
    const fields = [reference('project', '/projects/list/'), reference('team', '/teams/')];
    serveWidgets(stub, listMeta({ fields: [field('id'), field('name'), ...fields] }));
    const named = (...names: string[]) =>
      page(names.map((name, id) => ({ id, name, version: String(id) })));
    stub.on('GET /api/v1/projects/list/', () => named('All Projects', 'Apollo'));
    stub.on('GET /api/v1/teams/', () => named('None', 'One', 'Two'));
    openAt('/admin/pods');
    await press('Create Widget');
    const project = await screen.findByRole<HTMLInputElement>('combobox', { name: /^project/ });
    await waitFor(() => expect(project.value).toBe('Apollo'));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^team/ }).value).toBe('');
    // It is no change that closing would lose.
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ADM-11 ADM-12 ADM-13 creates an item from typed inputs', async () => {
    stub.on('POST /api/v1/pods/', () => {
      const answer = refusal('invalid-input', 400, 'The body is not valid');
      const errors = [
        { pointer: '/name', detail: 'must not be reserved' },
        { pointer: '/code', detail: 'Invalid code' },
      ];
      return { ...answer, json: { ...Object(answer.json), errors } };
    });
    openAt('/admin/pods');
    await press('Create Widget');
    await screen.findByRole('button', { name: 'Create' });
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(true);
    expect(screen.getByRole('combobox', { name: /^Kind/ }).textContent).toBe('Small');
    expect(await screen.findByRole('textbox', { name: 'Extra' })).toBeTruthy();
    expect(await screen.findByRole('group', { name: 'Day' })).toBeTruthy();
    expect(screen.queryByLabelText('Created at')).toBeNull();

    await userEvent.type(box('Level'), 'x');
    await press('Create');
    expect(await screen.findByText('Name is required')).toBeTruthy();
    expect(screen.getByText('Project is required')).toBeTruthy();
    expect(screen.getByText('Must be a number')).toBeTruthy();
    expect(bodies('POST /api/v1/pods/')).toHaveLength(0);

    await userEvent.clear(box('Level'));
    await userEvent.type(box('Name'), 'Three');
    await userEvent.type(box('Code'), 'C3');
    await userEvent.click(screen.getByRole('combobox', { name: /^Project/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Project 1', 'Project 2']);
    await userEvent.click(screen.getByRole('option', { name: 'Project 2' }));
    await press('Create');
    expect(await screen.findByText('Name must not be reserved')).toBeTruthy();
    expect(screen.getByText('Invalid code')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box('Name')));
    expect(screen.queryByText('The body is not valid')).toBeNull();
    stub.on('POST /api/v1/pods/', () => ({ status: 502, text: '' }));
    await press('Create');
    // In the form and as a toast.
    await waitFor(() => expect(screen.getAllByText('Error creating item')).toHaveLength(2));
    stub.on('POST /api/v1/pods/', () => ({ json: widget(3) }));
    await press('Try Again');
    expect(await screen.findByText('Item created successfully')).toBeTruthy();
    expect(bodies('POST /api/v1/pods/').at(-1)).toEqual({
      ...{ name: 'Three', code: 'C3', kind: 'small', project_id: 2, is_active: true },
    });
  });

  it('UI-9 focuses the first field, and closes with Escape', async () => {
    openAt('/admin/pods');
    await press('Create Widget');
    await waitFor(() => expect(document.activeElement).toBe(box('Name')));
    expect(place()).toBe('flex-start');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Delete Widget 2');
    await screen.findByRole('dialog', { name: 'Delete this widget?' });
    expect(place()).toBe('center');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.callsOf('DELETE /api/v1/pods/2')).toHaveLength(0);
  });

  it('ADM-14 ADM-71 sends what differs and the key, with the version; nothing if nothing does', async () => {
    stub.on(PATCH, () => ({ json: widget(2) }));
    openAt('/admin/pods');
    await press('Edit Widget 2');
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.callsOf(PATCH)).toHaveLength(0);
    await edit('Renamed');
    await press('Save Changes');
    expect(await screen.findByText('Item updated successfully')).toBeTruthy();
    expect(bodies(PATCH)).toEqual([{ id: 2, name: 'Renamed' }]);
    expect(stub.callsOf(PATCH)[0]?.headers['if-match']).toBe('"v2"');

    stub.on(PATCH, () => ({ status: 502, text: '' }));
    await edit('Again');
    await press('Save Changes');
    expect(await screen.findAllByText('Error updating item')).toHaveLength(2);
  });

  it('ADM-40 keeps what was typed while another change is under way, and tries again', async () => {
    const words = 'An import is changing this widget. Nothing was saved; try again in a moment';
    stub.on(PATCH, () => refusal('busy', 409, words));
    openAt('/admin/pods');
    await edit('Renamed');
    await press('Save Changes');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(words)).toBeTruthy();
    expect(box('Name')).toHaveProperty('value', 'Renamed');
    stub.on(PATCH, () => ({ json: widget(2) }));
    await press('Try Again');
    expect(await screen.findByText('Item updated successfully')).toBeTruthy();
    expect(bodies(PATCH)).toEqual([
      { id: 2, name: 'Renamed' },
      { id: 2, name: 'Renamed' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ADM-15 fetches the fields that the list leaves out', async () => {
    stub.on('GET /api/v1/pods/1', () => ({ json: widget(1, { extra: { depth: 4 } }) }));
    openAt('/admin/pods');
    await press('Edit Widget 1');
    const editor = await screen.findByRole('textbox', { name: 'Extra' });
    await waitFor(() => expect(editor.textContent).toContain('"depth": 4'));
    expect(stub.callsOf('GET /api/v1/pods/1')).toHaveLength(1);
    await press('Cancel');
    await press('Edit Widget 2');
    await screen.findByRole('textbox', { name: 'Extra' });
    expect(stub.callsOf('GET /api/v1/pods/2')).toHaveLength(0);
  });

  it('ADM-16 lets the user choose between the values of a stale edit', async () => {
    const answer = refusal('conflict', 409, 'It has been changed by somebody else');
    const errors = [{ pointer: '/name', detail: 'is', stored: 'Theirs', sent: 'Mine' }];
    stub.on(PATCH, ({ headers }) =>
      headers['if-match'] === '"v2"'
        ? { ...answer, json: { ...Object(answer.json), errors } }
        : { json: widget(2) },
    );
    openAt('/admin/pods');
    await edit('Mine');
    const current = widget(2, { name: 'Theirs', level: 8, extra: null, version: 'v3' });
    stub.on('GET /api/v1/pods/', () => page([current]));
    await press('Save Changes');
    const choice = await screen.findByRole('group', { name: 'Name' });
    expect(within(choice).getByRole('radio', { name: 'Take theirs: Theirs' })).toBeTruthy();
    expect(screen.getByText('Changed by somebody else and kept: Level')).toBeTruthy();
    const save = screen.getByRole('button', { name: 'Save Changes' });
    expect(save.hasAttribute('disabled')).toBe(true);
    await userEvent.click(within(choice).getByRole('radio', { name: 'Keep mine: Mine' }));
    await press('Save Changes');
    expect(await screen.findByText('Item updated successfully')).toBeTruthy();
    expect(stub.callsOf(PATCH).at(-1)?.headers['if-match']).toBe('"v3"');
    expect(bodies(PATCH).at(-1)).toEqual({ id: 2, name: 'Mine' });
  });

  it('ADM-41 a refusal, then a correction, keeps what another person changed meanwhile', async () => {
    const item = new VersionedItem(widget(1, { level: 5, extra: null }));
    stub.on('GET /api/v1/pods/1', () => ({ json: item.stored }));
    stub.on('GET /api/v1/pods/', () => page([widget(1, { ...item.stored, extra: undefined })]));
    stub.on('PATCH /api/v1/pods/1', item.update);
    const tab = openAt('/admin/pods');
    await press('Edit Widget 1');
    await screen.findByRole('button', { name: 'Save Changes' });
    item.change({ level: 7 });
    item.refuseNext = refusedField('name', 'must not be reserved');
    await userEvent.type(box('Name'), '!');
    await press('Save Changes');
    expect(await screen.findByText('Name must not be reserved')).toBeTruthy();
    await tab.idle();
    await userEvent.type(box('Name'), '?');
    await press('Save Changes');
    expect(await screen.findByText('Changed by somebody else and kept: Level')).toBeTruthy();
    expect(screen.getByText('Also saved: Name')).toBeTruthy();
    await press('Save Changes');
    expect(await screen.findByText('Item updated successfully')).toBeTruthy();
    expect(item.stored).toMatchObject({ name: 'Widget 1!?', level: 7 });
    expect(bodies('PATCH /api/v1/pods/1').at(-1)).toEqual({ id: 1, name: 'Widget 1!?' });
  });
});
