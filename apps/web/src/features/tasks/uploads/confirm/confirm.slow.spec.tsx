import type { ImportDetail } from '@portal/contracts/import-detail';
import type { ImportShare } from '@portal/contracts/imports';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useProjectStore } from '../../../../lib/project-store';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../../testing/import-stub';
import { importDetail, importReading, importSummary } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { refusal } from '../../../../testing/stub-server';
import { project } from '../../../../testing/users';
import { useToastStore } from '../../../../ui/toast-store';
import { withPushed } from '../../../../live/pushed-imports';
import { useUploadStore } from '../upload-store';
import { shareTexts } from './shares-above';

const { stub, live, serveDetail } = importStub();

const share = (over: Partial<ImportShare> = {}): ImportShare => ({
  ...{ project_id: 1, project: 'Apollo', tasks: 20_000, changed: 12_345, sent_back: 300 },
  ...{ max_changed_percent: 10, max_sent_back_percent: 0.5, is_above: true },
  ...over,
});
const ASKED_AT = '2026-01-05T10:00:07.123456Z';
const asking: Partial<ImportDetail> = {
  ...{ import_id: IMPORT, status: 'unconfirmed', phase: 'waiting', finished_at: null },
  ...{ file_kept_until: null, shares: [share()], needs_confirmation: true },
  ...{ tasks_imported: null },
  would_import: { insert: 12, update: 3, unchanged: 4, delivery_batches: 2 },
  ...{ waiting_since: ASKED_AT, confirmed_at: null },
  waits_for: { confirmation: true, count: 0, hidden: 0, imports: [] },
  sample: [
    {
      turing_task_id: 7,
      fields: [{ field: 'status', before: 'completed', after: 'rework' }],
    },
  ],
};
const asks = (over: Partial<ImportDetail> = {}) => importDetail({ ...asking, ...over });
const CONFIRM = `POST /api/v1/tasks/imports/${IMPORT}/confirm` as const;
const toast = () => useToastStore.getState().toast.message;

describe('the numbers above a limit', () => {
  it('UP-60 are how many tasks of how many, and what is allowed', () => {
    expect(shareTexts(share())).toEqual([
      'changes 12,345 of 20,000 tasks (61.73%); its rules ask above 10%',
      'sends back 300 of 20,000 tasks (1.5%) from a done status; its rules ask above 0.5%',
    ]);
    expect(shareTexts(share({ sent_back: 100, max_changed_percent: 0 }))).toEqual([
      'changes 12,345 of 20,000 tasks (61.73%); its rules always ask',
    ]);
    expect(shareTexts(share({ changed: 1, max_sent_back_percent: null }))).toEqual([]);
  });
});

