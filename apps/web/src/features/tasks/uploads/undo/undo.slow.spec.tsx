import type { ImportDetail } from '@portal/contracts/import-detail';
import type { ImportSummary } from '@portal/contracts/imports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../../testing/import-stub';
import { importDetail, importReading, importSummary } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { refusal } from '../../../../testing/stub-server';
import { useUploadStore } from '../upload-store';

const { stub, live, serveDetail } = importStub();
const UNDO = '0197f3a0-0000-7000-8000-0000000000b3';
const ROUTE = `POST /api/v1/tasks/imports/${IMPORT}/undo` as const;
const LATER = '2099-01-05T10:00:00Z';
const NONE = { insert: 0, update: 0, unchanged: 0, delivery_batches: 0 };
const MANY = { ...NONE, update: 91_204 };

beforeEach(() => useUploadStore.setState({ accepted: undefined, followed: [] }));

/** An import that can be undone. */
function serveImport(over: Partial<ImportDetail> = {}): void {
  serveDetail(IMPORT, importDetail({ import_id: IMPORT, undo_until: LATER, ...over }));
}

/** An undo of the import, or its dry run, that has ended. */
function undoOf(over: Partial<ImportDetail> = {}): ImportDetail {
  return importDetail({
    ...{ import_id: UNDO, undoes: IMPORT, file_kept_until: null, undo_until: LATER },
    ...{ tasks_imported: MANY, removed_count: 8_796, kept_count: 0 },
    ...over,
  });
}

/** The server takes the dry run PREVIEW, which ends like this, and the undo UNDO. */
function serveUndo(check: Partial<ImportDetail> = {}): void {
  stub.on(ROUTE, ({ url }) => {
    const isCheck = url.includes('dry_run=true');
    if (!isCheck) serveImport({ undone_by: UNDO });
    const over = { import_id: isCheck ? PREVIEW : UNDO, undoes: IMPORT, dry_run: isCheck };
    return { status: 202, json: importReading(0, over) };
  });
  const dryRun = { import_id: PREVIEW, dry_run: true, undo_until: null };
  serveDetail(PREVIEW, undoOf({ ...dryRun, ...check }));
  serveDetail(UNDO, undoOf());
}

const since = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ row: 0, field: 'turing_task_id', severity: 'warning' as const },
    reason: `${at + 1} was changed since by zoe@example.com at 2026-01-05T10:00:00Z`,
  }));
const queries = () => stub.callsOf(ROUTE).map(({ url }) => url.split('?')[1]);
const dialog = async () => within(await screen.findByRole('dialog', { name: /^Undo the / }));
const undoButton = async () => (await dialog()).getByRole('button', { name: 'Undo' });
const isDisabled = (element: HTMLElement) => element.hasAttribute('disabled');

async function openDialog() {
  const tab = openAt(`/admin/tasks/${IMPORT}`);
  await press('Undo this import…');
  return { tab, card: await dialog() };
}

describe('whether an import can be undone', () => {
  it('WEB-118 says until when', async () => {
    serveImport();
    openAt(`/admin/tasks/${IMPORT}`);
    const section = within(await screen.findByRole('region', { name: 'Undo' }));
    expect(section.getByText(/, until/).textContent).toContain('until Jan 5, 2099');
    expect(section.getByRole('button', { name: 'Undo this import…' })).toBeTruthy();
  });

  it.each([
    ['it is a preview', { dry_run: true, undo_until: null }, /^A preview changes nothing/],
    ['nothing was kept', { undo_until: null }, /when it ran, the portal did not keep/],
    ['the time is over', { undo_until: '2026-02-04T10:00:00Z' }, /time for that was over/],
  ])('WEB-118 says why not: %s', async (_why, over, text) => {
    serveImport(over);
    openAt(`/admin/tasks/${IMPORT}`);
    const section = within(await screen.findByRole('region', { name: 'Undo' }));
    expect(section.getByText(text)).toBeTruthy();
    expect(section.queryByRole('button')).toBeNull();
  });

  it('WEB-118 links to the undo of an import that is undone', async () => {
    serveImport({ undone_by: UNDO });
    serveDetail(UNDO, undoOf());
    openAt(`/admin/tasks/${IMPORT}`);
    const section = within(await screen.findByRole('region', { name: 'Undo' }));
    const link = await section.findByRole('link', { name: 'Undo of tasks.json' });
    expect(link.getAttribute('href')).toBe(`/admin/tasks/${UNDO}`);
    expect(section.getByText(/^It is undone by/)).toBeTruthy();
    expect(section.queryByRole('button')).toBeNull();
  });

  it.each(['failed', 'cancelled'] as const)(
    'WEB-118 says nothing of an import that %s',
    async (status) => {
      serveImport({ status, tasks_imported: null, undo_until: null });
      openAt(`/admin/tasks/${IMPORT}`);
      await screen.findByText(/Nothing has been imported/);
      expect(screen.queryByRole('region', { name: 'Undo' })).toBeNull();
    },
  );
});

