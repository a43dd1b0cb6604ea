import type { ImportConflict } from '@portal/contracts/imports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../../testing/import-stub';
import { importDetail, importReading } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { conflictText } from '../import-outcome';

const { stub, serveDetail } = importStub();

const conflict = (part: Partial<ImportConflict> = {}): ImportConflict => ({
  ...{ turing_task_id: 7, row: 1, is_kept: true, changed_at: '2026-01-05T09:00:00Z' },
  ...{ changed_by: 'rex@example.com', changed_by_name: 'Rex Reviewer' },
  fields: [{ field: 'status', portal: 'rework', file: 'completed' }],
  ...part,
});

const REGION = { name: 'Rows that contradict the portal' };
const conflictsOf = (importId: string) =>
  `GET /api/v1/tasks/imports/${importId}/conflicts` as const;

function serveConflicts(importId: string, items: readonly ImportConflict[], total = items.length) {
  stub.on(conflictsOf(importId), () => ({ json: { items, total, page: 1, size: 20 } }));
}

/** Of the last request of conflicts. */
function lastQuery(): Record<string, string> {
  const url = stub.callsOf(conflictsOf(IMPORT)).at(-1)?.url ?? '';
  return Object.fromEntries(new URL(url, 'http://localhost').searchParams);
}

describe('rows that contradict the portal', () => {
  it('UP-93 are counted, with whose values win', () => {
    const text = (count: number, winner: 'desk' | 'file') =>
      conflictText({ conflict_count: count, on_conflict: winner });
    expect(text(0, 'desk')).toBe('');
    expect(text(1, 'desk')).toBe(
      '1 row contradicts a later change in the portal: the portal keeps its values',
    );
    expect(text(2_000, 'file')).toBe(
      '2,000 rows contradict later changes in the portal: the file wins',
    );
  });

  it('UP-93 are listed in a preview, which can run again with the values of the file', async () => {
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, dry_run: true, conflict_count: 1 }));
    serveConflicts(PREVIEW, [conflict()]);
    serveDetail(IMPORT);
    const run = `POST /api/v1/tasks/imports/${PREVIEW}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
    const tab = openAt(`/admin/tasks/${PREVIEW}`);
    const table = within(await screen.findByRole('table', REGION));
    expect(table.getByRole('link', { name: '7' }).getAttribute('href')).toContain('task=7');
    expect(table.getByText(/Rex Reviewer/)).toBeTruthy();
    expect(table.getByText('Rework in the portal')).toBeTruthy();
    expect(table.getByText('Completed in the file')).toBeTruthy();
    await press('Preview again, with the values of the file');
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`));
    expect(stub.callsOf(run)[0]?.url).toContain('?on_conflict=file');
  });

  it('UP-93 of a result say who won, and offer nothing if the file did', async () => {
    const over = { import_id: IMPORT, conflict_count: 15_000, on_conflict: 'file' as const };
    serveDetail(IMPORT, importDetail(over));
    serveConflicts(IMPORT, [conflict({ is_kept: false })], 10_000);
    openAt(`/admin/tasks/${IMPORT}`);
    expect(
      await screen.findByText(/^The first 10,000 of 15,000\. .*get the values of the file/),
    ).toBeTruthy();
    expect(screen.getByText('The file wins')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /values of the file/ })).toBeNull();
  });

  it('UP-95 are listed in pages and searched, both in the URL', async () => {
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, conflict_count: 45 }));
    serveConflicts(IMPORT, [conflict(), conflict({ turing_task_id: 8 })], 45);
    const tab = openAt(`/admin/tasks/${IMPORT}`);
    const table = await screen.findByRole('table', REGION);
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    await press('Next page');
    await waitFor(() => expect(lastQuery()).toEqual({ page: '2', size: '20' }));
    serveConflicts(IMPORT, []);
    const search = screen.getByRole('searchbox', { name: 'Search these tasks' });
    await userEvent.type(search, 'anna{Enter}');
    await screen.findByText('None of these tasks has this id, person, batch or model.');
    expect(lastQuery()).toEqual({ page: '1', size: '20', search: 'anna' });
    expect(tab.url()).toBe(`/admin/tasks/${IMPORT}?conflicts_search=anna`);
  });

  it('UP-95 UI-192 the panel of a task goes on to the next page, and back does not open it again', async () => {
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, conflict_count: 21 }));
    stub.on(conflictsOf(IMPORT), ({ url }) => {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page'));
      const items = [conflict({ turing_task_id: page === 1 ? 7 : 8 })];
      return { json: { items, total: 21, page, size: 20 } };
    });
    for (const id of [7, 8]) stub.on(`GET /api/v1/tasks/${id}`, () => ({ status: 404 }));
    const tab = openAt('/about');
    await tab.open(`/admin/tasks/${IMPORT}`);
    await userEvent.click(await screen.findByRole('link', { name: '7' }));
    await press('Next task (j)');
    await screen.findByRole('dialog', { name: 'Task 8' });
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await tab.goBack();
    expect(tab.url()).not.toContain('task=');
  });

  it('UP-95 can be loaded again after a failure', async () => {
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, conflict_count: 1 }));
    stub.on(conflictsOf(IMPORT), () => ({ status: 500 }));
    openAt(`/admin/tasks/${IMPORT}`);
    await screen.findByText('Error loading the rows');
    serveConflicts(IMPORT, [conflict()]);
    await press('Try Again');
    await screen.findByRole('table', REGION);
  });
});
