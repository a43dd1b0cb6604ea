import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../testing/import-stub';
import { importReading, importSummary } from '../../../testing/imports';
import { openAt, press } from '../../../testing/render';

const { stub, live } = importStub();
/** Requests of the list, without those of the imports under way. */
const pages = () =>
  stub.callsOf('GET /api/v1/tasks/imports/').filter(({ url }) => url.includes('page='));

describe('past imports', () => {
  const page = (number: number, total: number) => ({
    json: {
      items: [importSummary({ file_name: `page-${number}.json` })],
      total,
      page: number,
      size: 10,
    },
  });

  it('WEB-37 lists them by pages, with the page number in the URL', async () => {
    stub.on('GET /api/v1/tasks/imports/', ({ url }) =>
      page(Number(new URL(url, 'http://x').searchParams.get('page')), 25),
    );
    const tab = openAt('/admin/tasks?page=2');
    expect(await screen.findByText('page-2.json')).toBeTruthy();
    await press('Next page');
    expect(await screen.findByText('page-3.json')).toBeTruthy();
    expect(tab.url()).toBe('/admin/tasks?page=3');
    const link = screen.getByRole('link', { name: 'page-3.json' });
    expect(link.getAttribute('href')).toBe(`/admin/tasks/${importSummary().import_id}`);
  });

  it.each(['0', '-1', 'x', '1.5'])(
    'WEB-37 treats page %s in the URL as the first',
    async (value) => {
      stub.on('GET /api/v1/tasks/imports/', () => page(1, 1));
      openAt(`/admin/tasks?page=${value}`);
      await screen.findByText('page-1.json');
      expect(pages()[0]?.url).toContain('page=1&size=10');
    },
  );

  it('WEB-62 limits the list to a state, and shows the numbers of errors', async () => {
    const failed = importSummary({ status: 'failed', error_count: 1_200, warning_count: 1 });
    stub.on('GET /api/v1/tasks/imports/', ({ url }) => ({
      json: { items: url.includes('failed') ? [failed] : [], total: 1, page: 1, size: 10 },
    }));
    const tab = openAt('/admin/tasks?page=3');
    await userEvent.click(await screen.findByRole('combobox', { name: 'State of the imports' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Failed' }));
    expect(await screen.findByText('1,200 errors, 1 warning')).toBeTruthy();
    expect(tab.url()).toBe('/admin/tasks?status=failed');
    const request = pages().at(-1)?.url ?? '';
    expect(new URL(request, 'http://x').searchParams.get('filters')).toBe(
      '{"status":{"eq":"failed"}}',
    );
  });

  it('HOME-64 a link lists the imports that contradict the portal, with how many rows do', async () => {
    const found = importSummary({ conflict_count: 2, warning_count: 5 });
    stub.on('GET /api/v1/tasks/imports/', () => ({
      json: { items: [found], total: 1, page: 1, size: 10 },
    }));
    openAt('/admin/tasks?status=conflicts');
    expect(await screen.findByText('2 conflicts, 5 warnings')).toBeTruthy();
    expect(await screen.findByText('With conflicts')).toBeTruthy();
    expect(new URL(pages()[0]?.url ?? '', 'http://x').searchParams.get('filters')).toBe(
      '{"conflict_count":{"gt":0},"dry_run":{"eq":false}}',
    );
  });

  it('WEB-61 runs a listed import again while its file is kept', async () => {
    const gone = importSummary({
      import_id: PREVIEW,
      file_name: 'old.json',
      file_kept_until: null,
    });
    const kept = importSummary({ import_id: IMPORT });
    stub.on('GET /api/v1/tasks/imports/', () => ({
      json: { items: [kept, gone], total: 2, page: 1, size: 10 },
    }));
    const run = `POST /api/v1/tasks/imports/${IMPORT}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0) }));
    openAt('/admin/tasks');
    await press('Run tasks.json again');
    await waitFor(() => expect(stub.callsOf(run)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Run old.json again' })).toBeNull();
  });

  it('WEB-37 shows an import of another user as soon as it is pushed', async () => {
    openAt('/admin/tasks');
    expect(await screen.findByText('No imports yet')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    stub.on('GET /api/v1/tasks/imports/', () => ({
      json: { items: [importReading(100)], total: 1, page: 1, size: 10 },
    }));
    live.emitAnything('import-progress', {
      project_id: 0,
      epoch: '',
      revision: 1,
      import: importReading(100),
    });
    const row = within(await screen.findByRole('row', { name: /tasks.json/ }));
    expect(row.getByText('Running')).toBeTruthy();
  });
});
