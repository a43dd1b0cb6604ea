import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { importDetail, importReading, importSummary } from '../../testing/imports';
import { LiveServer } from '../../testing/live-server';
import { grant, signInAs, tokens } from '../../testing/people';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { refusal, stubServer, type Call } from '../../testing/stub-server';
import { useUploadStore } from './upload-store';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const PREVIEW = '0197f3a0-0000-7000-8000-0000000000b1';
const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';
const UPLOAD = 'POST /api/v1/tasks/upload';

/** Answers uploads: a dry run is the import PREVIEW, one for good is IMPORT. */
function serveUploads(): void {
  stub.on(UPLOAD, ({ url }) => ({
    status: 202,
    json: url.includes('dry_run=true')
      ? importReading(0, { import_id: PREVIEW, dry_run: true })
      : importReading(0, { import_id: IMPORT }),
  }));
}

function serveDetail(importId: string, detail = importDetail({ import_id: importId })): void {
  stub.on(`GET /api/v1/tasks/imports/${importId}`, () => ({ json: detail }));
}

async function choose(name = 'tasks.json', content = '[{}]') {
  const input = await screen.findByLabelText('Task file');
  await userEvent.upload(input, new File([content], name), { applyAccept: false });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const uploads = (): Call[] => stub.callsOf(UPLOAD);

beforeEach(() => {
  useUploadStore.getState().reset();
  serveShell(stub);
  signInAs(grant(0, 'full-access'));
});

describe('choosing a file', () => {
  it.each(['tasks.json', 'tasks.ndjson', 'tasks.jsonl', 'tasks.json.gz'])(
    'WEB-30 takes %s',
    async (name) => {
      openAt('/admin/tasks');
      await choose(name);
      expect(await screen.findByText(name)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Preview' })).toBeTruthy();
    },
  );

  it('WEB-30 refuses another kind of file, and an empty one, with the reason', async () => {
    openAt('/admin/tasks');
    await choose('tasks.xlsx');
    expect(
      await screen.findByText('tasks.xlsx is not a .json, .ndjson, .jsonl or .gz file.'),
    ).toBeTruthy();
    await choose('empty.json', '');
    expect(await screen.findByText('empty.json is empty.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  });

  it('WEB-30 lets go of the file again', async () => {
    openAt('/admin/tasks');
    await choose();
    await press('Remove');
    expect(await screen.findByText('Drop a task file here')).toBeTruthy();
  });
});

describe('uploading', () => {
  it('WEB-31 previews with a dry run, and imports with a second upload of the same file', async () => {
    serveUploads();
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, dry_run: true }));
    serveDetail(IMPORT);
    const tab = openAt('/admin/tasks');
    await choose('tasks.json', '[{"turing_task_id":1}]');
    await press('Preview');
    expect(await screen.findByText('Preview complete')).toBeTruthy();
    const insert = screen.getByText('Insert', { selector: 'dt' });
    expect(insert.nextElementSibling?.textContent).toBe('12');
    await press('Import');
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    expect(tab.address()).toBe(`/admin/tasks/${IMPORT}`);
    expect(uploads().map(({ url }) => url.split('?')[1])).toEqual([
      'dry_run=true&on_error=abort',
      'dry_run=false&on_error=abort',
    ]);
    for (const { headers, body } of uploads()) {
      expect(headers['prefer']).toBe('respond-async');
      expect(headers['content-type']).toMatch(/^multipart\/form-data/);
      expect(body).toContain('name="file"; filename="tasks.json"');
      expect(body).toContain('[{"turing_task_id":1}]');
    }
  });

  it('WEB-32 imports without a preview when asked to', async () => {
    serveUploads();
    serveDetail(IMPORT);
    const tab = openAt('/admin/tasks');
    await choose();
    await press('Import without preview');
    await waitFor(() => expect(tab.address()).toBe(`/admin/tasks/${IMPORT}`));
    expect(uploads()).toHaveLength(1);
    expect(useUploadStore.getState().upload.kind).toBe('idle');
  });

  it('WEB-33 skips invalid rows when the switch says so', async () => {
    serveUploads();
    serveDetail(IMPORT);
    openAt('/admin/tasks');
    await choose();
    await userEvent.click(screen.getByRole('switch', { name: 'Skip invalid rows' }));
    await press('Import without preview');
    await waitFor(() => expect(uploads()).toHaveLength(1));
    expect(uploads()[0]?.url).toContain('on_error=skip');
  });

  it('WEB-33 offers to preview again without the invalid rows', async () => {
    serveUploads();
    const failed = importDetail({
      import_id: PREVIEW,
      dry_run: true,
      status: 'failed',
      error_count: 1,
      tasks_imported: null,
      failure: { code: 'import-failed', detail: '1 row is invalid' },
      errors: [{ row: 4, field: 'status', severity: 'error', reason: 'must be text' }],
    });
    serveDetail(PREVIEW, failed);
    openAt('/admin/tasks');
    await choose();
    await press('Preview');
    expect(await screen.findByText('1 row is invalid')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    await press('Preview again, skipping invalid rows');
    await waitFor(() => expect(uploads()).toHaveLength(2));
    expect(uploads()[1]?.url).toContain('dry_run=true&on_error=skip');
  });

  it('WEB-36 shows the detail of the server when an upload fails, and lets one try again', async () => {
    stub.on(UPLOAD, () => refusal('payload-too-large', 413, 'The file is too large'));
    openAt('/admin/tasks');
    await choose();
    await press('Preview');
    expect(await screen.findByText('The file is too large')).toBeTruthy();
    serveUploads();
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, dry_run: true }));
    await press('Preview');
    expect(await screen.findByText('Preview complete')).toBeTruthy();
  });

  it('WEB-36 says "Error uploading tasks data" when the server gave no reason', async () => {
    stub.on(UPLOAD, () => ({ status: 502, text: '<html>' }));
    openAt('/admin/tasks');
    await choose();
    await press('Preview');
    expect(await screen.findByText('Error uploading tasks data')).toBeTruthy();
  });

  it('WEB-36 refreshes an expired session and uploads again', async () => {
    const fresh = tokens([grant(0, 'full-access')]);
    stub.on('POST /api/auth/refresh', () => ({ json: fresh }));
    stub.on(UPLOAD, ({ headers }) =>
      headers.authorization === `Bearer ${fresh.access_token}`
        ? { status: 202, json: importReading(0, { import_id: IMPORT }) }
        : refusal('token-expired', 401, 'Expired'),
    );
    serveDetail(IMPORT);
    const tab = openAt('/admin/tasks');
    await choose();
    await press('Import without preview');
    await waitFor(() => expect(tab.address()).toBe(`/admin/tasks/${IMPORT}`));
    expect(uploads()).toHaveLength(2);
  });

  it('WEB-39 cancels an upload that is on its way, keeping the file', async () => {
    stub.on(UPLOAD, () => new Promise(() => {}));
    openAt('/admin/tasks');
    await choose();
    await press('Preview');
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Preview' })).toBeTruthy();
    expect(screen.getByText('tasks.json')).toBeTruthy();
  });
});

describe('one import', () => {
  it('WEB-34 follows the pushed progress to the end', async () => {
    serveDetail(IMPORT, importDetail(importReading(0, { import_id: IMPORT })));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Reading and checking rows')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    const push = (revision: number, over: object) =>
      live.emitAnything('import-progress', {
        project_id: 0,
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

  it('WEB-35 shows the counts of an import that has ended', async () => {
    serveDetail(IMPORT);
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    const sentence = '12 inserted, 3 updated, 4 unchanged, 2 delivery batches';
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByText('1 min 15 s')).toBeTruthy();
  });

  it('WEB-35 shows why an import failed, its first errors, and saves all of them', async () => {
    const errors = [
      { row: 3, field: 'user_email', severity: 'error' as const, reason: 'must be an e-mail' },
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
    const table = within(screen.getByRole('table'));
    const rows = table.getAllByRole('row').slice(1);
    const shown = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    // As on a narrow screen, which has no columns for severity and reason.
    expect(shown).toEqual([
      ['3', 'user_emailerrormust be an e-mail'],
      ['9', 'turing_task_idwarningrepeated'],
    ]);
    expect(screen.getByText('240 errors, 1 warning; the first 2 are listed')).toBeTruthy();
    await press('Download errors.csv');
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    const [call] = stub.callsOf(`GET /api/v1/tasks/imports/${IMPORT}/errors.csv`);
    expect(call?.headers.authorization).toMatch(/^Bearer /);
    expect(save).toHaveBeenCalledOnce();
  });

  it('WEB-38 asks the server while there is no live connection', async () => {
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

  it('WEB-38 keeps the newest it heard when the connection is lost', async () => {
    const asked = importReading(0, { import_id: IMPORT, phase: 'waiting' });
    serveDetail(IMPORT, importDetail(asked));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Waiting for its turn')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    live.emitAnything('import-progress', {
      project_id: 0,
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

  it('WEB-38 says so when there is no such import', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Resource not found')).toBeTruthy();
  });

  it('WEB-39 asks the server to cancel', async () => {
    serveDetail(IMPORT, importDetail(importReading(500, { import_id: IMPORT })));
    stub.on(`POST /api/v1/tasks/imports/${IMPORT}/cancel`, () => {
      serveDetail(IMPORT, importDetail({ import_id: IMPORT, status: 'cancelled' }));
      return { status: 202, json: {} };
    });
    openAt(`/admin/tasks/${IMPORT}`);
    await press('Cancel import');
    expect(await screen.findByText('Import cancelled')).toBeTruthy();
  });

  it('WEB-39 names a preview that was cancelled by what it was', async () => {
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

  it('WEB-34 tells no time left while the statistics are updated', async () => {
    const committing = importReading(0, { import_id: IMPORT, phase: 'committing' });
    serveDetail(IMPORT, importDetail(committing));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Updating the statistics')).toBeTruthy();
    expect(screen.getByText(/almost done/)).toBeTruthy();
    expect(screen.queryByText(/ left/)).toBeNull();
  });
});

describe('past imports', () => {
  const page = (number: number, total: number) => ({
    json: {
      items: [importSummary({ file_name: `page-${number}.json` })],
      total,
      page: number,
      size: 10,
    },
  });

  it('WEB-37 lists them by pages, the page standing in the address', async () => {
    stub.on('GET /api/v1/tasks/imports/', ({ url }) =>
      page(Number(new URL(url, 'http://x').searchParams.get('page')), 25),
    );
    const tab = openAt('/admin/tasks?page=2');
    expect(await screen.findByText('page-2.json')).toBeTruthy();
    await press('Go to page 3');
    expect(await screen.findByText('page-3.json')).toBeTruthy();
    expect(tab.address()).toBe('/admin/tasks?page=3');
    const link = screen.getByRole('link', { name: 'page-3.json' });
    expect(link.getAttribute('href')).toBe(`/admin/tasks/${importSummary().import_id}`);
  });

  it.each(['0', '-1', 'x', '1.5'])(
    'WEB-37 takes page %s in the address for the first',
    async (value) => {
      stub.on('GET /api/v1/tasks/imports/', () => page(1, 1));
      openAt(`/admin/tasks?page=${value}`);
      await screen.findByText('page-1.json');
      expect(stub.callsOf('GET /api/v1/tasks/imports/')[0]?.url).toContain('page=1&size=10');
    },
  );

  it('WEB-37 shows an import of somebody else as soon as it is pushed', async () => {
    openAt('/admin/tasks');
    expect(await screen.findByText('No imports yet')).toBeTruthy();
    await screen.findByRole('button', { name: 'Connection: Live' });
    stub.on('GET /api/v1/tasks/imports/', () => ({
      json: { items: [importReading(100)], total: 1, page: 1, size: 10 },
    }));
    live.emitAnything('import-progress', {
      project_id: 0,
      revision: 1,
      import: importReading(100),
    });
    expect(await screen.findByText('tasks.json')).toBeTruthy();
    expect(screen.getByText('Running')).toBeTruthy();
  });
});
