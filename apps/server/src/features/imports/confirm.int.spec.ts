import { randomUUID } from 'node:crypto';
import { type ImportDetail, importDetailSchema } from '@portal/contracts/import-detail';
import {
  importListSchema,
  type ImportShare,
  type ImportSummary,
  importSummarySchema,
} from '@portal/contracts/imports';
import type { QueueHandle } from '@portal/platform/queue';
import { TASK_IMPORT_QUEUE } from '@portal/platform/tokens';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { assignRole } from '../../testing/user.js';
import { get, problemIn, send } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const LIMIT = 3;

let server: TestServer;
let users: Readonly<Record<'root' | 'ann' | 'ben' | 'trainer', TestUser>>;
let alpha: number;

beforeAll(async () => {
  server = await startTestServer({ config: { queuedImportLimit: LIMIT } });
  const world = await buildWorld(server.db, {
    projects: { Alpha: {}, Beta: {} },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_admin', Beta: 'project_admin' } },
      ben: { roles: { Alpha: 'project_admin' } },
      trainer: { roles: { Alpha: 'trainer' } },
    },
  });
  ({ users } = world);
  alpha = world.projects.Alpha;
});
beforeEach(async () => {
  await server.db.query('TRUNCATE core.task_import CASCADE');
  await assignRole(server.db, users.ann, alpha, 'project_admin');
});
afterAll(() => server.stop());

const shares = (changed = 40): ImportShare[] => [
  {
    ...{ project_id: alpha, project: 'Alpha', tasks: 100, changed, sent_back: 2 },
    ...{ max_changed_percent: 10, max_sent_back_percent: null, is_above: true },
  },
];

/** An import of the user that waits for a confirmation. */
async function asking(user: TestUser, columns: object = {}): Promise<string> {
  const row = {
    ...{ id: randomUUID(), uploaded_by: user.id, file_name: 'tasks.json', store_key: randomUUID() },
    ...{ sha256: '0'.repeat(64), bytes_total: 100, created_at: '2026-01-05T10:00:00Z' },
    ...{ state: 'unconfirmed', phase: 'waiting', asked_at: '2026-01-05T10:00:07.123456Z' },
    ...{ shares: shares(), projects: [alpha], has_file: true },
    ...{ inserted: 0, updated: 40, unchanged: 0, delivery_batches: 0 },
    ...columns,
  };
  const names = Object.keys(row);
  await server.db.query(
    `INSERT INTO core.task_import (${names.join(', ')})
     SELECT ${names.join(', ')} FROM jsonb_populate_record(NULL::core.task_import, $1)`,
    [JSON.stringify(row)],
  );
  return row.id;
}

const url = (path: string): string => `${server.baseUrl}/api/v1/tasks/imports${path}`;

async function read(id: string, user = users.root): Promise<ImportDetail> {
  return importDetailSchema.parse(await (await get(url(`/${id}`), user.token)).json());
}

async function confirm(id: string, user: TestUser, since?: string): Promise<Response> {
  const waiting_since = since ?? (await read(id)).waiting_since;
  return send('POST', url(`/${id}/confirm`), user.token, { waiting_since });
}

const summaryIn = async (answer: Response): Promise<ImportSummary> =>
  importSummarySchema.parse(await answer.json());

