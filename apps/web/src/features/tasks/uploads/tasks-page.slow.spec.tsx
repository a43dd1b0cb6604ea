import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../testing/import-stub';
import { importDetail, importReading } from '../../../testing/imports';
import { grant, tokens } from '../../../testing/users';
import { openAt, press } from '../../../testing/render';
import { refusal, type Call } from '../../../testing/stub-server';
import { useUploadStore } from './upload-store';

const { stub, serveDetail } = importStub();
const UPLOAD = 'POST /api/v1/tasks/upload';

/** Responds to uploads: a dry run is the import PREVIEW, a real one is IMPORT. */
function serveUploads(): void {
  stub.on(UPLOAD, ({ url }) => ({
    status: 202,
    json: url.includes('dry_run=true')
      ? importReading(0, { import_id: PREVIEW, dry_run: true })
      : importReading(0, { import_id: IMPORT }),
  }));
}

const uploads = (): Call[] => stub.callsOf(UPLOAD);

async function choose(name = 'tasks.json', content = '[{}]') {
  const input = await screen.findByLabelText('Task file');
  await userEvent.upload(input, new File([content], name), { applyAccept: false });
}

beforeEach(() => useUploadStore.getState().reset());

describe('choosing a file', () => {
  it.each(['tasks.json', 'tasks.ndjson', 'tasks.jsonl', 'tasks.json.gz', 'tasks.csv', 'tasks.tsv'])(
    'WEB-30 accepts %s',
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
      await screen.findByText(
        'tasks.xlsx is not a .json, .ndjson, .jsonl, .csv, .tsv or .gz file.',
      ),
    ).toBeTruthy();
    await choose('empty.json', '');
    expect(await screen.findByText('empty.json is empty.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  });

  it('WEB-30 removes the selected file', async () => {
    openAt('/admin/tasks');
    await choose();
    await press('Remove');
    expect(await screen.findByText('Drop a task file here')).toBeTruthy();
  });
});

describe('a file that changes on the disk after it was chosen', () => {
  const changed = () => {
    throw new DOMException('The file has changed', 'NotReadableError');
  };
  const gone = async (name: string) => {
    const file = new File(['turing_task_id'], name);
    vi.spyOn(file, 'slice').mockImplementation(changed);
    await userEvent.upload(await screen.findByLabelText('Task file'), file);
  };

  it('WEB-156 is not sent; the page says so and takes it again', async () => {
    serveUploads();
    serveDetail(IMPORT);
    openAt('/admin/tasks');
    await gone('tasks.json');
    expect(await screen.findByText(/tasks.json: The file has changed or is gone/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(uploads()).toEqual([]);
    await choose();
    await press('Import without preview');
    expect(await screen.findByText('Import successful!')).toBeTruthy();
  });

  it('WEB-156 while it is sent, too', async () => {
    const file = new File(['[{}]'], 'tasks.json');
    stub.on(UPLOAD, () => {
      vi.spyOn(file, 'slice').mockImplementation(changed);
      return { status: 503, text: 'cut off' };
    });
    openAt('/admin/tasks');
    await userEvent.upload(await screen.findByLabelText('Task file'), file);
    await press('Preview');
    expect(await screen.findByText(/tasks.json: The file has changed or is gone/)).toBeTruthy();
  });

  it('WEB-156 shows no rows of a CSV file that cannot be read', async () => {
    openAt('/admin/tasks');
    await gone('tasks.csv');
    expect(await screen.findByText(/tasks.csv: The file has changed or is gone/)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('uploading', () => {
  it('WEB-31 previews with a dry run, and imports the file that the server kept', async () => {
    serveUploads();
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, dry_run: true }));
    serveDetail(IMPORT);
    const run = `POST /api/v1/tasks/imports/${PREVIEW}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
    const tab = openAt('/admin/tasks');
    const content = '[{"turing_task_id":1,"turing_project_id":1001,"turing_batch_id":7}]';
    await choose('tasks.json', content);
    await press('Preview');
    expect(await screen.findByText('Preview complete')).toBeTruthy();
    expect(tab.url()).toBe(`/admin/tasks/${PREVIEW}`);
    const insert = screen.getByText('Insert', { selector: 'dt' });
    expect(insert.nextElementSibling?.textContent).toBe('12');
    await press('Import');
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`);
    expect(uploads().map(({ url }) => url.split('?')[1])).toEqual([
      'dry_run=true&on_error=abort&on_older=apply',
    ]);
    expect(stub.callsOf(run).map(({ url }) => url.split('?')[1])).toEqual(['dry_run=false']);
    for (const { headers, body } of uploads()) {
      expect(headers['prefer']).toBe('respond-async');
      expect(headers['content-type']).toMatch(/^multipart\/form-data/);
      expect(body).toContain('name="file"; filename="tasks.json"');
      expect(body).toContain(content);
    }
  });

  it('WEB-32 imports without a preview on request', async () => {
    serveUploads();
    serveDetail(IMPORT);
    const tab = openAt('/admin/tasks');
    await choose();
    await press('Import without preview');
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`));
    expect(uploads()).toHaveLength(1);
    expect(useUploadStore.getState().upload.kind).toBe('idle');
  });

  it('WEB-33 skips invalid rows if the switch is on', async () => {
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
    const run = `POST /api/v1/tasks/imports/${PREVIEW}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
    await press('Preview again, skipping invalid rows');
    await waitFor(() => expect(stub.callsOf(run)).toHaveLength(1));
    expect(stub.callsOf(run)[0]?.url).toContain('?on_error=skip');
    expect(uploads()).toHaveLength(1);
  });

  it('WEB-80 offers to send a file again whose upload was cut off', async () => {
    const cut = 'The upload was cut off before its end; send the file again';
    stub.on(UPLOAD, () => refusal('unavailable', 503, cut));
    openAt('/admin/tasks');
    await choose();
    await press('Preview');
    expect(await screen.findByText(cut)).toBeTruthy();
    serveUploads();
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, dry_run: true }));
    await press('Send again');
    expect(await screen.findByText('Preview complete')).toBeTruthy();
    expect(uploads().at(-1)?.url).toContain('dry_run=true');
  });

  it('WEB-36 shows the server’s error detail when an upload fails, and offers a retry', async () => {
    stub.on(UPLOAD, () => refusal('payload-too-large', 413, 'The file is too large'));
    openAt('/admin/tasks');
    await choose();
    await press('Preview');
    expect(await screen.findByText('The file is too large')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    serveUploads();
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, dry_run: true }));
    await press('Preview');
    expect(await screen.findByText('Preview complete')).toBeTruthy();
  });

  it('WEB-36 shows "Error uploading tasks data" if the server gives no reason', async () => {
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
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`));
    expect(uploads()).toHaveLength(2);
  });

  it('WEB-39 cancels an upload in progress and keeps the file selected', async () => {
    stub.on(UPLOAD, () => new Promise(() => {}));
    openAt('/admin/tasks');
    await choose();
    await press('Preview');
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Preview' })).toBeTruthy();
    expect(screen.getByText('tasks.json')).toBeTruthy();
  });
});