describe('an unconfirmed import', () => {
  it('UP-60 asks with its numbers, counts and changed tasks, and nothing moves', async () => {
    const beta = share({
      project_id: 2,
      project: 'Beta',
      changed: 1,
      sent_back: 0,
      is_above: false,
    });
    serveDetail(IMPORT, asks({ shares: [share(), beta] }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('This import waits for your confirmation')).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Above the limits' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(list.getByRole('link', { name: 'Apollo' }).getAttribute('href')).toBe(
      '/admin/projects/1',
    );
    expect(list.getByText(/changes 12,345 of 20,000 tasks \(61.73%\)/)).toBeTruthy();
    expect(screen.getByText('Update', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
      '3',
    );
    expect(await screen.findByRole('table', { name: 'Changed tasks' })).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
  });

  it('UP-60 is imported after the confirmation, on the same page', async () => {
    serveDetail(IMPORT, asks());
    const queued = importReading(0, {
      ...{ import_id: IMPORT, status: 'queued', phase: 'waiting' },
      ...{ confirmed_at: '2026-01-05T11:00:00Z', confirmed_by: 'zoe@example.com' },
    });
    stub.on(CONFIRM, () => {
      serveDetail(IMPORT, importDetail(queued));
      return { status: 202, json: queued };
    });
    const tab = openAt(`/admin/tasks/${IMPORT}`);
    await press('Import anyway');
    expect(await screen.findByText('Waiting for its turn')).toBeTruthy();
    expect(stub.callsOf(CONFIRM).map(({ body }) => JSON.parse(body ?? '') as unknown)).toEqual([
      { waiting_since: ASKED_AT },
    ]);
    expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`);
    expect(screen.queryByText('This import waits for your confirmation')).toBeNull();
    const confirmed = screen.getByText('Confirmed by').nextElementSibling;
    expect(confirmed?.textContent).toContain('zoe@example.com, ');
  });

  it('UP-60 says why a confirmation is refused, and can be cancelled', async () => {
    serveDetail(IMPORT, asks());
    stub.on(CONFIRM, () => refusal('conflict', 409, 'The import asks again'));
    stub.on(`POST /api/v1/tasks/imports/${IMPORT}/cancel`, () => {
      serveDetail(IMPORT, asks({ status: 'cancelled', phase: 'done', would_import: null }));
      return { status: 202, json: importSummary() };
    });
    openAt(`/admin/tasks/${IMPORT}`);
    await press('Import anyway');
    await waitFor(() => expect(toast()).toContain('The import asks again'));
    await press('Cancel import');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel import' }));
    expect(await screen.findByText('Import cancelled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import anyway' })).toBeNull();
  });

  it('UP-60 appears when the question is pushed, with what only the detail has', async () => {
    const merging = importReading(2_000, { import_id: IMPORT, phase: 'merging', rows_total: 20 });
    serveDetail(IMPORT, importDetail(merging));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Merging rows')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    serveDetail(IMPORT, asks());
    const { sample: _s, errors: _e, fields: _f, ...pushed } = asks();
    live.emitAnything('import-progress', {
      ...{ project_id: 0, epoch: '', revision: 1, import: pushed },
    });
    expect(await screen.findByText('This import waits for your confirmation')).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Changed tasks' })).toBeTruthy();
  });

  it('UP-60 is not shown again by an old push after the confirmation', () => {
    const { sample: _s, errors: _e, fields: _f, ...pushed } = asks();
    const before = importReading(0, { import_id: IMPORT });
    const after = importReading(0, { import_id: IMPORT, confirmed_at: '2026-01-05T11:00:00Z' });
    expect(withPushed(before, pushed)).toBe(pushed);
    expect(withPushed(after, pushed)).toBe(after);
    const again = { ...pushed, confirmed_at: after.confirmed_at };
    expect(withPushed(after, again)).toBe(again);
  });
});

describe('where an unconfirmed import is listed', () => {
  it('UP-62 is first under way, with since when and the way to its page', async () => {
    const running = importReading(100, { import_id: PREVIEW, file_name: 'other.json' });
    stub.on('GET /api/v1/tasks/imports/', ({ url }) => {
      const items = url.includes('queued') ? [running, asks()] : [asks()];
      return { json: { items, total: items.length, page: 1, size: 100 } };
    });
    openAt('/admin/tasks');
    const card = within(await screen.findByRole('region', { name: 'Under way' }));
    expect(card.getByText('1 waits for a confirmation, 1 running, 0 waiting')).toBeTruthy();
    const [first] = card.getAllByRole('listitem');
    expect(first?.getAttribute('aria-label')).toBe('tasks.json');
    expect(within(first ?? document.body).getByText(/^Waits for a confirmation for /)).toBeTruthy();
    const decide = card.getByRole('link', { name: 'Decide about tasks.json' });
    expect(decide.getAttribute('href')).toBe(`/admin/tasks/${IMPORT}`);
    const table = within(await screen.findByRole('table', { name: 'Imports' }));
    expect(table.getByText('Unconfirmed')).toBeTruthy();
    expect(table.queryByRole('progressbar')).toBeNull();
  });

  it('UP-62 is in the panel of the shell, and a toast says so once', async () => {
    useUploadStore.getState().follow(IMPORT);
    serveDetail(IMPORT, asks());
    const tab = openAt('/profile');
    const row = within(await screen.findByRole('listitem', { name: 'tasks.json' }));
    expect(row.getByText('Waits for a confirmation')).toBeTruthy();
    await waitFor(() => expect(toast()).toBe('tasks.json: Waits for a confirmation'));
    await userEvent.click(row.getByRole('link', { name: 'Open tasks.json' }));
    expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByRole('button', { name: 'Import anyway' })).toBeTruthy();
    useUploadStore.getState().unfollow(IMPORT);
  });
});

describe('a preview', () => {
  it('UP-61 says that an import needs a confirmation, and imports the kept file with it', async () => {
    const preview = { import_id: PREVIEW, dry_run: true, needs_confirmation: true };
    serveDetail(PREVIEW, importDetail({ ...preview, shares: [share()] }));
    serveDetail(IMPORT);
    const run = `POST /api/v1/tasks/imports/${PREVIEW}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
    const tab = openAt(`/admin/tasks/${PREVIEW}`);
    expect(await screen.findByText('An import of this file needs a confirmation')).toBeTruthy();
    expect(screen.getByText(/sends back 300 of 20,000 tasks/i)).toBeTruthy();
    await press('Import anyway');
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`));
    expect(stub.callsOf(run)[0]?.url).toContain('?dry_run=false&confirm=true');
  });

  it('UP-61 says nothing of a confirmation that is not needed', async () => {
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, dry_run: true }));
    serveDetail(IMPORT);
    const run = `POST /api/v1/tasks/imports/${PREVIEW}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
    openAt(`/admin/tasks/${PREVIEW}`);
    await press('Import');
    await waitFor(() => expect(stub.callsOf(run)).toHaveLength(1));
    expect(stub.callsOf(run)[0]?.url).not.toContain('confirm');
    expect(screen.queryByText('An import of this file needs a confirmation')).toBeNull();
  });
});

describe('a first import', () => {
  it('UP-63 opens the dashboard of its project', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [project(0), project(1), project(2)] }));
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, filled_projects: [2] }));
    openAt(`/admin/tasks/${IMPORT}`);
    const link = await screen.findByRole('link', { name: 'Open the dashboard' });
    expect(link.getAttribute('href')).toBe('/projects/2/dashboard');
  });

  it('UP-63 names the projects if there are several, and offers none that the user does not see', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [project(1), project(2)] }));
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, filled_projects: [1, 2, 3] }));
    openAt(`/admin/tasks/${IMPORT}`);
    const links = await screen.findAllByRole('link', { name: /^Open the dashboard of/ });
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Open the dashboard of Project 1',
      'Open the dashboard of Project 2',
    ]);
  });

  it('UP-63 opens the dashboard of the selected project if it had tasks', async () => {
    stub.on('GET /api/v1/projects/', () => ({ json: [project(1), project(2)] }));
    serveDetail(IMPORT);
    openAt(`/admin/tasks/${IMPORT}`);
    await screen.findByRole('link', { name: 'Open the dashboard of Project 1' });
    act(() => void useProjectStore.getState().select(2));
    const link = await screen.findByRole('link', { name: 'Open the dashboard of Project 2' });
    expect(link.getAttribute('href')).toBe('/projects/2/dashboard');
  });
});
