import { NO_IMPORT_RULES } from '@portal/contracts/import-rules';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { counts, ImportWorld, type UploadOptions } from '../spec-support/import-world.js';
import { fileOf, row } from '../spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

const LINK = 'https://colab.example.com/1';
const ALPHA = '(import rules of Alpha)';

/** The issues of an import of the file; nothing of it is stored if there are errors. */
async function issuesOf(content: string | Buffer, options: UploadOptions = {}): Promise<string[]> {
  const id = await world.upload(content, options);
  await world.handler().run(id);
  const issues = await world.issues(id);
  const failed = issues.some((issue) => issue.startsWith('error')) && options.onError !== 'skip';
  expect(await world.stored(id)).toMatchObject({ state: failed ? 'failed' : 'completed' });
  return issues;
}

/** Without these fields. */
function without(one: ReturnType<typeof row>, ...fields: (keyof ReturnType<typeof row>)[]) {
  return Object.fromEntries(
    Object.entries(one).filter(([name]) => !fields.some((field) => field === name)),
  );
}

describe('required fields', () => {
  it('IMP-127 must have a value in the rows of new tasks, also of an appended file', async () => {
    await world.rule('Alpha', { required: ['user_email', 'colab_link'] });
    const good = row(1, { colab_link: LINK });
    const file = fileOf(
      good,
      row(2),
      row(3, { colab_link: null }),
      { ...without(row(4, { colab_link: LINK }), 'user_email') },
      row(5, { turing_project_id: 1002 }),
    );
    const expected = [
      `error 2 colab_link: is missing; a new task must have a value ${ALPHA}`,
      `error 3 colab_link: must have a value ${ALPHA}`,
      `error 4 user_email: is missing; a new task must have a value ${ALPHA}`,
    ];
    // Reading alone finds the second; the others need the stored tasks.
    expect(await issuesOf(file)).toEqual([expected[1]]);
    expect(await issuesOf(file, { onError: 'skip' })).toEqual(expected);
    expect(await world.count('FROM core.task')).toBe(2);
    expect(await issuesOf(fileOf(row(10, { colab_link: LINK })))).toEqual([]);
    expect(await issuesOf(fileOf(row(20), row(21)))).toHaveLength(2);
    expect(await world.count('FROM core.task')).toBe(3);
  });

  it('IMP-127 of a stored task that the row leaves out keep their value, which counts', async () => {
    await world.import(fileOf(row(1, { colab_link: LINK }), row(2)));
    await world.rule('Alpha', { required: ['colab_link'] });
    expect(await issuesOf(fileOf(row(1, { status: 'rework' })))).toEqual([]);
    const lacking = await issuesOf(fileOf(row(1, { status: 'pending' }), row(2)));
    expect(lacking).toEqual([
      `error 2 colab_link: is missing, and the stored task has none; it must have a value ${ALPHA}`,
    ]);
    expect(await issuesOf(fileOf(row(1, { colab_link: null })))).toEqual([
      `error 1 colab_link: must have a value ${ALPHA}`,
    ]);
    expect(await world.taskOf(1)).toMatchObject({ status: 'rework', colab_link: LINK });
    expect(await issuesOf(fileOf(row(2, { colab_link: LINK })))).toEqual([]);
  });

  it('IMP-127 of every kind can be required', async () => {
    await world.rule('Alpha', { required: ['metadata', 'duration_minutes', 'created_at'] });
    const lacking = { duration_minutes: null, created_at: null, metadata: null };
    const fields = (await issuesOf(fileOf(row(1, lacking)))).map((issue) => issue.split(' ')[2]);
    expect(new Set(fields)).toEqual(new Set(['created_at:', 'duration_minutes:', 'metadata:']));
    const whole = { duration_minutes: 0, created_at: '2026-06-01T10:00:00Z', metadata: {} };
    expect(await issuesOf(fileOf(row(1, whole)))).toEqual([]);
  });
});

