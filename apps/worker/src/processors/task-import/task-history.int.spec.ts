import { readTaskHistory } from '@portal/persistence/queries/task-history';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, review, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

async function run(id: string): Promise<string> {
  await world.handler().run(id, 1);
  return id;
}

it('TASK-66 tells which imports and people changed a task, with its fields before and after', async () => {
  const first = await run(await world.upload(fileOf(row(1, { reviews: [review(1)] }), row(2))));
  const second = await run(
    await world.upload(fileOf(row(1, { status: 'rework', number_of_turns: 5, reviews: [] }))),
  );
  await world.db.transaction(async (tx) => {
    await tx.query(
      `SELECT set_config('portal.actor', id::text, true) FROM core.app_user WHERE email = 'alpha@example.com'`,
    );
    await tx.query(`UPDATE core.task SET status = 'delivered' WHERE turing_task_id = 1`);
  });
  const edited = await readTaskHistory(world.db, 1);
  expect(edited.last).toMatchObject({ user_email: 'alpha@example.com', import: null });

  const third = await run(await world.upload(fileOf(row(1, { number_of_turns: 6 }))));
  const { last, imports } = await readTaskHistory(world.db, 1);
  expect(last).toMatchObject({ import: { import_id: third, undoes: null } });
  expect(imports).toMatchObject([
    {
      import: { import_id: third },
      change: 'changed',
      user_email: 'admin@example.com',
      fields: [
        { field: 'number_of_turns', before: 5, after: 6 },
        { field: 'status', before: 'delivered', after: 'completed' },
      ],
    },
    {
      import: { import_id: second },
      change: 'changed',
      fields: [
        { field: 'number_of_turns', before: 3, after: 5 },
        { field: 'reviews', before: 1, after: 0 },
        // A person changed it later.
        { field: 'status', before: 'completed', after: 'rework' },
      ],
    },
    { import: { import_id: first, file_name: 'tasks.json' }, change: 'created', fields: [] },
  ]);
  expect((await readTaskHistory(world.db, 2)).imports).toHaveLength(1);
});

it('TASK-66 knows nothing of changes before they were recorded', async () => {
  await run(await world.upload(fileOf(row(1))));
  await world.db.query('TRUNCATE core.task_transaction, core.task_created');
  expect(await readTaskHistory(world.db, 1)).toEqual({ last: null, imports: [] });
});