describe('an import that waits for a confirmation', () => {
  it('UP-55 is queued again when its uploader confirms it', async () => {
    const ensure = vi.spyOn(server.app.get<QueueHandle>(TASK_IMPORT_QUEUE), 'ensure');
    const id = await asking(users.ann);
    expect(await read(id, users.ann)).toMatchObject({
      ...{ status: 'unconfirmed', waiting_since: '2026-01-05T10:00:07.123456Z' },
      ...{ tasks_imported: null, would_import: { insert: 0, update: 40 } },
      ...{ shares: shares(), needs_confirmation: true, confirmed_by: null },
      waits_for: { confirmation: true, count: 0, hidden: 0, imports: [] },
    });
    const answer = await confirm(id, users.ann);
    expect(answer.status).toBe(202);
    const queued = await summaryIn(answer);
    expect(queued).toMatchObject({ status: 'queued', confirmed_by: users.ann.email });
    expect(queued.waiting_since).toBe(queued.confirmed_at);
    expect(ensure).toHaveBeenCalledWith('import', { import_id: id }, { jobId: id });
    expect((await confirm(id, users.ann, '2026-01-05T10:00:07.123456Z')).status).toBe(409);
  });

  it('UP-55 is confirmed by who sees it and may upload into each of its projects', async () => {
    const id = await asking(users.ann);
    expect((await confirm(id, users.trainer)).status).toBe(403);
    expect((await confirm(id, users.ben)).status).toBe(404);
    await server.db.query('DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2', [
      users.ann.id,
      alpha,
    ]);
    const refused = await confirm(id, users.ann);
    expect(refused.status).toBe(403);
    expect((await problemIn(refused)).detail).toContain('each project of the import');
    expect(await summaryIn(await confirm(id, users.root))).toMatchObject({
      ...{ uploaded_by: users.ann.email, confirmed_by: users.root.email },
    });
  });

  it('UP-55 takes no confirmation of another question', async () => {
    const id = await asking(users.ann);
    const { waiting_since: since } = await read(id);
    await server.db.query(
      `UPDATE core.task_import SET asked_at = asked_at + interval '1 microsecond' WHERE id = $1`,
      [id],
    );
    const refused = await confirm(id, users.ann, since ?? '');
    expect(refused.status).toBe(409);
    expect((await problemIn(refused)).detail).toContain('asks again');
    expect((await send('POST', url(`/${id}/confirm`), users.ann.token, {})).status).toBe(400);
    expect((await confirm(id, users.ann)).status).toBe(202);
  });

  it('UP-55 is in the audit with the user who confirmed it and with the numbers', async () => {
    const id = await asking(users.ann);
    await confirm(id, users.ann);
    const records = await server.db.query<{ actor_email: string; after: object }>(
      `SELECT actor_email, after FROM core.audit
       WHERE entity = 'task_import' AND entity_id = $1 AND action = 'update'`,
      [id],
    );
    expect(records).toMatchObject([
      {
        actor_email: users.ann.email,
        after: { state: 'queued', confirmed_by: users.ann.id, confirmed_shares: shares() },
      },
    ]);
  });

  it('IMP-134 is cancelled at once by who may cancel it', async () => {
    const id = await asking(users.ann);
    expect((await send('POST', url(`/${id}/cancel`), users.ben.token)).status).toBe(404);
    const answer = await send('POST', url(`/${id}/cancel`), users.ann.token);
    expect(answer.status).toBe(202);
    expect(await summaryIn(answer)).toMatchObject({
      ...{ status: 'cancelled', phase: 'done', would_import: null, waiting_since: null },
      shares: shares(),
    });
    expect((await confirm(id, users.ann, '2026-01-05T10:00:07.123456Z')).status).toBe(409);
  });
});

