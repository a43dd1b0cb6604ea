import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportSummary, importSummarySchema } from '@portal/contracts/imports';
import type { QueueHandle } from '@portal/platform/queue';
import { TASK_IMPORT_QUEUE } from '@portal/platform/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemIn, send } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';

const LIMIT = 4;

let server: TestServer;
let ada: TestUser;
let ben: TestUser;

beforeAll(async () => {
  server = await startTestServer({ config: { queuedImportLimit: LIMIT } });
  ada = await createUser(server.db, 'ada@example.com');
  ben = await createUser(server.db, 'ben@example.com');
  for (const user of [ada, ben]) await assignRole(server.db, user, 0, 'admin');
});
beforeEach(() => server.db.query('TRUNCATE core.task_import CASCADE'));
afterAll(() => server.stop());

function upload(user: TestUser, content = '[1]', query = ''): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'tasks.json');
  return fetch(`${server.baseUrl}/api/v1/tasks/upload${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, prefer: 'respond-async' },
    body: form,
  });
}

async function uploaded(user: TestUser, content?: string, query?: string): Promise<ImportSummary> {
  const answer = await upload(user, content, query);
  expect(answer.status).toBe(202);
  return importSummarySchema.parse(await answer.json());
}

/** Changes an import as the worker would. */
async function change(id: string, columns: string): Promise<void> {
  await server.db.query(`UPDATE core.task_import SET ${columns} WHERE id = $1`, [id]);
}

const ENDED = `state = 'failed', phase = 'done', finished_at = now()`;

async function ended(user: TestUser, content?: string): Promise<string> {
  const { import_id: id } = await uploaded(user, content, '?dry_run=true');
  await change(id, ENDED);
  return id;
}

const runAgain = (user: TestUser, id: string, query = ''): Promise<Response> =>
  send('POST', `${server.baseUrl}/api/v1/tasks/imports/${id}/run-again${query}`, user.token);

const storedFiles = async (): Promise<string[]> =>
  readdir(join(server.config.dataDir, 'uploads', 'imports')).catch(() => []);

describe('an upload of the same file', () => {
  it('UP-13 is answered with its waiting or running import, without a second file', async () => {
    const first = await uploaded(ada);
    const files = await storedFiles();
    expect((await uploaded(ada)).import_id).toBe(first.import_id);
    await change(first.import_id, `state = 'running', phase = 'reading'`);
    const again = await upload(ada);
    expect(again.headers.get('location')).toBe(`/api/v1/tasks/imports/${first.import_id}`);
    expect(await storedFiles()).toEqual(files);
  });

  it('UP-13 has one import if it is simultaneous', async () => {
    const files = await storedFiles();
    const answers = await Promise.all(Array.from({ length: LIMIT }, () => uploaded(ada)));
    expect(new Set(answers.map(({ import_id: id }) => id)).size).toBe(1);
    expect(await storedFiles()).toHaveLength(files.length + 1);
  });

  it('UP-13 has its own import after the first one ended or was cancelled', async () => {
    const ids = new Set<string>();
    for (const state of [ENDED, `state = 'running', cancel_requested_at = now()`, ENDED]) {
      const { import_id: id } = await uploaded(ada);
      ids.add(id);
      await change(id, state);
    }
    expect(ids.size).toBe(3);
  });

  it('UP-13 has its own import with other options, other content or another user', async () => {
    const imports = [
      await uploaded(ada),
      await uploaded(ada, '[1]', '?dry_run=true'),
      await uploaded(ada, '[1]', '?on_error=skip'),
      await uploaded(ada, '[2]'),
      await uploaded(ben),
    ];
    expect(new Set(imports.map(({ import_id: id }) => id)).size).toBe(imports.length);
  });
});

describe('running an import again', () => {
  it('UP-14 queues a new import of its file, with the options that are given', async () => {
    const add = vi.spyOn(server.app.get<QueueHandle>(TASK_IMPORT_QUEUE), 'add');
    const source = await ended(ada);
    const answer = await runAgain(ada, source, '?dry_run=false');
    expect(answer.status).toBe(202);
    const summary = importSummarySchema.parse(await answer.json());
    expect(summary.import_id).not.toBe(source);
    expect(answer.headers.get('location')).toBe(`/api/v1/tasks/imports/${summary.import_id}`);
    expect(summary).toMatchObject({ status: 'queued', dry_run: false, on_error: 'abort' });
    const { import_id: id } = summary;
    expect(add).toHaveBeenCalledWith('import', { import_id: id }, { jobId: id });

    await change(id, ENDED);
    const third = importSummarySchema.parse(
      await (await runAgain(ada, source, '?on_error=skip')).json(),
    );
    expect(third).toMatchObject({ dry_run: true, on_error: 'skip' });
  });

  it('UP-14 makes the caller its uploader', async () => {
    const source = await ended(ada);
    const summary = importSummarySchema.parse(await (await runAgain(ben, source)).json());
    expect(summary.uploaded_by).toBe('ben@example.com');
  });

  it('UP-14 shows until when the file is kept', async () => {
    const summaryOf = async (id: string): Promise<ImportSummary> => {
      const url = `${server.baseUrl}/api/v1/tasks/imports/${id}`;
      return importSummarySchema.parse(await (await send('GET', url, ada.token)).json());
    };
    const queued = await uploaded(ada, '[7]');
    expect(queued.file_kept_until).toBeNull();
    const source = await ended(ada);
    const { finished_at: finishedAt, file_kept_until: keptUntil } = await summaryOf(source);
    const hours = (Date.parse(keptUntil ?? '') - Date.parse(finishedAt ?? '')) / 3_600_000;
    expect(hours).toBe(24);
    await runAgain(ada, source);
    expect((await summaryOf(source)).file_kept_until).toBeNull();
  });

  it('UP-14 is refused without its file, or while an import of it has not ended', async () => {
    const unfinished = (await uploaded(ada)).import_id;
    const old = await ended(ada, '[2]');
    await change(old, `finished_at = now() - interval '24 hours'`);
    const source = await ended(ada, '[3]');
    expect((await runAgain(ada, source)).status).toBe(202);
    for (const id of [unfinished, old, source]) {
      const refused = await runAgain(ada, id);
      expect(refused.status).toBe(409);
      expect((await problemIn(refused)).code).toBe('import-not-repeatable');
    }
  });

  it('UP-14 counts as a waiting import', async () => {
    const source = await ended(ada);
    for (let n = 0; n < LIMIT; n += 1) await uploaded(ada, `[${10 + n}]`);
    const refused = await runAgain(ada, source);
    expect(refused.status).toBe(429);
    expect((await problemIn(refused)).code).toBe('too-many-imports');
    expect((await runAgain(ben, source)).status).toBe(202);
  });
});
