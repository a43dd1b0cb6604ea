import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportWorld } from '../spec-support/import-world.js';
import { fileOf } from '../spec-support/rows.js';
import { type FileRow, PortalModel } from './spec-support/portal-model.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterAll(() => world.drop());

const id = fc.integer({ min: 1, max: 6 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const instant = fc.constantFrom(null, '2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z');

const rowOfFile: fc.Arbitrary<FileRow> = fc.record(
  {
    turing_task_id: id,
    turing_project_id: fc.constantFrom(1001, 1002),
    turing_batch_id: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom('pending', 'completed', 'rework'),
    user_email: fc.constantFrom(null, 'a@example.com', 'b@example.com'),
    number_of_turns: fc.integer({ min: 0, max: 2 }),
    completed_at: instant,
    target_model: fc.constantFrom(null, 'atlas'),
    reviews: fc.uniqueArray(
      fc.record({
        turing_review_id: fc.integer({ min: 1, max: 3 }),
        status: fc.constantFrom('passed', 'failed'),
        submitted_at: instant,
      }),
      { maxLength: 2, selector: (review) => review.turing_review_id },
    ),
  },
  { requiredKeys: ['turing_task_id', 'turing_project_id', 'turing_batch_id'] },
);

const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      rows: fc.uniqueArray(rowOfFile, {
        minLength: 1,
        maxLength: 4,
        selector: (row) => row.turing_task_id,
      }),
      batchName: maybe(fc.constantFrom('One', 'Two')),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      /** Counts from the newest import. */
      which: fc.nat({ max: 4 }),
      keepNewer: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      task: id,
      status: fc.constantFrom('rework', 'delivered'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), task: id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      batch: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

it('IMP-83 any imports, edits and undos leave what the model says, and exact aggregates', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 2, maxLength: 12 }), async (operations) => {
      await world.clear();
      const model = new PortalModel();
      for (const step of operations) {
        await run(step, model);
        expect(await stored()).toEqual(model.contents());
      }
      expect(await verifyAggregates(world.db)).toEqual([]);
    }),
    { numRuns: runs(4) },
  );
});

async function run(step: Operation, model: PortalModel): Promise<void> {
  switch (step.kind) {
    case 'import': {
      const rows = step.rows.map((row) =>
        model.lacksStatus(row) || step.batchName === undefined
          ? row
          : { ...row, batch_name: step.batchName },
      );
      const importId = await world.upload(fileOf(...rows), { onError: 'skip' });
      await world.handler().run(importId);
      const { inserted, updated, unchanged } = await world.stored(importId);
      expect({ inserted, updated, unchanged }).toEqual(model.import(importId, rows));
      return;
    }
    case 'undo': {
      const importId = model.newest(step.which);
      if (importId !== undefined) await undo(importId, step.keepNewer, model);
      return;
    }
    case 'edit':
      await world.db.query('UPDATE core.task SET status = $2 WHERE turing_task_id = $1', [
        step.task,
        step.status,
      ]);
      model.edit(step.task, step.status);
      return;
    case 'delete':
      await world.db.query('DELETE FROM core.task WHERE turing_task_id = $1', [step.task]);
      model.delete(step.task);
      return;
    case 'rename':
      await world.db.query(`UPDATE core.batch SET name = 'By hand' WHERE turing_batch_id = $1`, [
        step.batch,
      ]);
      model.rename(step.batch);
  }
}

async function undo(importId: string, keepNewer: boolean, model: PortalModel): Promise<void> {
  const id = await world.undo(importId, { keepNewer });
  expect(id !== undefined).toBe(model.mayUndo(importId));
  if (id === undefined) return;
  await world.handler().run(id);
  const found = await world.stored(id);
  const { state, updated, inserted, removed, kept } = found;
  const outcome = model.undo(id, importId, keepNewer);
  expect(state === 'completed' ? { state, updated, inserted, removed, kept } : { state }).toEqual(
    outcome,
  );
}

async function stored(): Promise<unknown> {
  const [found] = await world.rows<{ contents: unknown }>(`
    SELECT jsonb_build_object(
      'tasks', (
        SELECT coalesce(jsonb_object_agg(turing_task_id, jsonb_build_object(
          'project', project_id, 'batch', turing_batch_id, 'status', status, 'user_email', user_email,
          'number_of_turns', number_of_turns, 'target_model', target_model,
          'completed_at', to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'reviews', (
            SELECT coalesce(jsonb_object_agg(turing_review_id, status || ' ' || coalesce(
              to_char(submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')), '{}')
            FROM core.task_review AS review WHERE review.turing_task_id = task.turing_task_id))), '{}')
        FROM core.task),
      'batches', (
        SELECT coalesce(jsonb_object_agg(project_id || '/' || turing_batch_id, name), '{}')
        FROM core.batch)) AS contents`);
  return found?.contents;
}
