import type { ImportSummary } from '@portal/contracts/imports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../testing/import-stub';
import { importReading, importSummary } from '../../testing/imports';
import { openAt } from '../../testing/render';
import { grant, signInAs } from '../../testing/users';

const { stub, live } = importStub();

const RUNNING = importReading(500, { import_id: IMPORT, file_name: 'first.json', error_count: 7 });
const QUEUED = importReading(0, {
  ...{ import_id: PREVIEW, file_name: 'second.json', status: 'queued', phase: 'waiting' },
  ...{ uploaded_by: 'ben@example.com', dry_run: true, on_error: 'skip', started_at: null },
});

/** The list of imports has these; other lists are empty. */
function serve(...underWay: ImportSummary[]): void {
  stub.on('GET /api/v1/tasks/imports/', ({ url }) => {
    const items = url.includes('queued') ? underWay : [];
    return { json: { items, total: items.length, page: 1, size: 100 } };
  });
}
const region = async () => within(await screen.findByRole('region', { name: 'Under way' }));
const push = (summary: typeof RUNNING) =>
  live.emitAnything('import-progress', { project_id: 0, epoch: '', revision: 1, import: summary });

describe('imports under way', () => {
  it('WEB-60 shows each with its progress, its place in the queue and its uploader', async () => {
    serve(RUNNING, QUEUED);
    openAt('/admin/tasks');
    const card = await region();
    expect(card.getByText('1 running, 1 waiting')).toBeTruthy();
    const first = within(card.getByRole('listitem', { name: 'first.json' }));
    expect(first.getByText('Reading and checking rows')).toBeTruthy();
    expect(first.getByText(/by zoe@example.com · 7 errors so far/)).toBeTruthy();
    const second = within(card.getByRole('listitem', { name: 'second.json' }));
    expect(second.getByText('Next in the queue')).toBeTruthy();
    expect(second.getByText('Preview')).toBeTruthy();
    expect(second.getByText('Skips invalid rows')).toBeTruthy();
    expect(second.getByText(/by ben@example.com/)).toBeTruthy();
  });

  it('WEB-60 counts only waiting imports before one in the queue', async () => {
    const other = (n: number, summary: ImportSummary): ImportSummary => ({
      ...summary,
      ...{ import_id: IMPORT.replace(/b2$/, `c${n}`), file_name: `other-${n}.json` },
    });
    serve(RUNNING, other(1, RUNNING), QUEUED, other(2, QUEUED));
    openAt('/admin/tasks');
    const card = await region();
    expect(card.getByText('2 running, 2 waiting')).toBeTruthy();
    const next = within(card.getByRole('listitem', { name: 'second.json' }));
    expect(next.getByText('Next in the queue')).toBeTruthy();
    const last = within(card.getByRole('listitem', { name: 'other-2.json' }));
    expect(last.getByText('1 import before it in the queue')).toBeTruthy();
  });

  it('WEB-60 follows the pushed states, and leaves out what has ended', async () => {
    serve(RUNNING, QUEUED);
    openAt('/admin/tasks');
    const card = await region();
    await screen.findByRole('button', { name: 'Connection: Live' });
    push({ ...RUNNING, phase: 'merging', rows_total: 20, rows_done: 10 });
    expect(await card.findByText(/10 of 20 rows/)).toBeTruthy();
    push(importSummary({ import_id: IMPORT, file_name: 'first.json' }));
    await waitFor(() => expect(card.queryByRole('listitem', { name: 'first.json' })).toBeNull());
    expect(card.getByText('Next in the queue')).toBeTruthy();
  });

  it('WEB-60 cancels one of them', async () => {
    serve(RUNNING, QUEUED);
    const cancel = `POST /api/v1/tasks/imports/${PREVIEW}/cancel` as const;
    stub.on(cancel, () => ({ json: {} }));
    openAt('/admin/tasks');
    const card = await region();
    await userEvent.click(card.getByRole('button', { name: 'Cancel import of second.json' }));
    await waitFor(() => expect(stub.callsOf(cancel)).toHaveLength(1));
  });

  it('WEB-60 does not count the queue for users who see only their own imports', async () => {
    signInAs(grant(1, 'admin-view', 'data-upload'));
    serve(RUNNING, QUEUED);
    openAt('/admin/tasks');
    const card = await region();
    expect(card.getByText('The import has been queued')).toBeTruthy();
    expect(card.queryByText(/in the queue/)).toBeNull();
  });
});
