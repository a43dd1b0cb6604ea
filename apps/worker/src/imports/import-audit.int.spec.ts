import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(async () => {
  await world.clear();
  await world.db.query('TRUNCATE core.audit');
});
afterAll(() => world.drop());

interface Recorded {
  readonly group_id: number;
  readonly undoes: number | null;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Everything in the audit, the oldest first. */
const records = () =>
  world.rows<Recorded>(
    `SELECT entity, entity_id, action, actor_email, project.name AS project, before, after, group_id, undoes
     FROM core.audit LEFT JOIN core.project ON project.id = audit.project_id ORDER BY audit.id`,
  );

async function run(id: string | undefined): Promise<string> {
  await world.handler().run(id ?? '');
  return id ?? '';
}

it('AUD-77 an import that changes something is recorded in each project that it changes, as one group', async () => {
  const file = fileOf(row(1), row(2, { turing_project_id: 1002 }), row(3));
  const uploader = 'admin@example.com';
  const id = await run(await world.upload(file, { uploader }));
  const found = await records();
  expect(found).toMatchObject(
    ['Alpha', 'Beta'].map((project) => ({
      ...{ entity: 'task_import', entity_id: id, action: 'update', actor_email: uploader, project },
      before: { state: 'running' },
      undoes: null,
    })),
  );
  expect(new Set(found.map(({ group_id: group }) => group)).size).toBe(1);
  const { finished_at: _, ...after } = found[0]?.after ?? {};
  expect(after).toEqual({
    ...{ state: 'completed', file_name: 'tasks.json', rows_total: 3, error_count: 0 },
    ...{ inserted: 3, updated: 0, unchanged: 0, undo_until: expect.any(String) as string },
  });

  await run(await world.upload(fileOf(row(1, { status: 'rework' }), row(3))));
  const [, , second, ...others] = await records();
  expect(second).toMatchObject({
    project: 'Alpha',
    after: { inserted: 0, updated: 1, unchanged: 1 },
  });
  expect(others).toEqual([]);
});

it.each([
  ['changes nothing', () => world.upload(fileOf(row(1)))],
  ['is a dry run', () => world.upload(fileOf(row(1, { status: 'rework' })), { dryRun: true })],
  ['fails', () => world.upload(fileOf({ turing_task_id: 'x' }))],
])('AUD-77 an import that %s is not recorded', async (_what, upload) => {
  await run(await world.upload(fileOf(row(1))));
  const before = await records();
  expect(before).toHaveLength(1);
  await run(await upload());
  expect(await records()).toEqual(before);
});

it('AUD-78 an undo is recorded as one of the changes of its import, and can be undone', async () => {
  const first = await run(await world.upload(fileOf(row(1))));
  const undo = await run(await world.undo(first));
  await run(await world.undo(undo));
  const [imported, undone, redone, ...others] = await records();
  expect(others).toEqual([]);
  expect(undone).toMatchObject({
    entity_id: undo,
    undoes: imported?.group_id,
    after: { state: 'completed', undoes: first, removed: 1, kept: 0 },
  });
  expect(redone).toMatchObject({ undoes: undone?.group_id, after: { undoes: undo, inserted: 1 } });
});
