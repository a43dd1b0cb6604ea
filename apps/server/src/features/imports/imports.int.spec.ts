import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { importDetailSchema } from '@portal/contracts/import-detail';
import {
  importListSchema,
  importSummarySchema,
  uploadCompletedSchema,
} from '@portal/contracts/imports';
import { problemSchema } from '@portal/contracts/problem';
import { signIn } from '@portal/testing/sign-in';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Authenticator } from '../../identity/authenticator.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { ProblemException } from '../../problems/problem.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { ImportQueue } from './import-queue.js';

let uploads = 0;

/** A file that no other test uploads: a repeated upload has no import of its own. */
const newFile = (): string => `[${(uploads += 1)}]`;

let server: TestServer;
let admin: string;
let uploader: string;
let trainer: string;

beforeAll(async () => {
  server = await sharedServer();
  const tokenOf = async (email: string) => (await signIn(server.baseUrl, email)).access_token;
  admin = await tokenOf('admin@example.com');
  await tokenOf('lead@example.com');
  // A second uploader, with data-upload in one project only.
  await server.db.query(`
    WITH project AS (INSERT INTO core.project (name) VALUES ('Alpha') RETURNING id)
    INSERT INTO core.user_role (user_id, project_id, role_id)
    SELECT app_user.id, project.id, role.id FROM project, core.app_user, core.role
    WHERE app_user.email = 'lead@example.com' AND role.name = 'project_admin'`);
  uploader = await tokenOf('lead@example.com');
  trainer = await tokenOf('trainer@example.com');
});
afterAll(() => server.stop());

interface UploadOptions {
  readonly token?: string;
  readonly prefer?: string;
  readonly name?: string;
  readonly field?: string;
  readonly query?: string;
}

function upload(content: string, options: UploadOptions = {}): Promise<Response> {
  const form = new FormData();
  form.append(options.field ?? 'file', new Blob([content]), options.name ?? 'tasks.json');
  return fetch(`${server.baseUrl}/api/v1/tasks/upload${options.query ?? ''}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${options.token ?? admin}`,
      prefer: options.prefer ?? 'respond-async',
    },
    body: form,
  });
}

