import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  bulkResult,
  listMeta,
  page,
  queryOf,
  serveWidgets,
  widget,
  widgetServer,
} from '../testing/lists';
import { openAt, press } from '../testing/render';
import { refusal, type Reply } from '../testing/stub-server';
import { undoableGroupOf } from '../entities/audit/undo';
import { grant, signInAs } from '../testing/users';

const stub = widgetServer();

const requests = () => stub.callsOf('GET /api/v1/pods/').map(queryOf);
const row = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });

describe('page of a list', () => {
  it('ADM-2 ADM-3 ADM-6 shows what the metadata describes, in the state of the URL', async () => {
    const filters = JSON.stringify({ level: { gte: 2 }, 'pod.x': { eq: 1 } });
    const query = `page=2&size=5&sort_by=level&sort_order=desc&search=wid&filters=${encodeURIComponent(filters)}`;
    stub.on('GET /api/v1/pods/', () =>
      page([widget(6)], { total: 57_000, total_is_estimate: true }),
    );
    const tab = openAt(`/admin/pods?${query}`);
    const cells = within(await row('Widget 6'))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    // The first cell has the checkbox.
    expect(cells.slice(1, 6)).toEqual(['Widget 6', 'C-6', '6', 'Very Large', 'Jan 05, 2026']);
    expect(await screen.findByRole('cell', { name: 'Project 1' })).toBeTruthy();
    expect(screen.queryByText('Secret')).toBeNull();
    expect(requests()[0]).toEqual({
      ...{ page: '2', size: '5', sort_by: 'level', sort_order: 'desc', search: 'wid', filters },
    });
    expect(screen.getByText('6–10 of about 57,000')).toBeTruthy();
    const chips = screen.getByRole('list', { name: 'Active filters' });
    expect(within(chips).getByText('Level is at least 2')).toBeTruthy();
    expect(within(chips).getByText('pod.x is 1')).toBeTruthy();

    await press('Next page');
    await waitFor(() => expect(tab.url()).toContain('page=3'));
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(tab.url()).toContain('sort_by=name'));
    expect(tab.url()).not.toContain('page=');
  });

  it('ADM-4 searches once 100 ms after the last letter', async () => {
    const tab = openAt('/admin/pods?page=2');
    const box = await screen.findByRole('searchbox', { name: 'Search widgets' });
    expect(box.getAttribute('placeholder')).toBe('Search by name');
    await row('Widget 1');
    await tab.idle();
    const before = requests().length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const value of ['b', 'bl', 'blu', 'blue']) {
        fireEvent.change(box, { target: { value } });
        await act(() => vi.advanceTimersByTimeAsync(99));
        expect(tab.url()).toBe('/admin/pods?page=2');
      }
      await act(() => vi.advanceTimersByTimeAsync(1));
    } finally {
      vi.useRealTimers();
    }
    expect(tab.url()).toBe('/admin/pods?search=blue');
    await tab.idle();
    const searches = requests().slice(before);
    expect(searches.map(({ search }) => search)).toEqual(['blue']);
    expect(searches[0]).not.toHaveProperty('page', '2');
  });

  it('WEB-82 a search that was typed right before a sort keeps both', async () => {
    const tab = openAt('/admin/pods');
    const box = await screen.findByRole('searchbox', { name: 'Search widgets' });
    const header = await screen.findByRole('button', { name: 'Level' });
    fireEvent.change(box, { target: { value: 'blue' } });
    fireEvent.click(header);
    await waitFor(() => expect(tab.url()).toContain('search=blue'));
    expect(tab.url()).toContain('sort_by=level');
    // Its last request would be counted by the next test.
    await tab.idle();
  });

  it('ADM-4 cancels the request of the search before', async () => {
    const callOf = (text: string) =>
      stub.callsOf('GET /api/v1/pods/').find((call) => queryOf(call)['search'] === text);
    openAt('/admin/pods');
    const box = await screen.findByRole('searchbox', { name: 'Search widgets' });
    await row('Widget 1');
    const unanswered = new Promise<Reply>(() => undefined);
    stub.on('GET /api/v1/pods/', (call) =>
      queryOf(call)['search'] === 'blue' ? unanswered : page([widget(3)]),
    );
    fireEvent.change(box, { target: { value: 'blue' } });
    await waitFor(() => expect(callOf('blue')?.isCancelled).toBe(false));
    fireEvent.change(box, { target: { value: 'blues' } });
    expect(await row('Widget 3')).toBeTruthy();
    await waitFor(() => expect(callOf('blue')?.isCancelled).toBe(true));
    expect(callOf('blues')?.isCancelled).toBe(false);
  });

  it('ADM-4 clears a search that finds nothing', async () => {
    const tab = openAt('/admin/pods?search=blue');
    const box = await screen.findByRole('searchbox', { name: 'Search widgets' });
    await row('Widget 1');
    stub.on('GET /api/v1/pods/', () => page([]));
    await userEvent.type(box, 's');
    expect(await screen.findByText('No widgets found')).toBeTruthy();
    stub.on('GET /api/v1/pods/', () => page([widget(3)]));
    await press('Clear search and filters');
    expect(await row('Widget 3')).toBeTruthy();
    expect(tab.url()).toBe('/admin/pods');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('ADM-6 offers to find an item by its id if the search for a number finds nothing', async () => {
    stub.on('GET /api/v1/pods/', ({ url }) => page(url.includes('search') ? [] : [widget(7)]));
    openAt('/admin/pods?search=7');
    await press('Filter by Id 7');
    expect(await row('Widget 7')).toBeTruthy();
    expect(requests().at(-1)).toMatchObject({ filters: '{"id":{"eq":7}}' });
    expect(requests().at(-1)).not.toHaveProperty('search');
  });

  it('ADM-7 names failures, and tries again', async () => {
    stub.on('GET /api/v1/pods/_meta', () => ({ status: 502, text: '' }));
    stub.on('GET /api/v1/pods/', () => ({ status: 502, text: '' }));
    openAt('/admin/pods');
    expect(await screen.findByText('Failed to load metadata')).toBeTruthy();
    expect(await screen.findByText('Error loading metadata')).toBeTruthy();
    serveWidgets(stub);
    stub.on('GET /api/v1/pods/', () => ({ status: 502, text: '' }));
    await press('Try Again');
    expect((await screen.findAllByText('Error loading items')).length).toBe(2);
    stub.on('GET /api/v1/pods/', () => page([]));
    await press('Try Again');
    expect(await screen.findByText('No widgets yet')).toBeTruthy();
  });

  it('HOME-45 opens the form of a new item once, if the URL asks for it', async () => {
    serveWidgets(stub);
    const tab = openAt('/admin/pods?new=item');
    expect(await screen.findByRole('dialog', { name: 'Create Widget' })).toBeTruthy();
    expect(tab.url()).toBe('/admin/pods');
  });

  it('ADM-8 shows what narrows a list that is too broad', async () => {
    stub.on('GET /api/v1/pods/', () =>
      refusal('too-broad', 422, 'Reading this list takes longer than 2 s. Filter by name.'),
    );
    openAt('/admin/pods');
    expect(await screen.findByText('The list takes too long')).toBeTruthy();
    expect(screen.getAllByText(/Filter by name/).length).toBeGreaterThan(0);
  });

  it('ADM-9 downloads the list with its filters', async () => {
    stub.on('GET /api/v1/pods/export', () => ({
      text: 'id\n1\n',
      headers: { 'content-type': 'text/csv' },
    }));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    openAt('/admin/pods?search=blue&sort_by=name&page=3');
    await press('Download widgets as CSV');
    // After the test, the click would leave the page of the next one.
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(stub.callsOf('GET /api/v1/pods/export')).toHaveLength(1);
    expect(queryOf(stub.callsOf('GET /api/v1/pods/export')[0])).toEqual({
      search: 'blue',
      sort_by: 'name',
    });
  });

  it('WEB-113 downloads it for Excel if the user menu says so', async () => {
    stub.on('GET /api/v1/pods/export', () => ({ text: 'id\n1\n' }));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    openAt('/admin/pods');
    await press('User menu');
    const choice = await screen.findByRole('menuitemcheckbox', { name: /^CSV for Excel/ });
    expect(choice.getAttribute('aria-checked')).toBe('false');
    await userEvent.click(choice);
    expect(choice.getAttribute('aria-checked')).toBe('true');
    expect(localStorage.getItem('csv-for-excel')).toBe('true');
    await userEvent.keyboard('{Escape}');
    await press('Download widgets as CSV');
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(queryOf(stub.callsOf('GET /api/v1/pods/export')[0])).toEqual({ dialect: 'excel' });
  });

  it('ADM-17 UI-40 asks before it deletes, and reports the result', async () => {
    stub.on('DELETE /api/v1/pods/1', () => ({ status: 204, text: '' }));
    openAt('/admin/pods');
    const others = ['pod members', 'weekly targets'].map((label) => ({ label, count: 4 }));
    stub.on('POST /api/v1/pods/bulk', () => ({
      json: bulkResult({ also_deleted: others, undoable: false }),
    }));
    await press('Delete Widget 1');
    expect(
      await screen.findByText(
        "'Widget 1' will be deleted. This also deletes 4 pod members and 4 weekly targets. This cannot be undone.",
      ),
    ).toBeTruthy();
    await press('Cancel');
    expect(stub.callsOf('DELETE /api/v1/pods/1')).toHaveLength(0);
    await press('Delete Widget 1');
    stub.on('GET /api/v1/pods/', () => page([widget(2)]));
    await press('Delete');
    expect(await screen.findByText('Item deleted successfully')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pods'));
    stub.on('DELETE /api/v1/pods/2', () => refusal('conflict', 409, '3 users have it'));
    await press('Delete Widget 2');
    await press('Delete');
    expect(await screen.findByText('3 users have it')).toBeTruthy();
    stub.on('DELETE /api/v1/pods/2', () => ({ status: 502, text: '' }));
    await press('Delete Widget 2');
    await press('Delete');
    expect(await screen.findByText('Error deleting item')).toBeTruthy();
    const refusals = [{ item: '2', pointer: '', detail: 'You cannot delete yourself' }];
    const refused = bulkResult({ changed: 0, refused: 1, refusals });
    stub.on('POST /api/v1/pods/bulk', () => ({ json: refused }));
    await press('Delete Widget 2');
    expect(await screen.findByText('You cannot delete yourself')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true);
  });

  it('ADM-17 says why an item cannot be deleted if the server refuses the preview', async () => {
    const reason = 'The project is archived, so it is read-only. Bring it back to change it';
    stub.on('POST /api/v1/pods/bulk', () => refusal('project-archived', 409, reason));
    const { idle } = openAt('/admin/pods');
    await press('Delete Widget 1');
    expect(await screen.findByText("'Widget 1' cannot be deleted.")).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true);
    await press('Cancel');
    // It says nothing about the item.
    stub.on('POST /api/v1/pods/bulk', () => refusal('busy', 409, 'Another change has locked this'));
    await press('Delete Widget 2');
    await waitFor(() => expect(stub.callsOf('POST /api/v1/pods/bulk').length).toBeGreaterThan(1));
    await idle();
    expect(screen.getByText("'Widget 2' will be deleted.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(false);
  });

  it('HIST-9 offers to undo a deletion whose response names the group', async () => {
    stub.on('DELETE /api/v1/pods/1', () => ({
      status: 204,
      text: '',
      headers: { 'x-audit-group': '41' },
    }));
    stub.on('POST /api/v1/audit/41/undo', () => ({ json: { group_id: 42, undoes: 41, rows: 1 } }));
    openAt('/admin/pods');
    await press('Delete Widget 1');
    await press('Delete');
    await press('Undo');
    expect(await screen.findByText('Changes undone')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    const before = requests().length;
    stub.on('POST /api/v1/audit/41/undo', () => refusal('conflict', 409, 'It was undone already'));
    await press('Delete Widget 1');
    await press('Delete');
    await press('Undo');
    expect(await screen.findByText('It was undone already')).toBeTruthy();
    expect(requests().length).toBeGreaterThan(before);
    expect(undoableGroupOf({ group_id: 5, changed: 3 })).toBe(5);
    expect(undoableGroupOf({ group_id: null, changed: 0 })).toBeUndefined();
  });

  it('HIST-8 links each item to its history', async () => {
    openAt('/admin/pods');
    const link = await screen.findByRole('link', { name: 'History of Widget 2' });
    expect(link.getAttribute('href')).toBe('/admin/audit?entity=pod&id=2');
  });

  it('HIST-8 has no such link for users who cannot open the audit', async () => {
    signInAs(grant(0, 'admin-view', 'pod-manage'));
    openAt('/admin/pods');
    await row('Widget 1');
    expect(screen.queryByRole('link', { name: 'History of Widget 1' })).toBeNull();
  });

  it('ADM-17 offers the operations of the metadata only', async () => {
    serveWidgets(stub, listMeta({ operations: ['update'] }));
    openAt('/admin/pods');
    expect(await screen.findByRole('button', { name: 'Edit Widget 1' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Widget 1' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create Widget' })).toBeNull();
  });
});
