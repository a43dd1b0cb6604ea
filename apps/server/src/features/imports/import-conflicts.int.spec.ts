import { importConflictsSchema } from '@portal/contracts/imports';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

const IMPORT = '0197f3a0-0000-7000-8000-0000000000d1';
const OTHER_IMPORT = '0197f3a0-0000-7000-8000-0000000000d2';

let server: TestServer;
let users: Readonly<Record<'admin' | 'uploader' | 'lead', TestUser>>;

beforeAll(async () => {
  server = await sharedServer();
  const world = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 70: 'Spring' } }, Beta: { batches: { 71: 'Autumn' } } },
    roles: { uploading: ['data-upload'] },
    users: {
      admin: { roles: { 'All Projects': 'admin' } },
      uploader: { roles: { Alpha: 'uploading' } },
      lead: { roles: { Beta: 'uploading' } },
      anna: { name: 'Anna Ångström' },
    },
    tasks: [
      {
        ...({ project: 'Alpha', turing_task_id: 701, turing_batch_id: 70, user: 'anna' } as const),
        ...{ status: 'rework', target_model: 'Opal' },
      },
      { project: 'Alpha', turing_task_id: 702, turing_batch_id: 70, status: 'rework' },
      { project: 'Beta', turing_task_id: 703, turing_batch_id: 71, status: 'rework', user: 'anna' },
    ],
  });
  users = world.users;
  const { Alpha: alpha, Beta: beta } = world.projects;
  await server.db.query(
    `INSERT INTO core.task_import (id, uploaded_by, state, file_name, store_key, sha256, bytes_total, finished_at)
     SELECT id, $2, 'completed', 'tasks.json', 'gone', repeat('a', 64), 1, now() FROM unnest($1::uuid[]) AS id`,
    [[IMPORT, OTHER_IMPORT], users.uploader.id],
  );
  // The task 704 is deleted.
  await server.db.query(
    `INSERT INTO core.import_conflict
       (import_id, turing_task_id, project_id, row_number, fields, changed_by, changed_at, is_kept)
     SELECT import_id, task_id, project_id, 1, '[{"field": "status", "portal": "rework", "file": "completed"}]',
       $1, '2026-01-05T09:00:00Z', true
     FROM (VALUES
       ($2::uuid, 704, $4::integer), ($2, 703, $5), ($2, 702, $4), ($2, 701, $4), ($3, 701, $4)
     ) AS found (import_id, task_id, project_id)`,
    [users.admin.id, IMPORT, OTHER_IMPORT, alpha, beta],
  );
});
afterAll(() => server.stop());

const ask = (query: string, by: TestUser, id = IMPORT) =>
  get(`${server.baseUrl}/api/v1/tasks/imports/${id}/conflicts${query}`, by.token);

async function tasksFound(query: string, by = users.admin) {
  const answer = await ask(query, by);
  expect(answer.status).toBe(200);
  const { items, total } = importConflictsSchema.parse(await answer.json());
  expect(total).toBeGreaterThanOrEqual(items.length);
  return items.map(({ turing_task_id: id }) => id);
}

describe('the conflicts of an import', () => {
  it('IMP-160 are listed in pages by task, as the import lists the first', async () => {
    expect(await tasksFound('')).toEqual([701, 702, 703, 704]);
    expect(await tasksFound('?size=3&page=2')).toEqual([704]);
    expect(await tasksFound('?size=3&page=3')).toEqual([]);
    const path = `${server.baseUrl}/api/v1/tasks/imports/${IMPORT}`;
    const detail = (await (await get(path, users.admin.token)).json()) as { conflicts: unknown };
    const page = importConflictsSchema.parse(await (await ask('', users.admin)).json());
    expect(page).toEqual({ items: detail.conflicts, total: 4, page: 1, size: 50 });
    expect(page.items[0]).toMatchObject({ changed_by: 'admin@example.com', is_kept: true });
  });

  it('IMP-160 are found by id, person, name, batch and model', async () => {
    for (const [search, found] of [
      ['702', [702]],
      ['704', [704]],
      ['70', [701, 702]],
      ['anna@', [701, 703]],
      ['angstrom', [701, 703]],
      ['autumn', [703]],
      ['opal', [701]],
      ['nobody', []],
    ] as const) {
      expect(await tasksFound(`?search=${search}`), search).toEqual(found);
    }
    expect(await tasksFound('?search=anna&size=1&page=2')).toEqual([703]);
  });

  it('IMP-160 of other projects are in the list of the own import, but a search does not find them', async () => {
    expect(await tasksFound('', users.uploader)).toEqual([701, 702, 703, 704]);
    expect(await tasksFound('?search=anna', users.uploader)).toEqual([701]);
    expect(await tasksFound('?search=703', users.uploader)).toEqual([]);
    expect(await tasksFound('?search=704', users.uploader)).toEqual([704]);
  });

  it('IMP-160 are for users who may read the import', async () => {
    expect((await ask('', users.lead)).status).toBe(404);
    expect((await ask('?size=101', users.uploader)).status).toBe(400);
    expect((await ask('', users.uploader, OTHER_IMPORT)).status).toBe(200);
  });
});
