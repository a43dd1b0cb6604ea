import { changeGroupsSchema } from '@portal/contracts/audit';
import { ImportRuns } from '@portal/persistence/imports/import-runs';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { get, post, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';

let server: TestServer;
let alpha: number;
let beta: number;
let users: Record<'root' | 'uploader' | 'colleague' | 'auditor' | 'seesImports', TestUser>;

beforeAll(async () => {
  server = await sharedServer();
  const world = await buildWorld(server.db, {
    projects: { Alpha: {}, Beta: {} },
    roles: {
      manager: ['project-manage', 'data-upload'],
      auditor: ['rbac-manage'],
      uploads: ['data-upload'],
    },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      uploader: { roles: { Alpha: 'manager', Beta: 'uploads' } },
      colleague: { roles: { Alpha: 'manager' } },
      auditor: { roles: { 'All Projects': 'auditor' } },
      seesImports: { roles: { 'All Projects': 'uploads', Beta: 'auditor' } },
    },
  });
  users = world.users;
  ({ Alpha: alpha, Beta: beta } = world.projects);
  await server.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO core.task_import (id, uploaded_by, state, file_name, store_key, sha256, bytes_total,
         inserted, updated, unchanged, delivery_batches)
       VALUES ($1, $2, 'completed', 'tasks.json', 'gone', repeat('a', 64), 1, 4, 2, 0, 0)`,
      [IMPORT, users.uploader.id],
    );
    await new ImportRuns(tx).record(IMPORT, [alpha, beta]);
  });
});
afterAll(() => server.stop());

async function groups(by: TestUser, filters: object = {}) {
  const query = new URLSearchParams({ filters: JSON.stringify(filters) });
  const answer = await get(`${server.baseUrl}/api/v1/audit/groups?${query}`, by.token);
  expect(answer.status).toBe(200);
  return changeGroupsSchema.parse(await answer.json()).items;
}

const shown = async (by: TestUser, filters: object = {}) =>
  (await groups(by, filters)).map(({ total, kinds: [{ count, newest }] }) => [
    ...[newest.entity_name, total, count],
    newest.project_id,
  ]);

it('AUD-79 is shown to those who see the import, in the projects whose audit they read', async () => {
  expect(await shown(users.root)).toEqual([['tasks.json', 2, 2, beta]]);
  expect(await shown(users.uploader)).toEqual([['tasks.json', 1, 1, alpha]]);
  expect(await shown(users.seesImports)).toEqual([['tasks.json', 1, 1, beta]]);
  // They read the audit of Alpha, or of all projects, but not the imports of others.
  expect(await shown(users.colleague)).toEqual([]);
  expect(await shown(users.auditor)).toEqual([]);
});

it('AUD-77 is found by person, kind and project', async () => {
  const { root } = users;
  const every = [['tasks.json', 2, 2, beta]];
  expect(await shown(root, { actor_email: users.uploader.email })).toEqual(every);
  expect(await shown(root, { entity: 'task_import' })).toEqual(every);
  expect(await shown(root, { project_id: alpha })).toEqual([['tasks.json', 2, 1, alpha]]);
  for (const filters of [{ actor_email: root.email }, { entity: 'pod' }, { project_id: 0 }]) {
    expect(await shown(root, filters)).toEqual([]);
  }
});

it('AUD-14 is not undone from the audit, which says where', async () => {
  const [group] = await groups(users.root);
  expect(group).toMatchObject({ undoable: false, undone_by: null });
  const undo = `${server.baseUrl}/api/v1/audit/${group?.group_id}/undo`;
  const refused = await post(undo, {}, users.root.token);
  expect(refused.status).toBe(409);
  expect((await problemIn(refused)).detail).toContain('POST /tasks/imports/{id}/undo');
  expect((await post(undo, {}, users.colleague.token)).status).toBe(404);
});
