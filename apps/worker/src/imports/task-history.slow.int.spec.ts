import { TASK_HISTORY_FIELDS, taskHistoryQuerySchema } from '@portal/contracts/task-history';
import { readTaskHistory, type StoredHistory } from '@portal/persistence/tasks/task-history';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, review, row } from './spec-support/rows.js';

const UNKEPT = { PORTAL_IMPORT_HISTORY_DAYS: '0' };

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => clear());
afterAll(() => world.drop());

async function clear(): Promise<void> {
  await world.clear();
  await world.db.query('TRUNCATE core.audit');
}

async function run(id: string, settings = {}): Promise<string> {
  await world.handler(settings).run(id);
  return id;
}

/** A change by a user of the portal. */
async function edit(statement: string): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.query(
      `SELECT set_config('portal.actor', id::text, true) FROM core.app_user WHERE email = 'alpha@example.com'`,
    );
    await tx.query(statement);
  });
}

const historyOf = (task: number, query = {}): Promise<StoredHistory> =>
  readTaskHistory(world.db, task, taskHistoryQuerySchema.parse({ size: '100', ...query }), {
    projects: 'all',
    hidden: [],
  });

const created = { change: 'created', fields: expect.arrayContaining([]) as unknown };

it('TASK-66 tells which imports and people changed a task, with its fields before and after', async () => {
  const first = await run(await world.upload(fileOf(row(1, { reviews: [review(1)] }), row(2))));
  const second = await run(
    await world.upload(fileOf(row(1, { status: 'rework', number_of_turns: 5, reviews: [] }))),
  );
  await edit(`UPDATE core.task SET status = 'delivered' WHERE turing_task_id = 1`);
  const edited = await historyOf(1);
  expect(edited.last).toMatchObject({ user_email: 'alpha@example.com', import: null });

  const third = await run(
    await world.upload(fileOf(row(1, { number_of_turns: 6 })), { onConflict: 'file' }),
  );
  const { last, items, total, is_removed } = await historyOf(1);
  expect([total, is_removed]).toEqual([4, false]);
  expect(last).toMatchObject({
    user_email: 'admin@example.com',
    import: { import_id: third, undoes: null },
  });
  expect(items).toMatchObject([
    {
      import: { import_id: third },
      ...{ change: 'changed', user_email: 'admin@example.com', audit_group: null },
      fields: [
        { field: 'number_of_turns', before: 5, after: 6 },
        { field: 'status', before: 'delivered', after: 'completed' },
      ],
    },
    {
      ...{ import: null, change: 'changed', user_email: 'alpha@example.com' },
      ...{ audit_group: expect.any(Number) as number, undoes_group: null },
      fields: [{ field: 'status', before: 'rework', after: 'delivered' }],
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
    { import: { import_id: first, file_name: 'tasks.json' }, ...created },
  ]);
  expect(items[3]?.fields).toContainEqual({ field: 'number_of_turns', before: null, after: 3 });
  expect(items[3]?.fields).toContainEqual({ field: 'reviews', before: 0, after: 1 });
  expect((await historyOf(2)).items).toHaveLength(1);

  const pages = [await historyOf(1, { size: '3' }), await historyOf(1, { size: '3', page: '2' })];
  expect(pages.flatMap((page) => page.items)).toEqual(items);
});

it('TASK-79 selects the changes of one field', async () => {
  await run(await world.upload(fileOf(row(1))));
  await run(await world.upload(fileOf(row(1, { status: 'rework', number_of_turns: 5 }))));
  await edit(`UPDATE core.task SET status = 'delivered' WHERE turing_task_id = 1`);
  const { items, total } = await historyOf(1, { field: 'number_of_turns' });
  expect(total).toBe(2);
  expect(items.map(({ fields }) => fields)).toEqual([
    [{ field: 'number_of_turns', before: 3, after: 5 }],
    [{ field: 'number_of_turns', before: null, after: 3 }],
  ]);
});

it('TASK-76 lists an edit before the import that overwrote it, though the import began earlier', async () => {
  await run(await world.upload(fileOf(row(1), row(2))));
  let edits = 0;
  world.onEvent = async () => {
    if (edits++ === 0)
      await edit(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = 1`);
  };
  const second = await run(
    await world.upload(fileOf(row(1, { status: 'pending' })), { onConflict: 'file' }),
  );
  const [overwrote, edited] = (await historyOf(1)).items;
  expect(overwrote).toMatchObject({
    import: { import_id: second },
    fields: [{ field: 'status', before: 'rework', after: 'pending' }],
  });
  expect(edited?.fields).toEqual([{ field: 'status', before: 'completed', after: 'rework' }]);
});

it('TASK-77 says no value of after that an import may have changed of which nothing is kept', async () => {
  await run(await world.upload(fileOf(row(1, { number_of_turns: 1 }), row(2))));
  await run(await world.upload(fileOf(row(1, { number_of_turns: 2 }))));
  await run(await world.upload(fileOf(row(1, { number_of_turns: 3 }))), UNKEPT);
  const turns = async (task: number) =>
    (await historyOf(task, { field: 'number_of_turns' })).items.map(({ fields }) => fields);
  expect(await turns(1)).toEqual([
    null,
    [{ field: 'number_of_turns', before: 1 }],
    [{ field: 'number_of_turns', before: null, after: 1 }],
  ]);
  // It did not change the other task.
  expect(await turns(2)).toEqual([[{ field: 'number_of_turns', before: null, after: 3 }]]);
});

it('TASK-78 lists the last change also if what it did is not kept', async () => {
  const id = await run(await world.upload(fileOf(row(1))), UNKEPT);
  const unkept = await historyOf(1);
  expect(unkept.last).toMatchObject({ user_email: 'admin@example.com', import: { import_id: id } });
  expect(unkept.items).toMatchObject([{ import: { import_id: id }, fields: null }]);

  await world.db.query(`UPDATE core.task SET status = 'rework'`);
  expect((await historyOf(1)).items).toMatchObject([
    { import: null, user_email: null, audit_group: null, fields: null },
  ]);
  await edit(`UPDATE core.task SET status = 'delivered'`);
  expect((await historyOf(1)).items).toMatchObject([{ user_email: 'alpha@example.com' }]);
});

it('TASK-78 knows nothing of changes before they were recorded', async () => {
  await run(await world.upload(fileOf(row(1))));
  await world.db.query('TRUNCATE core.task_transaction, core.task_created');
  const nothing = { last: null, items: [], total: 0, is_removed: false };
  expect(await historyOf(1)).toEqual(nothing);
  expect(await historyOf(404)).toEqual({ ...nothing, is_removed: true });
});

it('TASK-80 tells what removed a task, and what made it again', async () => {
  const first = await run(await world.upload(fileOf(row(1, { reviews: [review(1)] }))));
  const undo = await run((await world.undo(first)) ?? '');
  const removed = await historyOf(1);
  expect(removed).toMatchObject({
    is_removed: true,
    last: { import: { import_id: undo, undoes: first } },
    items: [{ change: 'removed' }, created],
  });
  expect(removed.items[0]?.fields).toContainEqual({ field: 'reviews', before: 1, after: 0 });
  const redo = await run((await world.undo(undo)) ?? '');
  expect(await historyOf(1)).toMatchObject({
    is_removed: false,
    items: [{ import: { import_id: redo }, ...created }, { change: 'removed' }, created],
  });
  await edit('DELETE FROM core.task');
  expect(await historyOf(1)).toMatchObject({
    is_removed: true,
    last: { user_email: 'alpha@example.com', import: null },
    total: 4,
  });
});

const TASKS = [1, 2, 3];
const id = fc.constantFrom(...TASKS);
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      isKept: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
      rows: fc.uniqueArray(
        fc.record(
          {
            turing_task_id: id,
            turing_project_id: fc.constantFrom(1001, 1002),
            status: fc.constantFrom('pending', 'completed', 'rework'),
            target_model: fc.constantFrom(null, 'atlas', 'borea'),
            number_of_turns: fc.nat({ max: 2 }),
            reviews: fc.constantFrom([], [review(1)], [review(1), review(2)]),
          },
          { requiredKeys: ['turing_task_id', 'turing_project_id', 'status'] },
        ),
        { minLength: 1, selector: (one) => one.turing_task_id },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat({ max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      statement: fc
        .tuple(id, fc.constantFrom(`status = 'delivered'`, `target_model = 'cirrus'`))
        .map(([task, set]) => `UPDATE core.task SET ${set} WHERE turing_task_id = ${task}`),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      statement: id.map((task) => `DELETE FROM core.task WHERE turing_task_id = ${task}`),
    }),
  },
);

type Values = Readonly<Record<string, unknown>> | undefined;

it('TASK-77 no history says of a change what it did not do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 2, maxLength: 9 }), async (operations) => {
      await clear();
      const imports: string[] = [];
      let states = await readStates();
      /** What happened to each task, the newest first. */
      const happened = new Map(TASKS.map((task) => [task, [] as Happened[]]));
      for (const step of operations) {
        let isKept = true;
        if (step.kind === 'edit') {
          await edit(step.statement);
        } else {
          const next =
            step.kind === 'undo'
              ? await world.undo(imports.at(-1 - step.which) ?? imports[0] ?? EMPTY)
              : await world.upload(fileOf(...step.rows.map((one) => ({ ...row(1), ...one }))));
          if (next === undefined) continue;
          isKept = step.kind === 'undo' || step.isKept;
          await run(next, isKept ? {} : UNKEPT);
          if ((await world.stored(next)).state === 'completed') imports.push(next);
        }
        const after = await readStates();
        for (const task of TASKS) {
          const [was, is] = [states.get(task), after.get(task)];
          if (was?.['changed_in'] !== is?.['changed_in']) {
            happened.get(task)?.unshift({ was, is, isKept });
          }
        }
        states = after;
      }
      for (const task of TASKS) compare(await historyOf(task), happened.get(task) ?? []);
    }),
    { numRuns: runs(2) },
  );
});

interface Happened {
  readonly was: Values;
  readonly is: Values;
  readonly isKept: boolean;
}

const EMPTY = '00000000-0000-0000-0000-000000000000';

async function readStates(): Promise<ReadonlyMap<number, Values>> {
  const found = await world.rows<{ id: number; state: Record<string, unknown> }>(`
    SELECT turing_task_id AS id, to_jsonb(task) || jsonb_build_object('reviews', (
      SELECT count(*) FROM core.task_review AS review
      WHERE review.turing_task_id = task.turing_task_id)) AS state
    FROM core.task`);
  return new Map(found.map(({ id: task, state }) => [task, state]));
}

/** Of what is not kept only the last change is listed. */
function compare({ items }: StoredHistory, happened: readonly Happened[]): void {
  const expected = happened.filter((one, index) =>
    one.isKept ? differing(one).length > 0 : index === 0,
  );
  expect(items.map(({ change }) => change)).toEqual(expected.map(changeOf));
  for (const [index, { change, fields }] of items.entries()) {
    const one = expected[index];
    if (!one?.isKept) {
      expect(fields).toBeNull();
      continue;
    }
    const listed = (fields ?? []).map(({ field }) => field);
    if (change === 'changed') expect(listed).toEqual(differing(one));
    else expect(differing(one)).toEqual(expect.arrayContaining(listed));
    for (const { field, before, after } of fields ?? []) {
      expect(before).toEqual(valueOf(one.was, field));
      if (after !== undefined) expect(after).toEqual(valueOf(one.is, field));
    }
  }
}

/** An edit may set the value that is there: then it is none. */
function differing({ was, is }: Happened): string[] {
  return TASK_HISTORY_FIELDS.filter(
    (field) => valueOf(was, field) !== valueOf(is, field),
  ).toSorted();
}

function changeOf({ was, is, isKept }: Happened): string {
  if (!isKept) return 'changed';
  if (!was) return 'created';
  return is ? 'changed' : 'removed';
}

function valueOf(values: Values, field: string): unknown {
  return values?.[field] ?? (field === 'reviews' ? 0 : null);
}