function call(path: string, token = admin, method = 'GET'): Promise<Response> {
  return fetch(`${server.baseUrl}/api/v1/tasks/imports${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
}

/** Ends the import as the worker would, with the given columns. */
async function end(importId: string, columns: string): Promise<void> {
  await server.db.query(
    `UPDATE core.task_import SET phase = 'done', finished_at = now(), ${columns} WHERE id = $1`,
    [importId],
  );
}

async function newestImportId(): Promise<string> {
  const [row] = await server.db.query<{ id: string }>(
    'SELECT id FROM core.task_import ORDER BY created_at DESC LIMIT 1',
  );
  return row?.id ?? '';
}

const storedFiles = async (): Promise<string[]> =>
  readdir(join(server.config.dataDir, 'uploads', 'imports')).catch(() => []);

const problemOf = async (response: Response) => problemSchema.parse(await response.json());

describe('upload', () => {
  it('UP-1 stores the file with size and hash, and queues its import', async () => {
    const content = newFile();
    const response = await upload(content, { name: 'März.ndjson', query: '?on_error=skip' });
    expect(response.status).toBe(202);
    const accepted = importSummarySchema.parse(await response.json());
    expect(response.headers.get('location')).toBe(`/api/v1/tasks/imports/${accepted.import_id}`);
    expect(accepted).toMatchObject({
      status: 'queued',
      file_name: 'März.ndjson',
      uploaded_by: 'admin@example.com',
      bytes_total: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      dry_run: false,
      on_error: 'skip',
    });
    expect(await storedFiles()).toContain(accepted.import_id);
  });

  it('UP-2 refuses a request without exactly one task file, names the field and stores nothing', async () => {
    const before = await storedFiles();
    const refusals: [Response, number, string][] = [
      [await upload(''), 400, '/file'],
      [await upload(newFile(), { field: 'other' }), 400, '/other'],
      [await upload(newFile(), { name: 'tasks.png' }), 415, '/file'],
    ];
    for (const [response, status, pointer] of refusals) {
      expect(response.status).toBe(status);
      expect((await problemOf(response)).errors).toEqual([expect.objectContaining({ pointer })]);
    }
    const two = new FormData();
    two.append('file', new Blob([newFile()]), 'a.json');
    two.append('file', new Blob([newFile()]), 'b.json');
    const headers = { authorization: `Bearer ${admin}` };
    const url = `${server.baseUrl}/api/v1/tasks/upload`;
    expect((await fetch(url, { method: 'POST', headers, body: two })).status).toBe(400);
    expect((await fetch(url, { method: 'POST', headers, body: newFile() })).status).toBe(415);
    expect(await storedFiles()).toEqual(before);
  });

  it('UP-2 refuses a form that is truncated or has no boundary, and stores nothing', async () => {
    const before = await storedFiles();
    const part = (name: string, content: string): string =>
      `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}`;
    const sendForm = (body: string, type = 'multipart/form-data; boundary=x'): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/tasks/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, 'content-type': type, prefer: 'wait=0' },
        body,
      });
    const whole = `${part('a.json', newFile())}\r\n--x--\r\n`;
    for (const refused of [
      await sendForm(part('a.json', '[1,2')),
      await sendForm(`${part('a.json', newFile())}\r\n${part('b.json', '[')}`),
      await sendForm(newFile()),
      await sendForm(whole, 'multipart/form-data'),
    ]) {
      expect(refused.status).toBe(400);
      expect((await problemOf(refused)).code).toBe('invalid-input');
    }
    expect(await storedFiles()).toEqual(before);
    expect((await sendForm(whole)).status).toBe(202);
  });

  it('UP-3 stores nothing of an aborted upload', async () => {
    const before = await storedFiles();
    const request = httpRequest(`${server.baseUrl}/api/v1/tasks/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000_000,
      },
    });
    request.on('error', () => undefined);
    request.write(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[1,2,3',
    );
    await vi.waitFor(
      async () => expect(await storedFiles()).toHaveLength(before.length + 1),
      PATIENCE,
    );
    request.destroy();
    await vi.waitFor(async () => expect(await storedFiles()).toEqual(before), PATIENCE);
  });

  it('UP-5 answers with the counts when the import completes while it waits', async () => {
    const before = await newestImportId();
    const answer = upload(newFile(), { prefer: 'wait=20' });
    await vi.waitFor(async () => expect(await newestImportId()).not.toBe(before), PATIENCE);
    await end(
      await newestImportId(),
      `state = 'completed', inserted = 3, updated = 2, unchanged = 1, delivery_batches = 1,
       rows_total = 1001, error_count = 995, warning_count = 4`,
    );
    const response = await answer;
    expect(response.status).toBe(200);
    expect(uploadCompletedSchema.parse(await response.json())).toMatchObject({
      rows_total: 1001,
      error_count: 995,
      warning_count: 4,
      tasks_imported: { insert: 3, update: 2, unchanged: 1, delivery_batches: 1 },
    });
  });

  it.each(['completed', 'failed'])(
    'PERM-72 answers 403 without the outcome if its uploader loses the role while it waits: %s',
    async (state) => {
      const authenticator = server.app.get(Authenticator);
      authenticator.trustedMs = 0;
      const ofLead = `user_id = (SELECT id FROM core.app_user WHERE email = 'lead@example.com')`;
      const before = await newestImportId();
      const answer = upload(newFile(), { prefer: 'wait=20', token: uploader });
      await vi.waitFor(async () => expect(await newestImportId()).not.toBe(before), PATIENCE);
      const [role] = await server.db.query<{ project_id: number; role_id: number }>(
        `DELETE FROM core.user_role WHERE ${ofLead} RETURNING project_id, role_id`,
      );
      await end(
        await newestImportId(),
        `state = '${state}', inserted = 3, updated = 0, unchanged = 0, delivery_batches = 0,
         failure_code = ${state === 'failed' ? "'import-failed'" : 'NULL'},
         failure_detail = ${state === 'failed' ? "'secret'" : 'NULL'}`,
      );
      const response = await answer;
      authenticator.trustedMs = 1_000;
      await server.db.query(
        `INSERT INTO core.user_role (user_id, project_id, role_id)
         SELECT id, $1, $2 FROM core.app_user WHERE email = 'lead@example.com'`,
        [role?.project_id, role?.role_id],
      );
      expect(response.status).toBe(403);
      const { code, detail, import: outcome } = await problemOf(response);
      expect({ code, outcome }).toEqual({ code: 'forbidden', outcome: undefined });
      expect(detail).toContain('lost permissions');
    },
  );

  it('UP-5 answers with the reason and the rows when the import fails while it waits', async () => {
    const before = await newestImportId();
    const answer = upload(newFile(), { prefer: 'wait=20' });
    await vi.waitFor(async () => expect(await newestImportId()).not.toBe(before), PATIENCE);
    const importId = await newestImportId();
    await server.db.query(
      `INSERT INTO core.task_import_error VALUES ($1, 0, 2, 'status', 'error', 'is wrong')`,
      [importId],
    );
    await end(
      importId,
      `state = 'failed', failure_code = 'import-failed', failure_detail = 'One row is not valid',
       rows_total = 7, error_count = 1`,
    );
    const response = await answer;
    expect(response.status).toBe(422);
    expect(await problemOf(response)).toMatchObject({
      code: 'import-failed',
      detail: 'One row is not valid',
      errors: [{ pointer: '/2/status', detail: 'is wrong' }],
      import: { import_id: importId, rows_total: 7, error_count: 1, warning_count: 0 },
    });
  });

  it('UP-16 keeps the file of an import that was stored before an error', async () => {
    const content = newFile();
    const transactions = server.app.get(AuditedTransactions);
    const run = transactions.run.bind(transactions);
    vi.spyOn(transactions, 'run').mockImplementationOnce(async (...given) => {
      await run(...given);
      throw new Error('the connection was lost after the commit');
    });
    const before = await storedFiles();
    expect((await upload(content)).status).toBe(500);
    const id = await newestImportId();
    expect((await storedFiles()).filter((file) => !before.includes(file))).toEqual([id]);
    const again = await upload(content);
    expect(importSummarySchema.parse(await again.json()).import_id).toBe(id);
  });

  it('UP-16 removes the file of a refused import', async () => {
    const before = await storedFiles();
    vi.spyOn(server.app.get(ImportQueue), 'checkLimit')
      .mockResolvedValueOnce()
      .mockRejectedValueOnce(new ProblemException('too-many-imports', 'Too many'));
    expect((await upload(newFile())).status).toBe(429);
    expect(await storedFiles()).toEqual(before);
  });

  it('UP-6 needs data-upload in some project', async () => {
    expect((await upload(newFile(), { token: trainer })).status).toBe(403);
    expect((await upload(newFile(), { token: uploader })).status).toBe(202);
  });
});