describe('allowed values', () => {
  it('IMP-128 are those of the status, the model and the batch that a row gives', async () => {
    await world.rule('Alpha', {
      statuses: ['completed', 'rework'],
      target_models: ['atlas-2', 'corvid-7b'],
      batches: [7],
    });
    const file = fileOf(
      row(1, { target_model: 'atlas-2' }),
      row(2, { status: 'pending', turing_batch_id: 8 }),
      row(3, { target_model: 'other' }),
      row(4, { target_model: null }),
      row(5, { turing_project_id: 1002, status: 'pending', turing_batch_id: 8 }),
      row(6),
    );
    const expected = [
      `error 2 status: must be one of completed, rework ${ALPHA}`,
      `error 2 turing_batch_id: must be 7 ${ALPHA}`,
      `error 3 target_model: must be one of atlas-2, corvid-7b ${ALPHA}`,
    ];
    expect(await issuesOf(file)).toEqual(expected);
    expect(await world.count('FROM core.task')).toBe(0);
    expect(await issuesOf(file, { onError: 'skip' })).toEqual(expected);
    expect(await world.count('FROM core.task')).toBe(4);
    expect(await world.count('FROM core.batch')).toBe(2);
  });

  it('IMP-128 are not asked of what a row leaves out, unless its task moves into the project', async () => {
    await world.import(
      fileOf(
        row(1, { status: 'pending', target_model: 'old' }),
        row(2, { turing_project_id: 1002, status: 'pending', target_model: 'old' }),
      ),
    );
    await world.rule('Alpha', { statuses: ['completed'], target_models: ['atlas-2'] });
    const partial = (id: number) => without(row(id, { number_of_turns: 99 }), 'status');
    expect(await issuesOf(fileOf(partial(1)))).toEqual([]);
    expect(await world.taskOf(1)).toMatchObject({ status: 'pending', number_of_turns: 99 });
    expect(await issuesOf(fileOf(partial(2)))).toEqual([
      `error 1 status: is missing, and the task comes with pending; it must be completed ${ALPHA}`,
      `error 1 target_model: is missing, and the task comes with old; it must be atlas-2 ${ALPHA}`,
    ]);
    expect(await world.taskOf(2)).toMatchObject({ project_id: 2 });
    expect(await issuesOf(fileOf(row(2, { target_model: 'atlas-2' })))).toEqual([]);
    expect(await world.taskOf(2)).toMatchObject({ project_id: 1, status: 'completed' });
  });

  it('IMP-126 are named as far as they fit', async () => {
    const statuses = Array.from({ length: 150 }, (_, n) => `status_${n}`);
    await world.rule('Alpha', { statuses });
    const [issue = ''] = await issuesOf(fileOf(row(1)));
    expect(issue).toMatch(/: must be one of status_0, status_1, .* and 1\d\d more \(import rules/);
    expect(issue.length).toBeLessThan(300);
  });
});

describe('the rules of a project', () => {
  const rows = [row(1), row(2, { status: 'pending' }), { ...row(3), status: 'No' }];
  const csv = [
    'turing_task_id,turing_project_id,turing_batch_id,user_email,status',
    '1,1001,7,ada@example.com,completed',
    '2,1001,7,ada@example.com,pending',
    '3,1001,7,ada@example.com,No',
  ].join('\n');
  const CSV = { format: 'csv', columns: null, empty: 'keep' } as const;
  const reason = `must be completed ${ALPHA}`;

  it.each([
    ['JSON', fileOf(...rows), {}, ''],
    ['NDJSON', rows.map((one) => JSON.stringify(one)).join('\n'), {}, ''],
    ['gzip', gzipSync(fileOf(...rows)), {}, ''],
    ['CSV', csv, { reading: CSV }, ' (line 3)'],
  ])('IMP-126 hold for %s, beside the errors of the contract', async (_name, file, how, line) => {
    await world.rule('Alpha', { statuses: ['completed'] });
    const issues = await issuesOf(file, { ...how, dryRun: true });
    expect(issues[0]).toBe(`error 2 status: ${reason}${line}`);
    expect(issues[1]).toMatch(/^error 3 status: must be 1 to 64 of a-z/);
    expect(issues).toHaveLength(2);
    const id = await world.upload(file, { ...how, onError: 'skip' });
    await world.handler().run(id);
    expect(counts(await world.stored(id))).toEqual([1, 0, 0]);
  });

  it('IMP-127 an empty cell of CSV is left out, or null', async () => {
    await world.rule('Alpha', { required: ['colab_link'] });
    const head = 'turing_task_id,turing_project_id,turing_batch_id,status,colab_link';
    const file = `${head}\n1,1001,7,completed,\n2,1001,7,completed,${LINK}`;
    expect(await issuesOf(file, { reading: CSV, dryRun: true })).toEqual([
      `error 1 colab_link: is missing; a new task must have a value ${ALPHA}`,
    ]);
    expect(await issuesOf(file, { reading: { ...CSV, empty: 'clear' }, dryRun: true })).toEqual([
      `error 1 colab_link: must have a value ${ALPHA} (line 2)`,
    ]);
  });

  it('IMP-129 are those of the start, also for a run that takes the import over', async () => {
    await world.rule('Alpha', { statuses: ['completed'] });
    const id = await world.upload(fileOf(row(1)));
    world.onEvent = async (event) => {
      if (event.kind !== 'end') return;
      await world.rule('Alpha', { statuses: ['rework'] });
      await world.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'portal-import' AND datname = current_database()`,
      );
    };
    await expect(world.handler().run(id)).rejects.toThrow();
    world.onEvent = () => undefined;
    const { rules } = await world.stored(id);
    expect(rules).toEqual([
      { project_id: 1, project: 'Alpha', rules: { ...NO_IMPORT_RULES, statuses: ['completed'] } },
    ]);
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', inserted: 1, rules: null });
    expect(await issuesOf(fileOf(row(2)))).toEqual([`error 1 status: must be rework ${ALPHA}`]);
  });

  it('IMP-129 that come while it is taken over do not count, if there were none', async () => {
    const id = await world.upload(fileOf(row(1)));
    await world.runs.claim(id);
    await world.rule('Alpha', { statuses: ['rework'] });
    await world.handler().run(id);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', inserted: 1 });
  });
});