describe('an unconfirmed import', () => {
  function upload(content: string, prefer: string): Promise<Response> {
    const form = new FormData();
    form.append('file', new Blob([content]), 'tasks.json');
    return fetch(`${server.baseUrl}/api/v1/tasks/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${users.ann.token}`, prefer },
      body: form,
    });
  }

  it('UP-56 answers the upload that waits for it', async () => {
    const waiting = upload('[56]', 'wait=300');
    const id = await vi.waitFor(async () => {
      const [row] = await server.db.query<{ id: string }>('SELECT id FROM core.task_import');
      expect(row).toBeDefined();
      return row?.id ?? '';
    });
    await server.db.query(
      `UPDATE core.task_import SET state = 'unconfirmed', asked_at = now(), shares = $2 WHERE id = $1`,
      [id, JSON.stringify(shares())],
    );
    const answer = await waiting;
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/v1/tasks/imports/${id}`);
    expect(await summaryIn(answer)).toMatchObject({ status: 'unconfirmed', shares: shares() });
  });

  it('UP-57 counts as one that has not ended, and answers the same upload', async () => {
    const first = await summaryIn(await upload('[57]', 'respond-async'));
    await server.db.query(
      `UPDATE core.task_import SET state = 'unconfirmed', asked_at = now() WHERE id = $1`,
      [first.import_id],
    );
    const same = await summaryIn(await upload('[57]', 'respond-async'));
    expect(same.import_id).toBe(first.import_id);
    for (let n = 1; n < LIMIT; n += 1) await asking(users.ann);
    const refused = await upload('[58]', 'respond-async');
    expect(refused.status).toBe(429);
    expect((await problemIn(refused)).code).toBe('too-many-imports');
    const again = await send('POST', url(`/${first.import_id}/run-again`), users.root.token);
    expect((await problemIn(again)).code).toBe('import-not-repeatable');
    await confirm(first.import_id, users.root);
    await send('POST', url(`/${first.import_id}/cancel`), users.root.token);
    expect((await upload('[58]', 'respond-async')).status).toBe(202);
  });

  it('UP-59 can be found in the list, and the metrics count it', async () => {
    const id = await asking(users.ann);
    await asking(users.ann, { state: 'queued', asked_at: null, shares: null });
    const filtered = async (filters: object) => {
      const query = new URLSearchParams({
        filters: JSON.stringify(filters),
        sort_by: 'created_at',
      });
      const answer = await get(url(`/?${query.toString()}`), users.ann.token);
      return importListSchema.parse(await answer.json()).items;
    };
    const [found, ...more] = await filtered({ needs_confirmation: true });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ import_id: id, waits_for: { confirmation: true } });
    expect(await filtered({ status: 'unconfirmed' })).toHaveLength(1);
    await confirm(id, users.ann);
    expect(await filtered({ confirmed_by: users.ann.email })).toHaveLength(1);
    expect(await filtered({ status: 'unconfirmed' })).toEqual([]);
  });
});

describe('running the file of a dry run', () => {
  const dryRun = (user: TestUser) =>
    asking(user, {
      ...{ state: 'completed', phase: 'done', dry_run: true, asked_at: null },
      finished_at: new Date().toISOString(),
    });
  const runAgain = (id: string, user: TestUser, query: string) =>
    send('POST', url(`/${id}/run-again?${query}`), user.token);
  const confirmedOf = async (id: string) => {
    const [row] = await server.db.query<{ confirmed_shares: unknown }>(
      'SELECT confirmed_shares FROM core.task_import WHERE id = $1',
      [id],
    );
    return row?.confirmed_shares;
  };

  it('UP-58 confirms its shares, with the rights that a confirmation needs', async () => {
    const id = await dryRun(users.ann);
    await server.db.query('DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2', [
      users.ann.id,
      alpha,
    ]);
    expect((await runAgain(id, users.ann, 'dry_run=false&confirm=true')).status).toBe(403);
    const answer = await runAgain(id, users.root, 'dry_run=false&confirm=true');
    expect(answer.status).toBe(202);
    const queued = await summaryIn(answer);
    expect(queued).toMatchObject({ dry_run: false, confirmed_by: users.root.email });
    expect(await confirmedOf(queued.import_id)).toEqual(shares());
  });

  it('UP-58 confirms nothing without the parameter, or if no confirmation is needed', async () => {
    const asks = await dryRun(users.ann);
    const plain = await summaryIn(await runAgain(asks, users.ann, 'dry_run=false'));
    expect([plain.confirmed_by, await confirmedOf(plain.import_id)]).toEqual([null, null]);
    const free = await asking(users.ann, {
      ...{ state: 'completed', dry_run: true, asked_at: null, finished_at: new Date() },
      shares: shares(5).map((share) => ({ ...share, is_above: false })),
    });
    const run = await summaryIn(await runAgain(free, users.ann, 'dry_run=false&confirm=true'));
    expect(run).toMatchObject({ status: 'queued', confirmed_by: null, confirmed_at: null });
  });
});
