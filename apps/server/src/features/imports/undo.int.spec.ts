import { importDetailSchema } from '@portal/contracts/import-detail';
import { importListSchema, importSummarySchema } from '@portal/contracts/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';

let server: TestServer;
let ada: TestUser;
let source: string;

beforeAll(async () => {
  server = await sharedServer();
  ada = await createUser(server.db, 'ada@example.com');
  await assignRole(server.db, ada, 0, 'admin');
});
beforeEach(async () => {
  await server.db.query('TRUNCATE core.task_import CASCADE');
  source = await completed();
});
afterAll(() => server.stop());

/** Stores a completed import, whose former values are kept. */
async function completed(columns = ''): Promise<string> {
  const [row] = await server.db.query<{ id: string }>(
    `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total)
     VALUES (gen_random_uuid(), $1, 'tasks.json', 'gone', repeat('a', 64), 10) RETURNING id`,
    [ada.id],
  );
  const id = row?.id ?? '';
  await finish(id, columns);
  return id;
}

/** Ends an import as the worker would. */
async function finish(id: string, columns = ''): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.query(
      `UPDATE core.task_import SET state = 'completed', phase = 'done', finished_at = now(), inserted = 0,
         updated = 3, unchanged = 0, delivery_batches = 0, history_xid = '7',
         undo_until = now() + interval '1 day'
       WHERE id = $1`,
      [id],
    );
    if (columns !== '') {
      await tx.query(`UPDATE core.task_import SET ${columns} WHERE id = $1`, [id]);
    }
  });
}

const undo = (id: string, query = '', prefer = 'respond-async'): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1/tasks/imports/${id}/undo${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, prefer },
  });

async function undone(id: string, query = ''): Promise<string> {
  const answer = await undo(id, query);
  expect(answer.status).toBe(202);
  const { import_id } = importSummarySchema.parse(await answer.json());
  expect(answer.headers.get('location')).toBe(`/api/v1/tasks/imports/${import_id}`);
  return import_id;
}

const read = async (path: string): Promise<unknown> =>
  (await get(`${server.baseUrl}/api/v1/tasks/imports${path}`, ada.token)).json();

const detail = async (id: string) => importDetailSchema.parse(await read(`/${id}`));

async function refusalOf(id: string): Promise<string | undefined> {
  const answer = await undo(id);
  expect(answer.status).toBe(409);
  const { code, detail: why } = await problemIn(answer);
  expect(code).toBe('import-not-undoable');
  return why;
}

describe('the undo of an import', () => {
  it('UP-51 is an import of its own, with the options of the query', async () => {
    const id = await undone(source, '?dry_run=true&keep_newer=true');
    expect(await detail(id)).toMatchObject({
      ...{ status: 'queued', undoes: source, dry_run: true, file_name: 'tasks.json' },
      ...{ uploaded_by: 'ada@example.com', file_kept_until: null, undo_until: null },
    });
    const [stored] = await server.db.query(
      'SELECT keep_newer FROM core.task_import WHERE id = $1',
      [id],
    );
    expect(stored).toEqual({ keep_newer: true });
    expect(await detail(source)).toMatchObject({ undone_by: null });
  });

  it('UP-52 is possible once, and again after it failed, was cancelled or is undone itself', async () => {
    const first = await undone(source);
    expect(await detail(source)).toMatchObject({ undone_by: first });
    expect(await refusalOf(source)).toBe('Another import undoes it, or has undone it');
    for (const state of ['failed', 'cancelled']) {
      await server.db.query('UPDATE core.task_import SET state = $2 WHERE id = $1', [first, state]);
      expect(await detail(source)).toMatchObject({ undone_by: null });
    }
    const second = await undone(source);
    await finish(second);
    expect(await refusalOf(source)).toBe('Another import undoes it, or has undone it');
    await finish(await undone(second));
    await undone(source);
  });

  it('UP-52 is one if it is asked for several times at once', async () => {
    const answers = await Promise.all([undo(source), undo(source), undo(source)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([202, 409, 409]);
  });

  it('UP-52 is refused with the reason', async () => {
    const dryRun = await completed('dry_run = true, history_xid = NULL, undo_until = NULL');
    expect(await refusalOf(dryRun)).toBe('A dry run has changed nothing');
    const failed = await completed(`state = 'failed', history_xid = NULL`);
    expect(await refusalOf(failed)).toBe('Only a completed import can be undone');
    const old = await completed('history_xid = NULL, undo_until = now()');
    expect(await refusalOf(old)).toBe('What the import changed is no longer kept');
    const unkept = await completed('history_xid = NULL, undo_until = NULL');
    expect(await refusalOf(unkept)).toMatch(/^When the import ran, nothing .* was kept/);
    await undone(source);
  });

  it('IMP-85 keeps the end of its time when that has passed; without it nothing was kept', async () => {
    const over = '2026-02-04T10:00:00.000Z';
    const old = await completed(`history_xid = NULL, undo_until = '${over}'`);
    expect(Date.parse((await detail(old)).undo_until ?? '')).toBe(Date.parse(over));
    const unkept = await completed('history_xid = NULL, undo_until = NULL');
    expect((await detail(unkept)).undo_until).toBeNull();
  });

  it('UP-53 waits for its end like an upload, and is a 409 if tasks have changed since', async () => {
    const [answer] = await Promise.all([
      undo(source, '', 'wait=60'),
      endUndo(
        `state = 'failed', failure_code = 'import-changed-since', failure_detail = '2 tasks have changed'`,
        'error',
      ),
    ]);
    expect(answer.status).toBe(409);
    expect(await problemIn(answer)).toMatchObject({
      code: 'import-changed-since',
      detail: '2 tasks have changed',
      errors: [{ detail: '5 was changed since' }],
    });
    const [done] = await Promise.all([
      undo(source, '?keep_newer=true', 'wait=60'),
      endUndo('removed = 4, kept = 1', 'warning'),
    ]);
    expect(done.status).toBe(200);
    expect(importSummarySchema.parse(await done.json())).toMatchObject({
      ...{ status: 'completed', removed_count: 4, kept_count: 1 },
      tasks_imported: { update: 3 },
    });
  });

  it('UP-54 can be filtered for in the list of imports', async () => {
    const id = await undone(source);
    const query = new URLSearchParams({ filters: JSON.stringify({ undoes: { eq: source } }) });
    const list = importListSchema.parse(await read(`?${query.toString()}`));
    expect(list.items.map(({ import_id }) => import_id)).toEqual([id]);
  });
});

/** Ends the unfinished undo when it is there, with one task in its list. */
async function endUndo(columns: string, severity: 'error' | 'warning'): Promise<void> {
  const id = await vi.waitFor(async () => {
    const [row] = await server.db.query<{ id: string }>(
      `SELECT id FROM core.task_import WHERE state = 'queued' AND undoes IS NOT NULL`,
    );
    if (!row) throw new Error('no undo yet');
    return row.id;
  });
  await server.db.query(
    `INSERT INTO core.task_import_error (import_id, position, row_number, field, severity, reason)
     VALUES ($1, 1, 0, 'turing_task_id', $2, '5 was changed since')`,
    [id, severity],
  );
  await finish(id, columns);
}
