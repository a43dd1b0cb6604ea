import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { counts, ImportWorld } from './spec-support/import-world.js';
import { fileOf, review, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

describe('what an import refuses', () => {
  it('IMP-25 imports nothing of a file with an error, and stores the errors', async () => {
    const id = await world.upload(
      fileOf(row(1, { turing_batch_id: 70 }), { ...row(2), status: 'No' }, { ...row(3), x: 1 }),
    );
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      state: 'failed',
      failure_code: 'import-failed',
      failure_detail: 'The file has 2 errors; nothing was imported',
      error_count: 2,
      inserted: null,
      rows_total: 3,
    });
    expect(await world.issues(id)).toEqual([
      'error 2 status: must be 1 to 64 of a-z, 0-9 and _, beginning with a letter',
      'error 3 x: is not a known field',
    ]);
    expect(await world.count('FROM core.task')).toBe(0);
    expect(await world.count('FROM core.batch')).toBe(0);
  });

  it('IMP-15 counts the errors and warnings of each field', async () => {
    const id = await world.upload(
      fileOf(row(1), row(1), { ...row(2), status: 'No' }, { ...row(3), status: 1, x: 1 }),
      { onError: 'skip' },
    );
    await world.handler().run(id);
    expect(await world.reads.issueFields(id)).toEqual([
      { field: 'status', count: 2 },
      { field: 'turing_task_id', count: 1 },
      { field: 'x', count: 1 },
    ]);
  });

  it('IMP-15 stores issues about text that the database cannot store', async () => {
    const key = 'k'.repeat(5000);
    const id = await world.upload(
      [
        `{"a\\u0000b":1}`,
        `{"\\ud800":{"x":1,"x":2}}`,
        `{"${key}":1e400}`,
        Buffer.from([0x7b, 0x00, 0x7d]).toString('latin1'),
        `{"a":"\u0001"}`,
      ].join('\n'),
    );
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      state: 'failed',
      failure_code: 'import-failed',
    });
    const issues = await world.issues(id);
    expect(issues.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...issues.map((issue) => issue.length))).toBeLessThan(400);
  });

  it('IMP-8 stores the numbers of metadata as written, or names those that would lose precision', async () => {
    const withNumber = (id: number, literal: string) =>
      JSON.stringify(row(id, { metadata: { n: ['literal'] } })).replace('"literal"', literal);
    const kept = ['9007199254740991', '0.1234567890123456', '-1e21', '1.7976931348623157e308'];
    const changed = ['9007199254740993', '0.1234567890123456789', '1e400', '-12345678901234567890'];
    const rows = [...kept, ...changed].map((literal, n) => withNumber(n + 1, literal));
    const id = await world.upload(rows.join('\n'), { onError: 'skip' });
    await world.handler().run(id);
    expect(await world.issues(id)).toEqual(
      [5, 6, 7, 8].map(
        (n) =>
          `error ${n} metadata/n/0: is a number that cannot be stored without losing precision`,
      ),
    );
    for (const literal of kept) {
      const same = `FROM core.task WHERE (metadata #>> '{n,0}')::numeric = ${literal}`;
      expect(await world.count(same)).toBe(1);
    }
    expect(await world.count('FROM core.task')).toBe(kept.length);
  });

  it('IMP-25 reports why a file cannot be read to its end', async () => {
    const failed = await world.import(fileOf(row(1)).slice(0, -3), { onError: 'skip' });
    expect(failed).toMatchObject({ state: 'failed', failure_code: 'import-failed' });
    expect(failed.failure_detail).toMatch(/^The file ends within row 1 \(at byte \d+\)$/);
    expect(await world.count('FROM core.task')).toBe(0);
  });

  it('IMP-26 imports the valid rows with `on_error=skip`', async () => {
    const id = await world.upload(
      fileOf(row(1), { ...row(2), turing_batch_id: 99, status: 'No' }, row(3)),
      { onError: 'skip' },
    );
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      state: 'completed',
      inserted: 2,
      error_count: 1,
      rows_total: 3,
    });
    expect(await world.issues(id)).toHaveLength(1);
    expect(await world.count('FROM core.batch')).toBe(1);
  });

  it('IMP-27 counts the changes in a dry run, and writes nothing', async () => {
    await world.import(fileOf(row(1), row(2)));
    const file = fileOf(
      row(1, { reviews: [review(1)] }),
      row(2),
      row(3, { turing_batch_id: 9, delivery_batch: 'a' }),
    );
    const dry = await world.import(file, { dryRun: true });
    expect(dry).toMatchObject({ state: 'completed', delivery_batches: 1 });
    expect(counts(dry)).toEqual([1, 1, 1]);
    expect(await world.count('FROM core.task')).toBe(2);
    expect(await world.count('FROM core.batch')).toBe(1);
    expect(counts(await world.import(file))).toEqual(counts(dry));
    expect(await world.count('FROM core.task')).toBe(3);
  });

  it('IMP-28 moves a task between projects where the uploader has data-upload', async () => {
    await world.import(fileOf(row(1, { turing_batch_id: 7 })));
    const moved = await world.import(
      fileOf(row(1, { turing_project_id: 1002, turing_batch_id: 8 })),
    );
    expect(counts(moved)).toEqual([0, 1, 0]);
    expect(await world.taskOf(1)).toMatchObject({ project_id: 2, turing_batch_id: 8 });
  });

  it('IMP-28 refuses a task of a project without data-upload', async () => {
    await world.import(fileOf(row(1, { turing_project_id: 1002, reviews: [review(1)] })));
    const file = fileOf(
      row(1, { batch_name: 'Taken', turing_batch_id: 66, reviews: [review(2)] }),
      row(2),
    );
    const uploader = 'alpha@example.com';
    const id = await world.upload(file, { uploader });
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'failed', error_count: 1 });
    expect(await world.issues(id)).toEqual([
      'error 1 turing_task_id: is a task of a project that you may not upload to',
    ]);

    const skipped = await world.import(file, { uploader, onError: 'skip' });
    expect(skipped).toMatchObject({ state: 'completed', inserted: 1, error_count: 1 });
    expect(await world.taskOf(1)).toMatchObject({ project_id: 2 });
    expect(await world.reviewsOf(1)).toEqual([{ id: 1, status: 'passed', score: 4 }]);
    expect(await world.count('FROM core.batch WHERE turing_batch_id = 66')).toBe(0);
  });

  it('IMP-29 uses the permissions of the uploader at the time of the run', async () => {
    const uploader = 'alpha@example.com';
    expect(await world.import(fileOf(row(1)), { uploader })).toMatchObject({ state: 'completed' });
    const beyond = await world.import(fileOf(row(2, { turing_project_id: 1002 })), { uploader });
    expect(beyond).toMatchObject({ state: 'failed', error_count: 1 });
    const nobody = await world.import(fileOf(row(2)), { uploader: 'nobody@example.com' });
    expect(nobody).toMatchObject({ state: 'failed', error_count: 1 });
  });
});
