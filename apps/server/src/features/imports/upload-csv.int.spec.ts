import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ImportSummary, importSummarySchema } from '@portal/contracts/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';

const CONTENT = 'turing_task_id;Status\n1;done\n';
const COLUMNS = { Status: 'status', Notes: null };
const QUERY = `?columns=${encodeURIComponent(JSON.stringify(COLUMNS))}&empty=clear`;

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  ada = await createUser(server.db, 'ada@example.com');
  await assignRole(server.db, ada, 0, 'admin');
});
beforeEach(() => server.db.query('TRUNCATE core.task_import CASCADE'));
afterAll(() => server.stop());

interface SentFile {
  readonly name?: string;
  readonly type?: string;
  readonly content?: string | Buffer<ArrayBuffer>;
  readonly query?: string;
}

function upload({ name = 'tasks.csv', type, content = CONTENT, query = '' }: SentFile = {}) {
  const form = new FormData();
  form.append('file', new Blob([content], type === undefined ? {} : { type }), name);
  return fetch(`${server.baseUrl}/api/v1/tasks/upload${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, prefer: 'respond-async' },
    body: form,
  });
}

async function uploaded(file?: SentFile): Promise<ImportSummary> {
  const answer = await upload(file);
  expect(answer.status).toBe(202);
  return importSummarySchema.parse(await answer.json());
}

const storedFiles = async (): Promise<string[]> =>
  readdir(join(server.config.dataDir, 'uploads', 'imports')).catch(() => []);

describe('the format of a task file', () => {
  it.each<[string, SentFile, ImportSummary['format']]>([
    ['name', { name: 'tasks.CSV' }, 'csv'],
    ['packed name', { name: 'tasks.tsv.gz', content: gzipSync('[1]') }, 'csv'],
    ['name before its type', { name: 'tasks.json', type: 'text/csv' }, 'json'],
    ['media type', { name: 'export', type: 'text/csv' }, 'csv'],
    ['packed content', { name: 'a.gz', content: gzipSync(CONTENT) }, 'csv'],
    ['packed content', { name: 'a.gz', content: gzipSync('\uFEFF\n {"a":1}') }, 'json'],
    ['content', { name: 'a.gz', content: CONTENT }, 'csv'],
    ['damaged content', { name: 'a.gz', content: gzipSync('a').subarray(0, 4) }, 'json'],
  ])('UP-21 is that of its %s', async (_what, file, format) => {
    expect((await uploaded(file)).format).toBe(format);
  });

  it('UP-21 UP-2 is unknown for another name and type', async () => {
    const before = await storedFiles();
    const answer = await upload({ name: 'export.xlsx' });
    expect(answer.status).toBe(415);
    expect((await problemIn(answer)).errors?.[0]?.detail).toContain('.csv');
    expect(await storedFiles()).toEqual(before);
  });
});

describe('the options of a CSV file', () => {
  it('UP-22 are stored, shown and filtered by', async () => {
    expect(await uploaded()).toMatchObject({ format: 'csv', columns: null, empty: 'keep' });
    const { import_id: id } = await uploaded({ query: QUERY });
    const filters = encodeURIComponent(JSON.stringify({ format: 'csv', empty: 'clear' }));
    const url = `${server.baseUrl}/api/v1/tasks/imports?filters=${filters}`;
    const { items } = (await (await send('GET', url, ada.token)).json()) as {
      items: ImportSummary[];
    };
    expect(items).toEqual([
      expect.objectContaining({ import_id: id, columns: COLUMNS, empty: 'clear' }),
    ]);
  });

  it.each([
    ['columns', '{', 'JSON object'],
    ['columns', '["status"]', 'record'],
    ['columns', '{"State":"state"}', 'must be a field of tasks other than reviews and metadata'],
    ['columns', '{"R":"reviews"}', 'must be a field of tasks other than reviews and metadata'],
    ['columns', String.raw`{"\u0000":null}`, 'NUL'],
    ['empty', 'null', 'keep'],
  ])('UP-22 are refused if %s is %s', async (name, value, detail) => {
    const before = await storedFiles();
    const answer = await upload({ query: `?${name}=${encodeURIComponent(value)}` });
    expect(answer.status).toBe(400);
    const [error] = (await problemIn(answer)).errors ?? [];
    expect(error?.pointer).toMatch(new RegExp(`^${name}`));
    expect(error?.detail).toContain(detail);
    expect(await storedFiles()).toEqual(before);
  });

  it('UP-22 are refused for a JSON file, of which nothing is stored', async () => {
    const before = await storedFiles();
    const json = { name: 'tasks.json', content: '[1]' };
    const answer = await upload({ ...json, query: QUERY });
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors).toEqual([
      { pointer: 'columns', detail: 'is only for CSV files' },
      { pointer: 'empty', detail: 'is only for CSV files' },
    ]);
    expect(await storedFiles()).toEqual(before);
    expect(await uploaded(json)).toMatchObject({ format: 'json', columns: null });
  });

  it('UP-13 UP-22 make another import of the same content', async () => {
    const first = await uploaded({ query: QUERY });
    expect((await uploaded({ query: QUERY })).import_id).toBe(first.import_id);
    expect((await uploaded()).import_id).not.toBe(first.import_id);
  });

  it('IMP-109 UP-14 are those of the next run of the file', async () => {
    const { import_id: id } = await uploaded({ query: QUERY });
    await server.db.query(
      `UPDATE core.task_import SET state = 'failed', phase = 'done', finished_at = now() WHERE id = $1`,
      [id],
    );
    const url = `${server.baseUrl}/api/v1/tasks/imports/${id}/run-again`;
    const answer = await send('POST', url, ada.token);
    expect(answer.status).toBe(202);
    expect(importSummarySchema.parse(await answer.json())).toMatchObject({
      ...{ format: 'csv', columns: COLUMNS, empty: 'clear' },
    });
  });
});
