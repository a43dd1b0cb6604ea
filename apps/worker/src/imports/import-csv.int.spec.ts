import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { counts, ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

const CSV: ReadingOptions = { format: 'csv', columns: null, empty: 'keep' };
const HEADER =
  'turing_task_id,turing_project_id,turing_batch_id,user_email,status,completed_at,number_of_turns,duration_minutes';
/** The line of `row(id)`. */
const line = (id: number | string): string =>
  `${id},1001,7,ada@example.com,completed,2026-06-01T10:00:00Z,3,12.5`;
const fileOfLines = (...lines: string[]): string => [HEADER, ...lines, ''].join('\r\n');

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

describe('importing CSV', () => {
  it('IMP-100 stores the tasks of a JSON file with the same values', async () => {
    const read = await world.import(fileOfLines(line(1), line(2)), { reading: CSV });
    expect(read).toMatchObject({ state: 'completed', inserted: 2, error_count: 0 });
    expect(counts(await world.import(fileOf(row(1), row(2))))).toEqual([0, 0, 2]);
    const changed = fileOfLines(line(2), line(1).replace('completed', 'delivered'), line(3));
    expect(counts(await world.import(changed, { reading: CSV }))).toEqual([1, 1, 1]);
  });

  it('IMP-102 IMP-103 reads the columns that are stored with the import', async () => {
    const content = fileOfLines(line(1)).replace('user_email', 'Trainer');
    expect(await world.import(content, { reading: CSV })).toMatchObject({
      state: 'failed',
      failure_code: 'import-failed',
      failure_detail: expect.stringContaining('no fields of tasks: "Trainer"') as string,
    });
    const columns = { Trainer: 'user_email' } as const;
    const read = await world.import(content, { reading: { ...CSV, columns } });
    expect(read).toMatchObject({ state: 'completed', inserted: 1 });
    expect(await world.taskOf(1)).toMatchObject({ user_email: 'ada@example.com' });
  });

  it('IMP-105 clears the values of empty cells only on request', async () => {
    await world.import(fileOf(row(1)));
    const empty = fileOfLines(line(1).replace('12.5', ''));
    expect(counts(await world.import(empty, { reading: CSV }))).toEqual([0, 0, 1]);
    expect(await world.taskOf(1)).toMatchObject({ duration_minutes: '12.5' });
    await world.import(empty, { reading: { ...CSV, empty: 'clear' } });
    expect(await world.taskOf(1)).toMatchObject({ duration_minutes: null, number_of_turns: 3 });
  });

  it('IMP-107 IMP-108 imports nothing with an error, or the valid rows on request', async () => {
    const content = fileOfLines(line(1), line('x'), line(3));
    const refused = await world.upload(content, { reading: CSV });
    await world.handler().run(refused);
    const issue = 'error 2 turing_task_id: must be an integer from 1 to 9007199254740991 (line 3)';
    expect(await world.issues(refused)).toEqual([issue]);
    expect(await world.stored(refused)).toMatchObject({ state: 'failed', rows_total: 3 });
    expect(await world.count('FROM core.task')).toBe(0);
    const skipped = await world.import(content, { reading: CSV, onError: 'skip' });
    expect(skipped).toMatchObject({ state: 'completed', inserted: 2, error_count: 1 });
  });
});
