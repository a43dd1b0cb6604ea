import type { ListBulkResult } from '@portal/contracts/list-bulk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  bulkResult,
  listMeta,
  page,
  serveWidgets,
  widget,
  widgetServer,
} from '../../testing/lists';
import { openAt, press } from '../../testing/render';
import { refusal, type Reply } from '../../testing/stub-server';
import { useToastStore } from '../../ui/toast-store';

const stub = widgetServer();
const BULK = 'POST /api/v1/pods/bulk';

const bodies = () => stub.callsOf(BULK).map(({ body }): unknown => JSON.parse(body));
const bar = () => screen.findByRole('region', { name: 'Selection' });

async function tick(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
}

/** Serves a result for the preview and for the change itself. */
function serveBulk(part: Partial<ListBulkResult> = {}): void {
  stub.on(BULK, ({ body }) => {
    const isPreview = body.includes('"dry_run":true');
    const ends = { dry_run: isPreview, group_id: isPreview ? null : 7 };
    return { json: bulkResult({ count: 2, changed: 2, ...ends, ...part }) };
  });
}

async function chooseLevel(text: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Field to change' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Level' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Level' }), text);
  await press('Preview');
}

describe('several items of a list', () => {
  it('ADM-30 UI-40 selects rows, and all that search and filters find', async () => {
    stub.on('GET /api/v1/pods/', () =>
      page([widget(1), widget(2)], { total: 8_900, total_is_estimate: true }),
    );
    const filters = { level: { gte: 1 } };
    openAt(`/admin/pods?search=wid&filters=${encodeURIComponent(JSON.stringify(filters))}`);
    await tick('Widget 1');
    expect(within(await bar()).getByRole('status').textContent).toBe('1 selected');
    await press('Select all about 8,900 that the filter finds');
    expect(within(await bar()).getByRole('status').textContent).toBe('about 8,900 selected');
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Widget 2' }).checked,
    ).toBe(true);
    serveBulk({ count: 9_000, changed: 9_000 });
    await press('Delete');
    await press('Delete 9,000 widgets');
    expect(await screen.findByText('Items deleted successfully')).toBeTruthy();
    const request = { filters, search: 'wid', delete: true };
    expect(bodies()).toEqual([
      { ...request, dry_run: true },
      { ...request, expected_count: 9_000 },
    ]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pods'));

    await tick('Widget 2');
    await userEvent.type(screen.getByRole('searchbox'), 's');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
  });

  it('ADM-31 changes the chosen fields after a preview', async () => {
    const sample = [{ before: widget(1), after: widget(1, { level: 5 }) }];
    serveBulk({ count: 2, changed: 1, sample });
    openAt('/admin/pods');
    const isMixed = () =>
      screen.getByRole('checkbox', { name: 'Select all rows of the page' }).dataset[
        'indeterminate'
      ];
    await tick('Widget 1');
    expect(isMixed()).toBe('true');
    await tick('Widget 2');
    expect(isMixed()).toBe('false');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Edit' }));
    await chooseLevel('50');
    expect(await screen.findByText('Must be at most 9')).toBeTruthy();
    expect(bodies()).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Level' }), '{Backspace}');
    await press('Preview');
    expect(
      await screen.findByText('1 widget will change. 1 widget will stay the same.'),
    ).toBeTruthy();
    const shown = within(screen.getByRole('list', { name: 'Preview' })).getByRole('listitem');
    expect(shown.textContent).toBe('Widget 1Level: 1 →  becomes 5');
    const loaded = stub.callsOf('GET /api/v1/pods/').length;
    await press('Change 1 widget');
    expect(await screen.findByText('Items updated successfully')).toBeTruthy();
    const request = { ids: [1, 2], change: { level: 5 } };
    expect(bodies()).toEqual([{ ...request, dry_run: true }, request]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.callsOf('GET /api/v1/pods/').length).toBe(loaded + 1);
  });

  it('HIST-9 offers to undo a bulk change', async () => {
    serveBulk();
    stub.on('POST /api/v1/audit/7/undo', () => ({ json: { group_id: 8, undoes: 7, rows: 2 } }));
    openAt('/admin/pods');
    await tick('Widget 1');
    await tick('Widget 2');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Delete' }));
    await press('Delete 2 widgets');
    expect(await screen.findByText('Items deleted successfully')).toBeTruthy();
    expect(useToastStore.getState().offer.show).toBe(true);
    const loaded = stub.callsOf('GET /api/v1/pods/').length;
    await press('Undo');
    expect(await screen.findByText('Changes undone')).toBeTruthy();
    await waitFor(() => expect(stub.callsOf('GET /api/v1/pods/').length).toBeGreaterThan(loaded));
  });

  it('ADM-32 names the items that are refused, and leaves them out', async () => {
    stub.on(BULK, ({ body }) => {
      const isRefused = body.includes('[1,2]');
      const refusals = [{ item: '2', pointer: '/change/level', detail: 'is locked' }];
      const part = isRefused ? { count: 2, changed: 1, refused: 1, refusals } : {};
      return { json: bulkResult({ dry_run: true, ...part }) };
    });
    openAt('/admin/pods');
    await tick('Widget 1');
    await tick('Widget 2');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Edit' }));
    await chooseLevel('5');
    expect(await screen.findByText('Widget 2: Level is locked')).toBeTruthy();
    expect(screen.queryByText(/will change/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Change' }).hasAttribute('disabled')).toBe(true);
    await press('Leave Out');
    expect(await screen.findByRole('button', { name: 'Change 1 widget' })).toBeTruthy();
    expect(bodies().at(-1)).toEqual({ ids: [1], change: { level: 5 }, dry_run: true });

    stub.on(BULK, () => refusal('conflict', 409, 'The filters find another number of widgets'));
    await press('Change 1 widget');
    expect(await screen.findByText('The filters find another number of widgets')).toBeTruthy();
    serveBulk({ count: 1, changed: 1 });
    await press('Check Again');
    await press('Change 1 widget');
    expect(await screen.findByText('Items updated successfully')).toBeTruthy();
  });

  it('ADM-32 names an item that is deleted after the preview, and leaves it out', async () => {
    const missing = [{ item: '2', pointer: '', detail: 'There is no such widget' }];
    const detail = '1 of 2 widgets cannot be changed, so nothing was changed';
    const lyra = widget(2, { name: 'Lyra' });
    const sample = [{ before: lyra, after: widget(2, { name: 'Lyra', level: 5 }) }];
    stub.on('GET /api/v1/pods/', () => page([widget(1), lyra]));
    stub.on(BULK, ({ body }) => {
      const isPreview = body.includes('"dry_run":true');
      if (isPreview || !body.includes('[1,2]')) {
        return { json: bulkResult({ dry_run: isPreview, sample }) };
      }
      stub.on('GET /api/v1/pods/', () => page([widget(1)]));
      return refusal('not-found', 404, detail, missing);
    });
    openAt('/admin/pods');
    await tick('Widget 1');
    await tick('Lyra');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Edit' }));
    await chooseLevel('5');
    await press('Change 1 widget');
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.getByText('Lyra: There is no such widget')).toBeTruthy();
    await press('Leave Out');
    await press('Change 1 widget');
    expect(await screen.findByText('Items updated successfully')).toBeTruthy();
    expect(bodies().at(-1)).toEqual({ ids: [1], change: { level: 5 } });
  });

  it('ADM-32 leaves refused items out of all that the filter finds', async () => {
    stub.on('GET /api/v1/pods/', () => page([widget(1), widget(2)], { total: 97 }));
    stub.on(BULK, ({ body }) => {
      const isRefused = !body.includes('"exclude":[2]');
      const refusals = [{ item: '2', pointer: '', detail: 'You cannot delete yourself' }];
      const part = isRefused
        ? { count: 97, changed: 96, refused: 1, refusals }
        : { count: 96, changed: 96, also_deleted: [{ label: 'pod members', count: 1_200 }] };
      return { json: bulkResult({ dry_run: body.includes('dry_run'), ...part }) };
    });
    openAt('/admin/pods');
    await tick('Widget 1');
    await press('Select all 97');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Widget 2: You cannot delete yourself')).toBeTruthy();
    expect(screen.queryByText(/will be deleted/)).toBeNull();
    await press('Leave Out');
    expect(
      await screen.findByText('96 widgets will be deleted. This also deletes 1,200 pod members.'),
    ).toBeTruthy();
    await press('Delete 96 widgets');
    expect(await screen.findByText('Items deleted successfully')).toBeTruthy();
    expect(bodies().at(-1)).toEqual({
      filters: {},
      exclude: [2],
      delete: true,
      expected_count: 96,
    });
  });

  it('ADM-35 says what it waits for while the change runs', async () => {
    serveBulk();
    openAt('/admin/pods');
    await tick('Widget 1');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Edit' }));
    await chooseLevel('5');
    await screen.findByRole('button', { name: 'Change 2 widgets' });
    const unanswered = new Promise<Reply>(() => undefined);
    stub.on(BULK, () => unanswered);
    await press('Change 2 widgets');
    const status = within(screen.getByRole('dialog')).getByRole('status');
    expect(status.textContent).toBe(
      'Changing 2 widgets. This can take a minute; nothing is changed until all are.',
    );
  });

  it('ADM-35 shows why too many items are refused, and no button that cannot help', async () => {
    const reason = 'More than 10,000 widgets are selected; one request changes at most 10,000';
    stub.on('GET /api/v1/pods/', () =>
      page([widget(1)], { total: 60_000, total_is_estimate: true }),
    );
    stub.on(BULK, () => refusal('too-many-items', 422, reason));
    openAt('/admin/pods');
    await tick('Widget 1');
    await press('Select all about 60,000');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Edit' }));
    await chooseLevel('5');
    expect(await screen.findByText(reason)).toBeTruthy();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Back' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Check Again' })).toBeNull();
  });

  it('ADM-33 offers the operations of the metadata only', async () => {
    serveWidgets(stub, listMeta({ operations: ['delete'] }));
    openAt('/admin/pods');
    await tick('Widget 1');
    expect(within(await bar()).getByRole('button', { name: 'Delete' })).toBeTruthy();
    expect(within(await bar()).queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('ADM-33 has no checkboxes without an operation on items', async () => {
    serveWidgets(stub, listMeta({ operations: ['create'] }));
    openAt('/admin/pods');
    expect(await screen.findByRole('row', { name: /Widget 1/ })).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
