import type { ImportSummary } from '@portal/contracts/imports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../testing/import-stub';
import { importReading, importSummary } from '../../../testing/imports';
import { openAt, press } from '../../../testing/render';
import { refusal } from '../../../testing/stub-server';

const { stub, live } = importStub();

const RUNNING = importReading(500, { import_id: IMPORT, file_name: 'first.json', error_count: 7 });
const QUEUED = importReading(0, {
  ...{ import_id: PREVIEW, file_name: 'second.json', status: 'queued', phase: 'waiting' },
  ...{ uploaded_by: 'ben@example.com', dry_run: true, on_error: 'skip', started_at: null },
  queue_place: 1,
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

  it('WEB-101 shows the place that the server counts', async () => {
    serve(RUNNING, { ...QUEUED, queue_place: 3 });
    openAt('/admin/tasks');
    const card = await region();
    expect(card.getByText('1 running, 1 waiting')).toBeTruthy();
    const next = within(card.getByRole('listitem', { name: 'second.json' }));
    expect(next.getByText('Place 3 in the queue')).toBeTruthy();
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

  it('WEB-60 keeps the pushed states when the connection is lost', async () => {
    serve(RUNNING, QUEUED);
    openAt('/admin/tasks');
    const card = await region();
    await screen.findByRole('button', { name: 'Connection: Live' });
    // With the connection the lists are lost, too.
    stub.on('GET /api/v1/tasks/imports/', () => refusal('unavailable', 503, 'Away'));
    push({ ...RUNNING, phase: 'merging', rows_total: 20, rows_done: 10 });
    expect(await card.findByText(/10 of 20 rows/)).toBeTruthy();
    live.admits = () => false;
    live.refusal = 'unavailable';
    for (const { conn } of live.sockets) conn.close();
    await screen.findByRole('button', { name: /^Connection: (?!Live)/ });
    expect(card.getByText(/10 of 20 rows/)).toBeTruthy();
    live.admits = () => true;
  });

  it('WEB-60 cancels one of them', async () => {
    serve(RUNNING, QUEUED);
    const cancel = `POST /api/v1/tasks/imports/${PREVIEW}/cancel` as const;
    stub.on(cancel, () => ({ json: {} }));
    openAt('/admin/tasks');
    const card = await region();
    await userEvent.click(card.getByRole('button', { name: 'Cancel import of second.json' }));
    await press('Cancel preview');
    await waitFor(() => expect(stub.callsOf(cancel)).toHaveLength(1));
  });
});
