import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditRecord } from '@portal/contracts/audit';
import { beforeEach, describe, expect, it } from 'vitest';
import { change, filtersOf, serveAudit } from '../../testing/audit';
import { IMPORT, importStub } from '../../testing/import-stub';
import { importDetail } from '../../testing/imports';
import { openAt, press } from '../../testing/render';
import { grant, project, signInAs } from '../../testing/users';

const { stub, serveDetail } = importStub();
const UNDO = '0197f3a0-0000-7000-8000-0000000000b3';
const LATER = '2099-01-05T10:00:00Z';

beforeEach(() =>
  stub.on('GET /api/v1/projects/', () => ({
    json: [project(0, 'All'), project(1, 'Lyrics'), project(2, 'Maps')],
  })),
);

/** The record of a completed import. */
function ended(id: number, after: object = {}, part: Partial<AuditRecord> = {}): AuditRecord {
  return change(id, {
    ...{ entity: 'task_import', entity_id: IMPORT, entity_name: 'tasks.json' },
    before: { state: 'running' },
    after: {
      ...{ state: 'completed', file_name: 'tasks.json', rows_total: 15, undo_until: LATER },
      ...{ inserted: 12, updated: 3, unchanged: 0, ...after },
    },
    ...part,
  });
}

const links = (name: RegExp) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'));

describe('an import in the audit', () => {
  it('UI-152 is one row with its file and counts, and leads to its page and its undo', async () => {
    serveAudit(stub, [
      ended(8, {}, { group_id: 7, project_id: 2, labels: { project_id: { '2': 'Maps' } } }),
      ended(7, {}, { group_id: 7 }),
    ]);
    openAt('/admin/audit');
    const text = 'Imported tasks.json: 12 new, 3 changed';
    const row = await screen.findByRole('button', { name: text });
    expect(screen.getByText(/^ann@example\.com · · Maps and 1 other project$/)).toBeTruthy();
    expect(links(/^Open the page: Imported/)).toEqual([`/admin/tasks/${IMPORT}`]);
    expect(links(/^Undo on its page/)).toEqual([`/admin/tasks/${IMPORT}#undo`]);
    // The undo of the audit would be another one.
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(screen.queryByText(/^Part of/)).toBeNull();

    await userEvent.click(row);
    const table = within(await screen.findByRole('table'));
    expect(table.getByRole('row', { name: /Inserted/ }).textContent).toContain('12');
    expect(table.queryByRole('columnheader', { name: 'Before' })).toBeNull();
    expect(stub.callsOf('GET /api/v1/audit/')).toEqual([]);
  });

  it('UI-152 is marked as undone by its undo, and an undo says what it did', async () => {
    const counts = { undoes: IMPORT, inserted: 1, updated: 3, removed: 12, kept: 2 };
    serveAudit(stub, [ended(9, counts, { entity_id: UNDO, undoes: 7 }), ended(7)]);
    openAt('/admin/audit');
    const text = 'Undo of tasks.json: 3 put back, 12 removed, 1 made again, 2 left';
    expect(await screen.findByRole('button', { name: text })).toBeTruthy();
    expect(links(/^Undone$/)).toEqual(['/admin/audit?group=9']);
    expect(links(/^Undo of an earlier change$/)).toEqual(['/admin/audit?group=7']);
    expect(links(/^Undo on its page/)).toEqual([`/admin/tasks/${UNDO}#undo`]);
  });

  it.each([
    ['nothing was kept', { undo_until: undefined }],
    ['the time is over', { undo_until: '2026-02-04T10:00:00Z' }],
  ])('UI-152 has no undo if %s', async (_why, after) => {
    serveAudit(stub, [ended(7, after)]);
    openAt('/admin/audit');
    expect(await screen.findByRole('link', { name: /^Open the page/ })).toBeTruthy();
    expect(links(/^Undo/)).toEqual([]);
  });

  it('UI-152 leads nowhere for users who may not open its page', async () => {
    signInAs(grant(0, 'admin-view', 'rbac-manage'));
    serveAudit(stub, [ended(7)]);
    openAt('/admin/audit');
    expect(await screen.findByRole('button', { name: /^Imported tasks\.json/ })).toBeTruthy();
    expect(links(/^(Open|Undo)/)).toEqual([]);
  });

  it('UI-152 tells an upload, a preview and an undo that began', async () => {
    const began = (id: number, after: object) =>
      ended(id, {}, { action: 'create', before: null, after: { ...after, state: 'queued' } });
    serveAudit(stub, [
      began(9, { undoes: UNDO, dry_run: false }),
      began(8, { undoes: null, dry_run: true }),
      began(7, { undoes: null, dry_run: false }),
    ]);
    openAt('/admin/audit');
    for (const word of ['undo', 'preview', 'import']) {
      const name = `Created ${word} 'tasks.json'`;
      expect(await screen.findByRole('button', { name })).toBeTruthy();
    }
    expect(links(/^Open the page/)).toHaveLength(3);
    expect(links(/^Undo/)).toEqual([]);
  });

  it('UI-153 leads to its undo, which gets the focus', async () => {
    serveAudit(stub, [ended(7)]);
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, undo_until: LATER }));
    const tab = openAt('/admin/audit');
    await userEvent.click(await screen.findByRole('link', { name: /^Undo on its page/ }));
    const section = await screen.findByRole('region', { name: 'Undo' });
    await waitFor(() => expect(document.activeElement).toBe(section));
    expect(tab.url()).toBe(`/admin/tasks/${IMPORT}#undo`);
  });

  it('UI-153 leads from a change of a task to its whole history, for users who may open that', async () => {
    serveAudit(stub, [change(7, { entity: 'task', entity_id: '41' })]);
    const tab = openAt('/admin/audit');
    await press('Changed task 41');
    expect(links(/^History of this item/)).toEqual(['/admin/tasks/all/41/history']);
    await tab.open('/about');
    signInAs(grant(0, 'admin-view', 'rbac-manage'));
    await tab.open('/admin/audit');
    await press('Changed task 41');
    expect(links(/^History of this item/)).toEqual(['/admin/audit?entity=task&id=41']);
  });

  it('UI-154 filters by project, which is in the URL', async () => {
    serveAudit(stub, [ended(7)]);
    const tab = openAt('/admin/audit');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Project' }));
    const list = within(await screen.findByRole('listbox'));
    await waitFor(() =>
      expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        ...['All', 'Lyrics', 'Maps'],
      ]),
    );
    await userEvent.click(list.getByRole('option', { name: 'Maps' }));
    await waitFor(() => expect(tab.url()).toBe('/admin/audit?project=2'));
    const asked = () => stub.callsOf('GET /api/v1/audit/groups').map(filtersOf).at(-1);
    await waitFor(() => expect(asked()).toEqual({ project_id: 2 }));
    await press('Clear All');
    await waitFor(() => expect(asked()).toEqual({}));
  });
});
