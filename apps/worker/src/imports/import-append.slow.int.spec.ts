import { taskFileText } from '@portal/testing/task-file';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

describe('a file above all stored tasks', () => {
  it('IMP-34 appends a file above all stored ids with the result of a merge', async () => {
    const plan = { tasks: 9_000, turingProjectId: 1001, batches: 3 };
    const contents = () =>
      world.rows(
        `SELECT md5(string_agg((to_jsonb(task) - 'changed_in')::text, '' ORDER BY turing_task_id)) AS tasks,
           (SELECT md5(string_agg(review::text, '' ORDER BY turing_task_id))
            FROM core.task_review AS review) AS reviews,
           (SELECT string_agg(name || status, ',' ORDER BY turing_batch_id) FROM core.batch) AS batches
         FROM core.task`,
      );
    const file = taskFileText(plan).replace('{', '{"batch_name":"Named",');
    const appended = await world.import(file);
    expect(appended).toMatchObject({ inserted: 9_000, delivery_batches: 1, rows_done: 9_000 });
    const expected = await contents();
    await world.clear();
    // A stored task with a larger id makes it a merge.
    await world.import(fileOf(row(10_000_000, { turing_batch_id: 1 })));
    const merged = await world.import(file);
    expect(merged).toMatchObject({ inserted: 9_000, delivery_batches: 1 });
    await world.db.query('DELETE FROM core.task WHERE turing_task_id = 10000000');
    expect(await contents()).toEqual(expected);
  });

  it.each([
    ['ids that fall', [row(1), row(3), row(2)], [3, 0]],
    ['an id that is repeated', [row(1), row(2), row(2)], [2, 1]],
  ])('IMP-34 merges a file that begins above all ids but has %s', async (_name, rows, outcome) => {
    const { inserted, warning_count } = await world.import(fileOf(...rows));
    expect([inserted, warning_count]).toEqual(outcome);
  });

  it('IMP-34 imports nothing of an appended file with an error', async () => {
    const file = taskFileText({ tasks: 9_000, turingProjectId: 1001, batches: 3 });
    const failed = await world.import(`${file.trimEnd().slice(0, -1)},{}]`);
    expect(failed).toMatchObject({ state: 'failed', rows_total: 9_001 });
    expect(await world.count('FROM core.task')).toBe(0);
    expect(await world.count('FROM core.batch')).toBe(0);
    expect(await world.count('FROM agg.task_cell WHERE tasks <> 0')).toBe(0);
  });
});