describe('imports', () => {
  it('UP-6 are visible to their uploader and to users with data-upload in all projects', async () => {
    const own = importSummarySchema.parse(
      await (await upload(newFile(), { token: uploader })).json(),
    ).import_id;
    const foreign = importSummarySchema.parse(await (await upload(newFile())).json()).import_id;

    expect((await call(`/${own}`, uploader)).status).toBe(200);
    expect((await call(`/${own}`)).status).toBe(200);
    expect((await call(`/${foreign}`, uploader)).status).toBe(404);
    expect((await call(`/${foreign}/errors.csv`, uploader)).status).toBe(404);
    expect((await call(`/${foreign}/cancel`, uploader, 'POST')).status).toBe(404);

    const list = importListSchema.parse(await (await call('?size=100', uploader)).json());
    expect(new Set(list.items.map((item) => item.uploaded_by))).toEqual(
      new Set(['lead@example.com']),
    );
    const all = importListSchema.parse(await (await call('?page=1&size=2')).json());
    expect(all.items.map((item) => item.import_id)).toEqual([foreign, own]);
    expect(all.total).toBeGreaterThan(list.total);
  });

  it('UP-7 return their first 100 errors in the detail and all of them as CSV', async () => {
    const { import_id } = importSummarySchema.parse(await (await upload(newFile())).json());
    await server.db.query(
      `INSERT INTO core.task_import_error
       SELECT $1, n, n + 1, 'status', 'error', '=is wrong' FROM generate_series(0, 2499) AS n`,
      [import_id],
    );
    const detail = importDetailSchema.parse(await (await call(`/${import_id}`)).json());
    expect(detail.errors.map(({ row }) => row)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );

    await server.db.query(
      `INSERT INTO core.task_import_error VALUES ($1, 2500, 2501, '', 'error', 'must be an object')`,
      [import_id],
    );
    await server.db.query(
      `UPDATE core.task_import SET issue_fields = '{"status": 70000, "": 1}' WHERE id = $1`,
      [import_id],
    );
    const ofRows = importDetailSchema.parse(await (await call(`/${import_id}?field=`)).json());
    expect(ofRows.errors.map(({ row }) => row)).toEqual([2501]);
    expect(ofRows.fields).toEqual([
      { field: 'status', count: 70000 },
      { field: '', count: 1 },
    ]);
    await server.db.query('DELETE FROM core.task_import_error WHERE position = 2500');

    const csv = await call(`/${import_id}/errors.csv`);
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    const lines = (await csv.text()).split('\r\n');
    expect(lines[0]).toBe('row,field,severity,reason');
    expect(lines[2500]).toBe("2500,status,error,'=is wrong");
    expect(lines).toHaveLength(2502);
    const forExcel = await call(`/${import_id}/errors.csv?dialect=excel-semicolon`);
    const bytes = Buffer.from(await forExcel.arrayBuffer());
    expect(bytes.toString()).toMatch(/^\u{feff}row;field;severity;reason\r\n/u);
  });

  it('UP-8 are cancelled immediately while queued, on request while running, and not after their end', async () => {
    const queued = importSummarySchema.parse(await (await upload(newFile())).json()).import_id;
    const cancelled = await call(`/${queued}/cancel`, admin, 'POST');
    expect(cancelled.status).toBe(202);
    expect(importSummarySchema.parse(await cancelled.json()).status).toBe('cancelled');

    const running = importSummarySchema.parse(await (await upload(newFile())).json()).import_id;
    await server.db.query(
      `UPDATE core.task_import SET state = 'running', phase = 'reading' WHERE id = $1`,
      [running],
    );
    const asked = await call(`/${running}/cancel`, admin, 'POST');
    expect(importSummarySchema.parse(await asked.json()).status).toBe('running');
    expect(await storedFiles()).toContain(running);
    const [row] = await server.db.query<{ asked: boolean }>(
      'SELECT cancel_requested_at IS NOT NULL AS asked FROM core.task_import WHERE id = $1',
      [running],
    );
    expect(row?.asked).toBe(true);

    const again = await call(`/${queued}/cancel`, admin, 'POST');
    expect(again.status).toBe(409);
    expect((await problemOf(again)).code).toBe('import-not-cancellable');
  });
});
