import type { TaskColumn } from '@portal/persistence/schema/task-columns';
import { connectTo } from '@portal/testing/query-client';
import { taskFileText } from '@portal/testing/task-file';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { counts, ImportWorld } from './spec-support/import-world.js';
import { fileOf, review, row } from './spec-support/rows.js';

/** For each column except key and project, a value that differs from that of `row`. */
const CHANGED: Record<Exclude<TaskColumn, 'turing_task_id' | 'project_id'>, unknown> = {
  turing_batch_id: 8,
  user_email: 'rex@example.com',
  status: 'delivered',
  number_of_turns: 4,
  duration_minutes: 13,
  completed_at: '2026-06-01T10:00:01+00:00',
  created_at: '2026-05-01T10:00:00+00:00',
  updated_at: '2026-06-02T10:00:00+00:00',
  colab_link: 'https://colab.example.com/a',
  target_model: 'atlas',
  validation_status: 'passed',
  delivery_batch: 'drop-1',
  metadata: { note: 'x' },
};
const CHANGES = Object.entries(CHANGED).map(([name, value]) => ({ [name]: value }));

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

describe('what an import writes', () => {
  it('IMP-20 inserts, updates or leaves rows unchanged, and counts each', async () => {
    expect(await world.import(fileOf(row(1), row(2), row(3)))).toMatchObject({
      state: 'completed',
      phase: 'done',
      rows_total: 3,
      rows_done: 3,
      inserted: 3,
      updated: 0,
      unchanged: 0,
    });
    const again = await world.import(fileOf(row(1), row(2, { status: 'delivered' }), row(4)));
    expect(counts(again)).toEqual([1, 1, 1]);
    expect(again.bytes_done).toBe(again.bytes_total);
    expect(
      await world.rows('SELECT turing_task_id AS id, status FROM core.task ORDER BY 1'),
    ).toEqual([
      { id: 1, status: 'completed' },
      { id: 2, status: 'delivered' },
      { id: 3, status: 'completed' },
      { id: 4, status: 'completed' },
    ]);
  });

  it('IMP-20 updates a task if any single field differs', async () => {
    const files = [fileOf(...CHANGES.map((_, id) => row(id + 1)))];
    files.push(fileOf(...CHANGES.map((change, id) => row(id + 1, change))));
    expect(counts(await world.import(files[0] ?? ''))).toEqual([CHANGES.length, 0, 0]);
    expect(counts(await world.import(files[1] ?? ''))).toEqual([0, CHANGES.length, 0]);
    expect(counts(await world.import(files[1] ?? ''))).toEqual([0, 0, CHANGES.length]);
    const stored = await world.rows<{ task: object }>(
      'SELECT to_jsonb(task) AS task FROM core.task ORDER BY turing_task_id',
    );
    expect(stored.map(({ task }) => task)).toMatchObject(CHANGES);
  });

  it('IMP-20 stores every field as in the file, and the same file again changes nothing', async () => {
    const full = row(10, {
      batch_name: 'Spring',
      batch_status: 'paused',
      user_email: 'Ada@Example.com',
      created_at: '2026-05-30T23:30:00-07:00',
      updated_at: '2026-06-02T00:00:00.123456Z',
      colab_link: 'https://colab.example.com/a?b=c',
      number_of_turns: 12,
      duration_minutes: 0.1,
      target_model: 'tab\tand "quote" \\ é',
      validation_status: 'passed',
      delivery_batch: 'drop-1',
      reviews: [review(1), review(2, { feedback: 'line\nbreak', score: null })],
      metadata: { deep: [1, { a: null }], text: 'ü' },
    });
    const first = await world.import(fileOf(full));
    expect(counts(first)).toEqual([1, 0, 0]);
    expect(await world.taskOf(10)).toEqual({
      turing_task_id: 10,
      project_id: 1,
      turing_batch_id: 7,
      user_email: 'ada@example.com',
      status: 'completed',
      number_of_turns: 12,
      duration_minutes: '0.1',
      completed_at: '2026-06-01T10:00:00.000Z',
      created_at: '2026-05-31T06:30:00.000Z',
      updated_at: '2026-06-02T00:00:00.123456Z',
      colab_link: 'https://colab.example.com/a?b=c',
      target_model: 'tab\tand "quote" \\ é',
      validation_status: 'passed',
      delivery_batch: 'drop-1',
      metadata: { deep: [1, { a: null }], text: 'ü' },
    });
    expect(await world.reviewsOf(10)).toEqual([
      { id: 1, status: 'passed', score: 4 },
      { id: 2, status: 'passed', score: null },
    ]);
    expect(counts(await world.import(fileOf(full)))).toEqual([0, 0, 1]);
  });

  it('IMP-21 keeps the values of fields that a row does not name, and null clears them', async () => {
    await world.import(
      fileOf(row(1, { target_model: 'atlas', metadata: { a: 1 }, reviews: [review(1)] })),
    );
    const before = await world.taskOf(1);
    const ids = { turing_task_id: 1, turing_project_id: 1001, turing_batch_id: 7 };
    expect(counts(await world.import(fileOf(ids)))).toEqual([0, 0, 1]);
    expect(await world.taskOf(1)).toEqual(before);

    const changed = await world.import(fileOf({ ...ids, status: 'pending', target_model: null }));
    expect(counts(changed)).toEqual([0, 1, 0]);
    expect(await world.taskOf(1)).toEqual({
      ...(before as object),
      status: 'pending',
      target_model: null,
    });
    expect(await world.reviewsOf(1)).toHaveLength(1);
  });

  it('IMP-21 gives a new task null or the default for them', async () => {
    await world.import(
      fileOf({ turing_task_id: 1, turing_project_id: 1001, turing_batch_id: 7, status: 'pending' }),
    );
    expect(await world.taskOf(1)).toMatchObject({
      status: 'pending',
      user_email: null,
      target_model: null,
      metadata: null,
      number_of_turns: 0,
      duration_minutes: null,
    });
  });

  it.each([
    ['merged', (rows: unknown[]) => [row(5), ...rows]],
    ['appended', (rows: unknown[]) => rows],
  ])('IMP-76 refuses a new task without a status in a file that is %s', async (_how, rowsOf) => {
    await world.import(fileOf(row(1), row(5)));
    const { status: _, ...incomplete } = row(20);
    const { status: __, ...partial } = row(1, { number_of_turns: 8 });
    const rows = rowsOf([row(10), incomplete, partial]);
    const id = await world.upload(fileOf(...rows));
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'failed', error_count: 1 });
    const number = rows.indexOf(incomplete) + 1;
    expect(await world.issues(id)).toEqual([
      `error ${number} status: is missing; a new task needs a status`,
    ]);

    const skipped = await world.import(fileOf(...rows), { onError: 'skip' });
    expect(skipped).toMatchObject({ state: 'completed', inserted: 1, updated: 1, error_count: 1 });
    expect(await world.taskOf(20)).toBeUndefined();
    expect(await world.taskOf(1)).toMatchObject({ status: 'completed', number_of_turns: 8 });
  });

  it('IMP-77 counts rows that are older than their task, and leaves these tasks with `on_older=skip`', async () => {
    const at = (hour: number) => `2026-06-05T${hour}:00:00.000Z`;
    await world.import(
      fileOf(row(1, { updated_at: at(12) }), row(2, { updated_at: at(12) }), row(3)),
    );
    const file = fileOf(
      row(1, { updated_at: at(11), status: 'rework' }),
      row(2, { updated_at: at(13), status: 'rework' }),
      row(3, { updated_at: at(10), status: 'rework' }),
      row(4, { updated_at: at(10) }),
    );
    const id = await world.upload(file, { onOlder: 'skip' });
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      ...{ inserted: 1, updated: 2, unchanged: 1, older_count: 1, warning_count: 1 },
    });
    expect(await world.issues(id)).toEqual([
      'warning 1 updated_at: is earlier than the stored time; the task stays as it is',
    ]);
    expect(await world.taskOf(1)).toMatchObject({ status: 'completed', updated_at: at(12) });
    expect(await world.taskOf(2)).toMatchObject({ status: 'rework' });

    const applied = await world.import(file);
    expect(applied).toMatchObject({ updated: 1, older_count: 1, warning_count: 1 });
    expect(await world.taskOf(1)).toMatchObject({ status: 'rework', updated_at: at(11) });
  });

  it.each([true, false])(
    'IMP-78 shows changed tasks with their fields; dry run: %s',
    async (dryRun) => {
      await world.import(fileOf(row(1, { reviews: [review(1)] }), row(2), row(3)));
      const text = 'x'.repeat(400);
      const id = await world.upload(
        fileOf(
          row(1, { status: 'rework', user_email: null, reviews: [] }),
          row(2),
          row(3, { metadata: { text } }),
          row(4),
        ),
        { dryRun },
      );
      await world.handler().run(id);
      const changed = (await world.reads.sample(id)).filter(({ is_new: isNew }) => !isNew);
      expect(changed).toEqual([
        {
          turing_task_id: 1,
          fields: [
            { field: 'user_email', before: 'ada@example.com', after: null },
            { field: 'status', before: 'completed', after: 'rework' },
            { field: 'reviews', before: 1, after: 0 },
          ],
        },
        {
          turing_task_id: 3,
          fields: [
            {
              field: 'metadata',
              before: null,
              after: `${JSON.stringify({ text }).replace(':', ': ').slice(0, 300)}…`,
            },
          ],
        },
      ]);
    },
  );

  it('IMP-22 replaces reviews if the row has them, and keeps them otherwise', async () => {
    await world.import(fileOf(row(1, { reviews: [review(1), review(2), review(3)] }), row(2)));
    const changed = await world.import(
      fileOf(row(1, { reviews: [review(2), review(3, { score: 1 }), review(4)] }), row(2)),
    );
    expect(counts(changed)).toEqual([0, 1, 1]);
    const stored = [
      { id: 2, status: 'passed', score: 4 },
      { id: 3, status: 'passed', score: 1 },
      { id: 4, status: 'passed', score: 4 },
    ];
    expect(await world.reviewsOf(1)).toEqual(stored);

    expect(counts(await world.import(fileOf(row(1))))).toEqual([0, 0, 1]);
    expect(await world.reviewsOf(1)).toEqual(stored);
    expect(counts(await world.import(fileOf(row(1, { reviews: [] }))))).toEqual([0, 1, 0]);
    expect(await world.reviewsOf(1)).toEqual([]);
  });

  it('IMP-23 creates and updates the batches that rows name; the last row wins', async () => {
    const batches = () =>
      world.rows('SELECT turing_batch_id AS id, name, status FROM core.batch ORDER BY 1');
    await world.import(
      fileOf(
        row(1),
        row(2, { turing_batch_id: 8, batch_name: 'First' }),
        row(3, { turing_batch_id: 8, batch_name: 'Second', batch_status: 'draft' }),
        row(4, { turing_batch_id: 8 }),
      ),
    );
    expect(await batches()).toEqual([
      { id: 7, name: 'Batch 7', status: 'ongoing' },
      { id: 8, name: 'Second', status: 'draft' },
    ]);
    await world.import(
      fileOf(row(1, { batch_status: 'completed' }), row(4, { turing_batch_id: 8 })),
    );
    expect(await batches()).toEqual([
      { id: 7, name: 'Batch 7', status: 'completed' },
      { id: 8, name: 'Second', status: 'draft' },
    ]);
  });

  it('IMP-17 stores the name of a batch in NFC and trimmed', async () => {
    const names = () => world.rows('SELECT name FROM core.batch');
    await world.import(fileOf(row(1, { batch_name: ' Cafe\u0301\u00a0' })));
    expect(await names()).toEqual([{ name: 'Caf\u00e9' }]);
    const id = await world.upload(fileOf(row(1), row(2, { batch_name: '\u200b' })));
    await world.handler().run(id);
    expect(await world.issues(id)).toEqual([
      'error 2 batch_name: must have a visible character, at most 200 in all, or be null',
    ]);
    await world.import(fileOf(row(1, { batch_name: ' \t' })));
    expect(await names()).toEqual([{ name: 'Caf\u00e9' }]);
  });

  it('IMP-24 imports the last row of a repeated task and warns about the others', async () => {
    const id = await world.upload(
      fileOf(
        row(5, { status: 'pending', reviews: [review(1)] }),
        row(3),
        row(5, { status: 'rework', reviews: [review(2)] }),
        row(5, { status: 'delivered', reviews: [review(3)] }),
      ),
    );
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({
      state: 'completed',
      inserted: 2,
      warning_count: 2,
    });
    expect(await world.issues(id)).toEqual([
      'warning 1 turing_task_id: is repeated; row 4 is the one imported',
      'warning 3 turing_task_id: is repeated; row 4 is the one imported',
    ]);
    expect(await world.taskOf(5)).toMatchObject({ status: 'delivered' });
    expect(await world.reviewsOf(5)).toEqual([{ id: 3, status: 'passed', score: 4 }]);
  });

  it('IMP-31 counts the delivery batches of the file by project', async () => {
    const ended = await world.import(
      fileOf(
        row(1, { delivery_batch: 'a' }),
        row(2, { delivery_batch: 'a' }),
        row(3, { delivery_batch: 'b' }),
        row(4, { delivery_batch: 'a', turing_project_id: 1002 }),
        row(5),
      ),
    );
    expect(ended.delivery_batches).toBe(3);
  });

  it('IMP-32 sets the time of the last import, except in a dry run', async () => {
    const stamp = () =>
      world.rows("SELECT value FROM core.meta WHERE key = 'tasks_last_imported_at'");
    await world.import(fileOf(row(1)), { dryRun: true });
    await world.import(fileOf({ ...row(1), status: 7 }));
    expect(await stamp()).toEqual([]);
    const before = Date.now();
    await world.import(fileOf(row(1)));
    const [{ value } = { value: '' }] = (await stamp()) as { value: string }[];
    expect(new Date(value).toISOString()).toBe(value);
    expect(Date.parse(value)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(value)).toBeLessThanOrEqual(Date.now());
  });

  it('IMP-30 neither writes nor locks an unchanged task', async () => {
    const file = fileOf(row(1, { reviews: [review(1)] }), row(2));
    await world.import(file);
    const versions = () =>
      world.rows(
        `SELECT ctid::text, xmin::text FROM core.task
         UNION ALL SELECT ctid::text, xmin::text FROM core.task_review ORDER BY 1, 2`,
      );
    const before = await versions();
    const holder = await connectTo(world.url);
    await holder.query('BEGIN');
    await holder.query('SELECT FROM core.task FOR UPDATE');
    const again = await world.import(file);
    await holder.close();
    expect(counts(again)).toEqual([0, 0, 2]);
    expect(await versions()).toEqual(before);
  });

  it('IMP-35 `finished_at` includes the aggregate update', async () => {
    await world.db.query(`
      CREATE TABLE flushed (at timestamptz);
      CREATE FUNCTION note_flush() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO public.flushed VALUES (clock_timestamp()); RETURN NULL; END $$;
      CREATE TRIGGER note_flush AFTER INSERT OR UPDATE ON agg.project_revision
        FOR EACH ROW EXECUTE FUNCTION note_flush()`);
    await world.import(fileOf(row(1)));
    const ends = await world.rows(
      `SELECT finished_at > (SELECT max(at) FROM flushed) AS after_all FROM core.task_import`,
    );
    await world.db.query('DROP TABLE flushed; DROP FUNCTION note_flush CASCADE');
    expect(ends).toEqual([{ after_all: true }]);
  });

  it('IMP-33 leaves the aggregates equal to a recount, in one revision per project', async () => {
    const revision = async () =>
      (
        await world.rows<{ revision: number }>(
          'SELECT revision FROM agg.project_revision WHERE project_id = 1',
        )
      )[0]?.revision ?? 0;
    const plan = { tasks: 2000, turingProjectId: 1001, batches: 5 };
    const before = await revision();
    await world.import(taskFileText(plan));
    expect(await revision()).toBe(before + 1);
    await world.import(taskFileText({ ...plan, firstTaskId: 1001, seed: 2 }));
    expect(await revision()).toBe(before + 2);
    const totals = await world.rows(
      `SELECT status, sum(tasks)::int AS tasks, sum(reviewed_tasks)::int AS reviewed
       FROM agg.batch_total WHERE project_id = 1 GROUP BY status HAVING sum(tasks) > 0 ORDER BY 1`,
    );
    expect(totals).toEqual(
      await world.rows(
        `SELECT status, count(*)::int AS tasks,
           count(*) FILTER (WHERE EXISTS (
             SELECT FROM core.task_review WHERE task_review.turing_task_id = task.turing_task_id)
           )::int AS reviewed
         FROM core.task WHERE project_id = 1 GROUP BY status ORDER BY 1`,
      ),
    );
  });
});
