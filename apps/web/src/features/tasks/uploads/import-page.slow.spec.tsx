import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../testing/import-stub';
import { importDetail, importReading, importSummary } from '../../../testing/imports';
import { openAt, press, requestsUnderWay } from '../../../testing/render';
import { grant, signInAs } from '../../../testing/users';
import { useUploadStore } from './upload-store';

const { stub, live, serveDetail } = importStub();

describe('one import', () => {
  it('WEB-34 shows the pushed progress to the end', async () => {
    serveDetail(IMPORT, importDetail(importReading(0, { import_id: IMPORT })));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Reading and checking rows')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    const push = (revision: number, over: object) =>
      live.emitAnything('import-progress', {
        project_id: 0,
        epoch: '',
        revision,
        import: importReading(1_000, { import_id: IMPORT, ...over }),
      });
    push(1, {});
    const bar = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');
    await waitFor(() => expect(bar()).toBe('22'));
    push(2, { phase: 'merging', rows_total: 1_000, rows_done: 500 });
    expect(await screen.findByText(/^500 of 1,000 rows/)).toBeTruthy();
    expect(bar()).toBe('67');
    serveDetail(IMPORT);
    push(3, importSummary({ import_id: IMPORT }));
    expect(await screen.findByText('Import successful!')).toBeTruthy();
  });

  it('WEB-92 requests nothing in a hidden tab, and its end at once when the tab is shown', async () => {
    serveDetail(IMPORT, importDetail(importReading(0, { import_id: IMPORT })));
    openAt(`/admin/tasks/${IMPORT}`);
    await screen.findByText('Reading and checking rows');
    await screen.findByRole('button', { name: 'Connection: Live' });
    try {
      act(() => focusManager.setFocused(false));
      const before = stub.calls.length;
      serveDetail(IMPORT);
      live.emitAnything('import-progress', {
        ...{ project_id: 0, epoch: '', revision: 1, import: importSummary({ import_id: IMPORT }) },
      });
      expect(await screen.findByText('Import successful!')).toBeTruthy();
      expect(requestsUnderWay()).toBe(0);
      expect(stub.calls).toHaveLength(before);
      act(() => focusManager.setFocused(true));
      await waitFor(() => expect(stub.calls.length).toBeGreaterThan(before));
    } finally {
      act(() => focusManager.setFocused(undefined));
    }
  });

  it('WEB-34 shows the rate and the time left, which a moment of progress tells', async () => {
    const reading = (seconds: number) =>
      importReading(seconds * 100, { import_id: IMPORT, rows_done: seconds * 4_000 });
    serveDetail(IMPORT, importDetail(reading(0)));
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const started = Date.now();
      openAt(`/admin/tasks/${IMPORT}`);
      expect(await screen.findByText(/^0 rows ·/)).toBeTruthy();
      await screen.findByRole('button', { name: 'Connection: Live' });
      for (const seconds of [1, 2, 3]) {
        vi.setSystemTime(started + seconds * 1_000);
        live.emitAnything('import-progress', {
          ...{ project_id: 0, epoch: '', revision: seconds, import: reading(seconds) },
        });
        const line = await screen.findByText(new RegExp(`^${seconds * 4},000 rows ·`));
        // The pace is that since the first movement; one second of it does not tell how long the rest takes.
        if (seconds > 1) await waitFor(() => expect(line.textContent).toContain(' · 4,000 rows/s'));
        if (seconds < 3) expect(line.textContent).not.toContain('left');
        else expect(line.textContent).toMatch(/ · \d+ s left$/);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('WEB-39 can be cancelled after another import was, on whose page the user was', async () => {
    for (const [id, name] of [
      [IMPORT, 'first.json'],
      [PREVIEW, 'second.json'],
    ] as const) {
      const reading = importReading(0, { import_id: id, file_name: name });
      serveDetail(id, importDetail(reading));
      stub.on(`POST /api/v1/tasks/imports/${id}/cancel`, () => ({ json: {} }));
    }
    // It is known before its page opens, so no placeholder replaces the former page.
    useUploadStore.getState().follow(PREVIEW);
    const tab = openAt(`/admin/tasks/${IMPORT}`);
    await press('Cancel import');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel import' }),
    );
    const cancel = () => screen.getByRole('button', { name: 'Cancel import' });
    await waitFor(() => expect(cancel().hasAttribute('disabled')).toBe(true));
    await waitFor(() =>
      expect(stub.callsOf(`POST /api/v1/tasks/imports/${IMPORT}/cancel`)).toHaveLength(1),
    );
    await tab.open(`/admin/tasks/${PREVIEW}`);
    await screen.findByRole('heading', { name: 'second.json' });
    expect(cancel().hasAttribute('disabled')).toBe(false);
    useUploadStore.getState().unfollow(PREVIEW);
  });

  it('HIST-8 links to the history of the import', async () => {
    serveDetail(IMPORT);
    openAt(`/admin/tasks/${IMPORT}`);
    const link = await screen.findByRole('link', { name: 'History' });
    expect(link.getAttribute('href')).toBe(`/admin/audit?entity=task_import&id=${IMPORT}`);
  });

  it('HIST-8 has no such link for users who cannot open the audit', async () => {
    signInAs(grant(0, 'admin-view', 'data-upload'));
    serveDetail(IMPORT);
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
  });

  it('WEB-35 shows the counts of an import that has ended', async () => {
    serveDetail(IMPORT);
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    const sentence = '12 inserted, 3 updated, 4 unchanged, 2 delivery batches';
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByText('1 min 15 s')).toBeTruthy();
  });

  it('WEB-35 shows how many rows were skipped and how many warnings there are', async () => {
    const counts = { on_error: 'skip' as const, error_count: 995, warning_count: 1 };
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...counts }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    expect(screen.getByText('995 errors in rows that were skipped, 1 warning')).toBeTruthy();
  });

  it('WEB-54 runs an import again while its file is kept', async () => {
    serveDetail(IMPORT);
    serveDetail(PREVIEW, importDetail(importReading(0, { import_id: PREVIEW })));
    stub.on(`POST /api/v1/tasks/imports/${IMPORT}/run-again`, () => ({
      status: 202,
      json: importReading(0, { import_id: PREVIEW, status: 'queued', phase: 'waiting' }),
    }));
    openAt(`/admin/tasks/${IMPORT}`);
    await press('Run again');
    expect(await screen.findByText('Reading and checking rows')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull());
  });

  it.each([
    ['Import', { dry_run: true }, 'dry_run=false'],
    [
      'Run again, skipping invalid rows',
      { status: 'failed', error_count: 2, tasks_imported: null },
      'on_error=skip',
    ],
  ] as const)('WEB-61 offers %s', async (button, over, query) => {
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...over }));
    const run = `POST /api/v1/tasks/imports/${IMPORT}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0, { import_id: PREVIEW }) }));
    serveDetail(PREVIEW);
    const tab = openAt(`/admin/tasks/${IMPORT}`);
    await press(button);
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${PREVIEW}`));
    expect(stub.callsOf(run)[0]?.url).toContain(query);
  });

  it('WEB-63 counts all errors by field, and lists those of one', async () => {
    const error = (row: number, field: string) => ({
      ...{ row, field, severity: 'error' as const, reason: `reason ${row}` },
    });
    const errors = [error(1, 'status'), error(2, 'user_email'), error(3, 'user_email')];
    const failed = { status: 'failed', error_count: 3, tasks_imported: null } as const;
    const fields = [
      { field: 'user_email', count: 70_000 },
      { field: 'status', count: 140 },
      { field: '', count: 1 },
    ];
    stub.on(`GET /api/v1/tasks/imports/${IMPORT}`, ({ url }) => {
      const asked = new URL(url, 'http://portal').searchParams.get('field');
      const ofField = asked === 'status' ? [error(20_000, 'status')] : [];
      const listed = asked === null ? errors : ofField;
      return { json: importDetail({ import_id: IMPORT, ...failed, fields, errors: listed }) };
    });
    const tab = openAt(`/admin/tasks/${IMPORT}`);
    const group = within(await screen.findByRole('group', { name: 'Errors by field' }));
    const names = group.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['user_email 70,000', 'status 140', 'Whole row 1']);
    await userEvent.click(group.getByRole('button', { name: 'status 140' }));
    expect(await screen.findByRole('row', { name: /20,000/ })).toBeTruthy();
    expect(screen.queryByRole('row', { name: /user_email/ })).toBeNull();
    expect(screen.getByText('status: 140; the first 1 are listed')).toBeTruthy();
    expect(tab.url()).toBe(`/admin/tasks/${IMPORT}?field=status`);
    await userEvent.click(group.getByRole('button', { name: 'Whole row 1' }));
    expect(await screen.findByText(/^Whole row: 1; they come after the first errors/)).toBeTruthy();
  });

  it('OPS-43 says that errors are no longer kept', async () => {
    const fields = [
      { field: 'status', count: 2 },
      { field: 'user_email', count: 1 },
    ];
    const old = { status: 'failed', error_count: 3, tasks_imported: null } as const;
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...old, errors: [], fields }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('3 errors; they are no longer kept')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Errors by field' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download errors.csv' })).toBeNull();
  });

  it('WEB-54 offers no second run without the file', async () => {
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, file_kept_until: null }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull();
  });

  it('WEB-35 shows why an import failed, its first errors, and downloads all of them', async () => {
    const errors = [
      {
        row: 3,
        field: 'user_email',
        severity: 'error' as const,
        reason: 'must be an email or null',
      },
      { row: 9, field: 'turing_task_id', severity: 'warning' as const, reason: 'repeated' },
    ];
    serveDetail(
      IMPORT,
      importDetail({
        import_id: IMPORT,
        status: 'failed',
        tasks_imported: null,
        error_count: 240,
        warning_count: 1,
        failure: { code: 'import-failed', detail: '240 rows are invalid' },
        errors,
      }),
    );
    stub.on(`GET /api/v1/tasks/imports/${IMPORT}/errors.csv`, () => ({ text: 'row,field\r\n' }));
    const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:errors');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('240 rows are invalid')).toBeTruthy();
    expect(screen.getByText('Nothing has been imported.')).toBeTruthy();
    const table = within(screen.getByRole('table'));
    const rows = table.getAllByRole('row').slice(1);
    const shown = rows.map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ]);
    // The cell of the field has the others too, for a phone.
    expect(shown).toEqual([
      ['3', 'user_emailerrormust be an email or null', 'error', 'must be an email or null'],
      ['9', 'turing_task_idwarningrepeated', 'warning', 'repeated'],
    ]);
    expect(screen.getByText('240 errors, 1 warning; the first 2 are listed')).toBeTruthy();
    await press('Download errors.csv');
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    const [call] = stub.callsOf(`GET /api/v1/tasks/imports/${IMPORT}/errors.csv`);
    expect(call?.headers.authorization).toMatch(/^Bearer /);
    expect(save).toHaveBeenCalledOnce();
  });

  it('WEB-38 polls the server without a live connection', async () => {
    let asked = 0;
    stub.on(`GET /api/v1/tasks/imports/${IMPORT}`, () => {
      asked += 1;
      const running = importDetail(importReading(500, { import_id: IMPORT }));
      return { json: asked < 2 ? running : importDetail({ import_id: IMPORT }) };
    });
    live.admits = () => false;
    stub.on('POST /api/auth/refresh', () => ({ status: 503 }));
    vi.spyOn(console, 'error').mockReturnValue();
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Reading and checking rows')).toBeTruthy();
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    live.admits = () => true;
  });

  it('WEB-38 keeps the newest state when the connection is lost', async () => {
    const asked = importReading(0, { import_id: IMPORT, phase: 'waiting' });
    serveDetail(IMPORT, importDetail(asked));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Waiting for its turn')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    live.emitAnything('import-progress', {
      project_id: 0,
      epoch: '',
      revision: 1,
      import: importReading(1_000, { import_id: IMPORT }),
    });
    expect(await screen.findByText('Reading and checking rows')).toBeTruthy();
    stub.on(`GET /api/v1/tasks/imports/${IMPORT}`, () => ({ status: 503 }));
    vi.spyOn(console, 'error').mockReturnValue();
    live.admits = () => false;
    stub.on('POST /api/auth/refresh', () => ({ status: 503 }));
    for (const socket of live.sockets) socket.conn.close();
    await screen.findByRole('button', { name: 'Connection: Reconnecting' });
    expect(screen.getByText('Reading and checking rows')).toBeTruthy();
    live.admits = () => true;
  });

  it('WEB-38 shows that an import does not exist', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Resource not found')).toBeTruthy();
  });

  it('WEB-101 says that it waits until another import has merged, with its place', async () => {
    const merging = { phase: 'merging', rows_total: 20, rows_done: 0 } as const;
    const waits = importReading(2_000, { import_id: IMPORT, ...merging, queue_place: 2 });
    serveDetail(IMPORT, importDetail(waits));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Waiting until another import has merged')).toBeTruthy();
    expect(screen.getByText(/^Place 2 in the queue/)).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    const merges = { ...waits, queue_place: null };
    serveDetail(IMPORT, importDetail(merges));
    live.emitAnything('import-progress', {
      ...{ project_id: 0, epoch: '', revision: 1, import: merges },
    });
    expect(await screen.findByText('Merging rows')).toBeTruthy();
    expect(screen.queryByText(/in the queue/)).toBeNull();
  });

  it('WEB-39 requests the cancellation, once it is confirmed', async () => {
    serveDetail(IMPORT, importDetail(importReading(500, { import_id: IMPORT })));
    stub.on(`POST /api/v1/tasks/imports/${IMPORT}/cancel`, () => {
      serveDetail(IMPORT, importDetail({ import_id: IMPORT, status: 'cancelled' }));
      return { status: 202, json: {} };
    });
    openAt(`/admin/tasks/${IMPORT}`);
    await press('Cancel import');
    await press('Keep the import');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.callsOf(`POST /api/v1/tasks/imports/${IMPORT}/cancel`)).toHaveLength(0);
    await press('Cancel import');
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the import?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel import' }));
    expect(await screen.findByText('Import cancelled')).toBeTruthy();
  });

  it('WEB-39 shows that a preview was cancelled', async () => {
    serveDetail(
      PREVIEW,
      importDetail({
        import_id: PREVIEW,
        dry_run: true,
        status: 'cancelled',
        tasks_imported: null,
      }),
    );
    openAt(`/admin/tasks/${PREVIEW}`);
    expect(await screen.findByText('Preview cancelled')).toBeTruthy();
  });

  it('WEB-34 shows no remaining time during the commit', async () => {
    const committing = importReading(0, { import_id: IMPORT, phase: 'committing' });
    serveDetail(IMPORT, importDetail(committing));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Updating the statistics')).toBeTruthy();
    expect(screen.getByText(/almost done/)).toBeTruthy();
    expect(screen.queryByText(/ left/)).toBeNull();
  });
});