describe('an import that somebody else undoes', () => {
  it('WEB-118 is followed by its open page, also when that undo is undone', async () => {
    serveImport();
    openAt(`/admin/tasks/${IMPORT}`);
    const section = within(await screen.findByRole('region', { name: 'Undo' }));
    await section.findByRole('button', { name: 'Undo this import…' });
    await screen.findByRole('button', { name: 'Connection: Live' });
    serveImport({ undone_by: UNDO });
    serveDetail(UNDO, undoOf());
    push(undoOf());
    expect(await section.findByText(/^It is undone by/)).toBeTruthy();
    serveImport();
    push(undoOf({ import_id: PREVIEW, undoes: UNDO }));
    expect(await section.findByRole('button', { name: 'Undo this import…' })).toBeTruthy();
  });
});

describe('undoing an import', () => {
  it('WEB-119 says what an undo would do, starts it and opens its page', async () => {
    serveImport();
    serveUndo();
    // It is known before its page opens, so no placeholder replaces the former page.
    useUploadStore.getState().follow(UNDO);
    const { tab, card } = await openDialog();
    const text = 'Puts back 91,204 changed tasks and removes 8,796 new ones.';
    expect(await card.findByText(text)).toBeTruthy();
    expect(card.queryByRole('checkbox')).toBeNull();
    await userEvent.click(await undoButton());
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${UNDO}`));
    expect(await screen.findByRole('heading', { name: 'Undo of tasks.json' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(queries()).toEqual(['dry_run=true&keep_newer=false', 'dry_run=false&keep_newer=false']);
    for (const { headers } of stub.callsOf(ROUTE)) expect(headers['prefer']).toBe('respond-async');
  });

  it('WEB-119 starts only once the user leaves the tasks that have changed since', async () => {
    serveImport();
    serveUndo({ kept_count: 42, errors: since(25) });
    const { card } = await openDialog();
    const text =
      'Puts back 91,204 changed tasks and removes 8,796 new ones; 42 have changed since.';
    expect(await card.findByText(text)).toBeTruthy();
    const list = within(card.getByRole('region', { name: 'Tasks that would stay as they are' }));
    const items = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toHaveLength(21);
    expect(items[0]).toMatch(/^1 was changed since by zoe@example.com at Jan 5, 2026, /);
    expect(items.at(-1)).toBe('and 22 more');
    expect(isDisabled(await undoButton())).toBe(true);
    const choice = 'Leave these 42 tasks as they are, and undo the rest';
    await userEvent.click(card.getByRole('checkbox', { name: choice }));
    await userEvent.click(await undoButton());
    await waitFor(() => expect(queries()).toHaveLength(2));
    expect(queries()[1]).toBe('dry_run=false&keep_newer=true');
  });

  it('WEB-119 counts tasks whose batch is gone, and tasks that are made again', async () => {
    serveImport();
    const counts = { tasks_imported: { ...NONE, insert: 1 }, removed_count: 0 };
    serveUndo({ ...counts, error_count: 1, kept_count: 1, errors: since(2) });
    const { card } = await openDialog();
    const text =
      'Makes 1 removed task again; 1 has changed since; 1 cannot be put back, because its batch is gone.';
    expect(await card.findByText(text)).toBeTruthy();
    expect(card.getByRole('checkbox', { name: /^Leave these 2 tasks/ })).toBeTruthy();
  });

  it('WEB-119 does not start an undo that changes nothing', async () => {
    serveImport();
    serveUndo({ tasks_imported: NONE, removed_count: 0 });
    const { card } = await openDialog();
    expect(
      await card.findByText('There is nothing to put back and nothing to remove.'),
    ).toBeTruthy();
    expect(isDisabled(await undoButton())).toBe(true);
  });

  it('WEB-119 shows the progress of the count, and cancels it when it is closed', async () => {
    serveImport();
    serveUndo(importReading(0, { import_id: PREVIEW, undoes: IMPORT, dry_run: true }));
    const cancel = `POST /api/v1/tasks/imports/${PREVIEW}/cancel` as const;
    stub.on(cancel, () => ({ json: {} }));
    const { card } = await openDialog();
    expect(await card.findByText('Finding what to put back')).toBeTruthy();
    push(importReading(0, { import_id: PREVIEW, undoes: IMPORT, dry_run: true, phase: 'merging' }));
    expect(await card.findByText('Comparing tasks')).toBeTruthy();
    expect(isDisabled(await undoButton())).toBe(true);
    await userEvent.click(card.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(stub.callsOf(cancel)).toHaveLength(1));
  });

  it('WEB-119 opens, agrees and closes by the keyboard, and returns the focus', async () => {
    serveImport();
    serveUndo({ kept_count: 1, errors: since(1) });
    openAt(`/admin/tasks/${IMPORT}`);
    const opener = await screen.findByRole('button', { name: 'Undo this import…' });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    const box = await (
      await dialog()
    ).findByRole('checkbox', { name: /^Leave this task as it is/ });
    box.focus();
    await userEvent.keyboard(' ');
    expect(isDisabled(await undoButton())).toBe(false);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('WEB-119 shows a refusal with its tasks, and counts again', async () => {
    serveImport();
    serveUndo();
    const { card } = await openDialog();
    await card.findByText(/^Puts back/);
    const check = { json: importReading(0, { import_id: PREVIEW, undoes: IMPORT, dry_run: true }) };
    const newer = { pointer: '/turing_task_id', detail: '7 was deleted since' };
    const changed = '1 task has changed since the import; nothing was undone';
    stub.on(ROUTE, ({ url }) =>
      url.includes('dry_run=true')
        ? { status: 202, ...check }
        : refusal('import-changed-since', 409, changed, [newer]),
    );
    await userEvent.click(await undoButton());
    expect(await card.findByText(changed)).toBeTruthy();
    expect(card.getByText('7 was deleted since')).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Check again' }));
    expect(await card.findByText(/^Puts back/)).toBeTruthy();
    expect(queries().filter((query) => query?.includes('dry_run=true'))).toHaveLength(2);
  });

  it('WEB-119 shows why there is no undo at all', async () => {
    serveImport();
    const why = 'Another import undoes it, or has undone it';
    stub.on(ROUTE, () => refusal('import-not-undoable', 409, why));
    const { card } = await openDialog();
    expect(await card.findByText(why)).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(card.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  it('WEB-119 shows why the count failed', async () => {
    serveImport();
    const detail = 'The import changed tasks of a project that you may not upload to';
    const failed = { status: 'failed', tasks_imported: null } as const;
    serveUndo({ ...failed, failure: { code: 'forbidden', detail } });
    const { card } = await openDialog();
    expect(await card.findByText(detail)).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('an undo', () => {
  it('WEB-120 UI-160 links to what it undoes, with its counts and the tasks that it left', async () => {
    serveImport({ undone_by: UNDO });
    const left = { kept_count: 2, warning_count: 2, errors: since(2) };
    serveDetail(UNDO, undoOf(left));
    openAt(`/admin/tasks/${UNDO}`);
    expect(await screen.findByText('Undone')).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'the import of tasks.json' });
    expect(link.getAttribute('href')).toBe(`/admin/tasks/${IMPORT}`);
    const tiles = [...document.querySelectorAll('dl:first-of-type dt')].slice(0, 3);
    expect(tiles.map((tile) => [tile.textContent, tile.nextElementSibling?.textContent])).toEqual([
      ['Put back', '91,204'],
      ['Removed', '8,796'],
      ['Kept because newer', '2'],
    ]);
    const table = within(screen.getByRole('table', { name: 'Errors' }));
    const row = table.getByRole('row', {
      name: /^2 was changed since by zoe@example.com at Jan 5/,
    });
    const task = within(row).getByRole('link', { name: '2' });
    expect(task.getAttribute('href')).toBe(`/admin/tasks/${UNDO}?task=2`);
    expect(screen.getByText('2 tasks not undone')).toBeTruthy();
    expect(screen.queryByText('SHA-256')).toBeNull();
  });

  it('WEB-120 can be undone itself', async () => {
    const route = `POST /api/v1/tasks/imports/${UNDO}/undo` as const;
    serveImport();
    serveDetail(UNDO, undoOf());
    const check = { import_id: PREVIEW, undoes: UNDO, dry_run: true };
    stub.on(route, () => ({ status: 202, json: importReading(0, check) }));
    serveDetail(PREVIEW, undoOf(check));
    openAt(`/admin/tasks/${UNDO}`);
    await press('Undo this undo…');
    expect(
      await screen.findByRole('dialog', { name: 'Undo the undo of tasks.json?' }),
    ).toBeTruthy();
    await waitFor(() => expect(stub.callsOf(route)).toHaveLength(1));
  });

  it('WEB-120 shows its progress, and is cancelled after a question', async () => {
    serveImport();
    const running = importReading(0, { import_id: UNDO, undoes: IMPORT });
    serveDetail(UNDO, importDetail(running));
    const cancel = `POST /api/v1/tasks/imports/${UNDO}/cancel` as const;
    stub.on(cancel, () => ({ json: {} }));
    openAt(`/admin/tasks/${UNDO}`);
    expect(await screen.findByText('Finding what to put back')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    const merging = { phase: 'merging', rows_total: 20, rows_done: 5 } as const;
    push({ ...running, ...merging });
    expect(await screen.findByText('Putting tasks back')).toBeTruthy();
    expect(screen.getByText(/^5 of 20 tasks/)).toBeTruthy();
    await press('Cancel undo');
    const question = within(await screen.findByRole('dialog', { name: 'Cancel the undo?' }));
    expect(question.queryByText(/can run again/)).toBeNull();
    await userEvent.click(question.getByRole('button', { name: 'Cancel undo' }));
    await waitFor(() => expect(stub.callsOf(cancel)).toHaveLength(1));
  });

  it.each([
    ['failed', 'Undo failed', '2 tasks have changed since the import; nothing was undone'],
    ['cancelled', 'Undo cancelled', 'Nothing has been changed.'],
  ] as const)('WEB-120 says that it %s', async (status, title, text) => {
    serveImport();
    const failure = { code: 'import-changed-since', detail: text } as const;
    const over = { status, tasks_imported: null, removed_count: null, kept_count: null };
    serveDetail(UNDO, undoOf({ ...over, failure: status === 'failed' ? failure : null }));
    openAt(`/admin/tasks/${UNDO}`);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('WEB-120 is named in the list, which marks what is undone', async () => {
    const undo = importSummary(undoOf({ kept_count: 12 }));
    const undone = importSummary({ import_id: IMPORT, undone_by: UNDO });
    serveList([undo, undone]);
    openAt('/admin/tasks');
    const row = within(await screen.findByRole('row', { name: /^Undo of tasks.json/ }));
    expect(row.getByText('91,204 put back, 8,796 removed, 12 left')).toBeTruthy();
    expect(row.queryByText('Undone')).toBeNull();
    const other = within(screen.getByRole('row', { name: /^tasks.json/ }));
    const mark = other.getByRole('link', { name: 'Undone' });
    expect(mark.getAttribute('href')).toBe(`/admin/tasks/${UNDO}`);
    await screen.findByRole('button', { name: 'Connection: Live' });
    push(importReading(0, { import_id: UNDO, undoes: IMPORT }));
    expect(await other.findByRole('link', { name: 'Being undone' })).toBeTruthy();
  });

  it('WEB-120 is followed on other pages, and its end is told', async () => {
    serveDetail(UNDO, undoOf());
    useUploadStore.getState().follow(UNDO);
    openAt('/dashboard');
    const text = 'Undo of tasks.json: 91,204 put back, 8,796 removed';
    expect(await screen.findByText(text)).toBeTruthy();
    const panel = within(await screen.findByRole('region', { name: 'Transfers' }));
    expect(panel.getByRole('listitem', { name: 'Undo of tasks.json' })).toBeTruthy();
  });
});

function serveList(items: ImportSummary[]): void {
  stub.on('GET /api/v1/tasks/imports/', ({ url }) => {
    const listed = url.includes('queued') ? [] : items;
    return { json: { items: listed, total: listed.length, page: 1, size: 10 } };
  });
}

function push(summary: ImportSummary): void {
  live.emitAnything('import-progress', {
    ...{ project_id: 0, epoch: '', revision: 1, import: summary },
  });
}
