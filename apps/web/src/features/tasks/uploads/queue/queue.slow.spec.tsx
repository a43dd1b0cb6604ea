import type { ImportView } from '@portal/contracts/imports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../../testing/import-stub';
import { importDetail, importReading, importSummary } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { grant, signInAs } from '../../../../testing/users';

const { stub, serveDetail } = importStub();

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * MINUTE_MS - 1_000).toISOString();

const ahead = (over: Partial<ImportView>) =>
  importReading(1_000, { file_name: 'tasks-a.json', uploaded_by: 'ann@example.com', ...over });
const BEFORE = [
  ahead({ import_id: PREVIEW, phase: 'merging', rows_done: 10, rows_total: 20 }),
  ahead({
    ...{ import_id: '0197f3a0-0000-7000-8000-0000000000c1', file_name: 'tasks-b.json' },
    ...{ status: 'queued', phase: 'waiting' },
  }),
];

const queued = (over: Partial<ImportView> = {}): ImportView =>
  importReading(0, {
    ...{ import_id: IMPORT, file_name: 'second.json', status: 'queued', phase: 'waiting' },
    ...{ started_at: null, queue_place: 2, waiting_since: minutesAgo(3) },
    waits_for: { confirmation: false, count: 4, hidden: 2, imports: BEFORE },
    ...over,
  });

function serveList(...items: ImportView[]): void {
  stub.on('GET /api/v1/tasks/imports/', ({ url }) => {
    const found = url.includes('queued') ? items : [];
    return { json: { items: found, total: found.length, page: 1, size: 100 } };
  });
}

describe('what an import waits for', () => {
  it('IMP-124 is on the page of the import, with uploader and progress of each', async () => {
    serveDetail(IMPORT, importDetail(queued()));
    openAt(`/admin/tasks/${IMPORT}`);
    const section = within(await screen.findByRole('region', { name: 'Waits for' }));
    expect(section.getByText(/^Waits behind 4 imports for 3 min \d+ s$/)).toBeTruthy();
    const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'tasks-a.json of ann@example.comMerging rows, 67%',
      'tasks-b.json of ann@example.comWaiting for its turn',
      '2 imports of other users',
    ]);
    const link = section.getByRole('link', { name: 'tasks-a.json' });
    expect(link.getAttribute('href')).toBe(`/admin/tasks/${PREVIEW}`);
  });

  it('IMP-124 is nobody if a worker will take it, or if it does not wait', async () => {
    const nobody = { confirmation: false, count: 0, hidden: 0, imports: [] };
    serveDetail(IMPORT, importDetail(queued({ waits_for: nobody, queue_place: 1 })));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText(/^Waits for a free worker for 3 min/)).toBeTruthy();
    serveDetail(IMPORT, importDetail(importReading(500, { import_id: IMPORT })));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Waits for' })).toBeNull());
  });

  it('IMP-124 is under way in a line, and those that wait are in the order of the queue', async () => {
    const other = queued({
      ...{ import_id: PREVIEW, file_name: 'third.json', queue_place: 1 },
      waits_for: { confirmation: false, count: 1, hidden: 1, imports: [] },
    });
    serveList(queued(), other);
    openAt('/admin/tasks');
    const card = within(await screen.findByRole('region', { name: 'Under way' }));
    const files = card.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'));
    expect(files).toEqual(['third.json', 'second.json']);
    expect(
      card.getByText(
        /^Waits behind 4 imports for 3 min \d+ s: tasks-a.json of ann@example.com, 3 more$/,
      ),
    ).toBeTruthy();
    expect(card.getByText(/^Waits behind 1 import for .*: 1 import of other users$/)).toBeTruthy();
  });
});

describe('the menu of a waiting import', () => {
  const MOVE = `POST /api/v1/tasks/imports/${IMPORT}/move` as const;
  const bodies = () => stub.callsOf(MOVE).map(({ body }): unknown => JSON.parse(body ?? ''));
  const answerMoves = () => stub.on(MOVE, () => ({ json: queued() }));

  it('IMP-125 moves it to the front by keyboard, and undoes that', async () => {
    answerMoves();
    serveDetail(IMPORT, importDetail(queued()));
    openAt(`/admin/tasks/${IMPORT}`);
    const button = await screen.findByRole('button', { name: 'Move' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const menu = within(await screen.findByRole('menu', { name: 'Move second.json' }));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'To the front of the queue',
      'To the end of the queue',
    ]);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('second.json moved to the front of the queue')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Move undone')).toBeTruthy();
    expect(bodies()).toEqual([
      { to: 'first', among: 'all' },
      { to: 'turn', among: 'own' },
    ]);
  });

  it('IMP-125 moves it among the own ones without the right to see all, and back to its turn', async () => {
    signInAs(grant(0, 'admin-view'), grant(1, 'data-upload'));
    answerMoves();
    const moved = { to: 'first', among: 'own' } as const;
    serveList(queued({ moved }));
    openAt('/admin/tasks?project_id=1');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Move second.json in the queue' }),
    );
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getByRole('menuitem', { name: 'Before my other imports' })).toBeTruthy();
    await userEvent.click(menu.getByRole('menuitem', { name: 'Behind my other imports' }));
    await press('Undo');
    await waitFor(() => expect(bodies()).toEqual([{ to: 'last', among: 'own' }, moved]));
    await userEvent.click(screen.getByRole('button', { name: 'Move second.json in the queue' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Back to its turn' }));
    await waitFor(() => expect(bodies()[2]).toMatchObject({ to: 'turn' }));
  });

  it('IMP-125 says why it cannot be moved, and is only there while it waits for a worker', async () => {
    stub.on(MOVE, () => ({
      status: 409,
      json: {
        ...{ type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' },
        ...{ detail: 'this one is running', instance: 'r' },
      },
    }));
    serveDetail(IMPORT, importDetail(queued()));
    openAt(`/admin/tasks/${IMPORT}`);
    await press('Move');
    await userEvent.click(await screen.findByRole('menuitem', { name: /end of the queue/ }));
    expect(await screen.findByText(/this one is running/)).toBeTruthy();
    serveDetail(IMPORT, importDetail(importSummary({ import_id: IMPORT })));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Move' })).toBeNull());
  });
});
