import { randomUUID } from 'node:crypto';
import { ImportFiles } from '@portal/persistence/imports/import-files';
import { ImportRuns } from '@portal/persistence/imports/import-runs';
import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { connectTo } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  counts,
  ImportWorld,
  type TaskImportRow,
  type UploadOptions,
} from '../spec-support/import-world.js';
import { JSON_READING } from '../spec-support/reading.js';
import { fileOf, review, row } from '../spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

const IDS = Array.from({ length: 20 }, (_, n) => n + 1);
const rows = (ids: readonly number[], changes: Parameters<typeof row>[1] = {}) =>
  ids.map((id) => row(id, changes));
/** Twenty completed tasks in Alpha. */
const fill = () => world.import(fileOf(...rows(IDS)));
const first = (n: number) => IDS.slice(0, n);

async function run(id: string): Promise<TaskImportRow> {
  await world.handler().run(id);
  return world.stored(id);
}

async function started(content: string, options: UploadOptions = {}): Promise<string> {
  const id = await world.upload(content, options);
  await run(id);
  return id;
}

async function sayYes(id: string): Promise<boolean> {
  const { asked_at: askedAt } = await world.stored(id);
  return world.imports.confirm(id, askedAt ?? new Date(0).toISOString(), 1);
}

describe('the shares of an import', () => {
  it('IMP-130 count what it changes and sends back of the stored tasks of each project', async () => {
    await fill();
    const beta = { turing_project_id: 1002 };
    await world.import(
      fileOf(...rows([101, 102, 103], beta), row(104, { ...beta, status: 'pending' })),
    );
    await world.rule('Alpha', { max_changed_percent: 30, max_sent_back_percent: 10 });
    await world.rule('Beta', { max_changed_percent: 50 });
    const file = fileOf(
      row(1, { status: 'rework' }),
      row(2, { status: 'pending' }),
      row(3, { status: 'reviewed' }),
      row(4, { reviews: [review(1)] }),
      // Moves to Beta.
      row(5, { turing_project_id: 1002, status: 'in_progress' }),
      row(6),
      row(50),
      row(101, { ...beta, number_of_turns: 9 }),
      // Was not done before.
      row(104, { ...beta, status: 'rework' }),
    );
    const dry = await world.import(file, { dryRun: true });
    expect(counts(dry)).toEqual([1, 7, 1]);
    const ofAlpha = { project_id: 1, project: 'Alpha', tasks: 20, changed: 5, sent_back: 3 };
    const ofBeta = { project_id: 2, project: 'Beta', tasks: 4, changed: 2, sent_back: 0 };
    const shares = [
      { ...ofAlpha, max_changed_percent: 30, max_sent_back_percent: 10, is_above: true },
      { ...ofBeta, max_changed_percent: 50, max_sent_back_percent: null, is_above: false },
    ];
    expect(dry).toMatchObject({ state: 'completed', shares });
    expect(await world.import(file)).toMatchObject({ state: 'unconfirmed', shares });
  });

  it('IMP-130 are not those of tasks that newer ones keep, and of files without such a project', async () => {
    await world.import(fileOf(row(1, { updated_at: '2026-06-05T00:00:00Z' }), row(2)));
    await world.rule('Alpha', { max_changed_percent: 0 });
    const older = fileOf(row(1, { updated_at: '2026-06-01T00:00:00Z', status: 'rework' }));
    const skipped = await world.import(older, { onOlder: 'skip', dryRun: true });
    expect(skipped.shares).toMatchObject([{ tasks: 2, changed: 0, sent_back: 0 }]);
    expect((await world.import(older, { dryRun: true })).shares).toMatchObject([
      { changed: 1, is_above: true },
    ]);
    const other = await world.import(fileOf(row(9, { turing_project_id: 1002 })));
    expect(other).toMatchObject({ state: 'completed', shares: null });
  });

  it('IMP-131 within the limits, or with new tasks alone, need no confirmation', async () => {
    await world.rule('Alpha', { max_changed_percent: 10, max_sent_back_percent: 0 });
    expect(await fill()).toMatchObject({ state: 'completed', inserted: 20 });
    const two = await world.import(fileOf(...rows(first(2), { number_of_turns: 8 })));
    expect(two).toMatchObject({ state: 'completed', updated: 2 });
    const three = await world.import(fileOf(...rows(first(3), { number_of_turns: 9 })));
    expect(three).toMatchObject({ state: 'unconfirmed', updated: 3 });
    const back = await world.import(fileOf(row(4, { status: 'rework' })));
    expect(back.shares).toMatchObject([{ sent_back: 1, is_above: true }]);
    const between = [row(5, { status: 'delivered' }), row(200)];
    expect(await world.import(fileOf(...between))).toMatchObject({ state: 'completed' });
  });
});

describe('an unconfirmed import', () => {
  const half = (turns = 50) => fileOf(...rows(first(10), { number_of_turns: turns }));

  it('IMP-132 has written nothing, and shows what it would do', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20, statuses: ['completed'] });
    const file = fileOf(...rows(first(10), { number_of_turns: 50 }), row(11, { status: 'rework' }));
    const id = await started(file, { onError: 'skip' });
    const asked = await world.stored(id);
    expect(asked).toMatchObject({
      ...{ state: 'unconfirmed', phase: 'waiting', inserted: 0, updated: 10, unchanged: 0 },
      ...{ error_count: 1, rows_total: 11, rules: null },
    });
    expect(asked.asked_at).not.toBeNull();
    expect(await world.issues(id)).toHaveLength(1);
    expect(await world.reads.sample(id)).toHaveLength(10);
    expect(await world.count('FROM core.task WHERE number_of_turns = 50')).toBe(0);
    expect(await world.count('FROM core.task_before')).toBe(0);
  });

  it('IMP-132 holds no lock and no connection, and other imports go on', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20 });
    const id = await started(half());
    expect(
      await world.count(`FROM pg_stat_activity WHERE application_name = 'portal-import'
        AND datname = current_database()`),
    ).toBe(0);
    expect(await world.reads.inTurn()).toEqual([]);
    await world.handler().run(id);
    const small = await world.import(fileOf(row(1, { number_of_turns: 7 })));
    expect(small).toMatchObject({ state: 'completed', updated: 1 });
    expect(await world.stored(id)).toMatchObject({ state: 'unconfirmed' });
  });

  it('IMP-133 is imported after a confirmation, with the rules of that moment', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20 });
    const id = await started(half());
    await world.rule('Alpha', { max_changed_percent: 20, batches: [7] });
    expect(await world.imports.confirm(id, new Date().toISOString(), 1)).toBe(false);
    expect(await sayYes(id)).toBe(true);
    expect(await sayYes(id)).toBe(false);
    expect(await world.reads.inTurn()).toMatchObject([{ id, state: 'queued' }]);
    expect(await run(id)).toMatchObject({
      ...{ state: 'completed', updated: 10, asked_at: null },
      shares: [{ changed: 10, is_above: true }],
    });
    expect(await world.count('FROM core.task WHERE number_of_turns = 50')).toBe(10);
    const db = await connectTo(world.url);
    expect(await verifyAggregates(db)).toEqual([]);
    await db.close();

    const again = await started(half(60));
    await sayYes(again);
    await world.rule('Alpha', { batches: [8] });
    expect(await run(again)).toMatchObject({ state: 'failed', error_count: 10 });
    expect(await world.issues(again)).toHaveLength(10);
  });

  it('IMP-133 asks again only if more would change than was confirmed', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20 });
    await world.import(fileOf(row(1, { number_of_turns: 50 })));
    const id = await started(half());
    expect((await world.stored(id)).shares).toMatchObject([{ changed: 9 }]);
    await sayYes(id);
    await world.db.query(`UPDATE core.task SET number_of_turns = 1 WHERE turing_task_id = 1`);
    const second = await run(id);
    expect(second).toMatchObject({ state: 'unconfirmed', shares: [{ changed: 10 }] });
    expect(await world.count('FROM core.task WHERE number_of_turns = 50')).toBe(0);
    await sayYes(id);
    await world.db.query(`UPDATE core.task SET number_of_turns = 50 WHERE turing_task_id <= 4`);
    expect(await run(id)).toMatchObject({ state: 'completed', updated: 6 });
  });

  it('IMP-132 stores its errors once, however often it asks', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20, statuses: ['completed'] });
    const file = fileOf(...rows(first(9), { number_of_turns: 50 }), row(11, { status: 'rework' }));
    const id = await started(file, { onError: 'skip' });
    await sayYes(id);
    expect(await run(id)).toMatchObject({ state: 'completed', error_count: 1 });
    expect(await world.issues(id)).toHaveLength(1);
  });

  it('IMP-134 is cancelled immediately, and its file is then kept for a run again', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20 });
    const id = await started(half());
    expect(await world.imports.cancel(id)).toBe(true);
    expect(await world.stored(id)).toMatchObject({
      ...{ state: 'cancelled', phase: 'done', updated: null, asked_at: null },
      shares: [{ changed: 10 }],
    });
    expect(await sayYes(id)).toBe(false);
    expect(await world.imports.cancel(id)).toBe(false);
    const next = randomUUID();
    const again = { id: next, sourceId: id, uploadedBy: 1, dryRun: false, confirm: true } as const;
    const how = {
      onError: 'abort',
      onOlder: 'apply',
      onConflict: 'desk',
      ...JSON_READING,
    } as const;
    expect(await world.imports.runAgain({ ...again, ...how })).toBe(true);
    expect(await run(next)).toMatchObject({ state: 'completed', updated: 10 });
  });

  it('IMP-134 asks nothing if its cancellation was requested before', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20 });
    const id = await world.upload(half());
    const claimed = await world.runs.claim(id);
    await world.imports.cancel(id);
    await world.db.transaction(async (tx) => {
      const nothing = { insert: 0, update: 10, unchanged: 0, delivery_batches: 0 };
      const progress = { bytesDone: 1, rowsTotal: 10, rowsDone: 10, errors: 0, warnings: 0 };
      await new ImportRuns(tx).finish(
        claimed?.id ?? '',
        { state: 'unconfirmed', counts: nothing, older: 0, sample: [], keptDays: 0 },
        { ...progress, issueFields: new Map(), issueGroups: [] },
      );
    });
    expect(await world.stored(id)).toMatchObject({ state: 'cancelled', asked_at: null });
  });

  it('UP-57 keeps its file however long it waits, and has not ended', async () => {
    await fill();
    await world.rule('Alpha', { max_changed_percent: 20 });
    const id = await started(half());
    await world.db.query(
      `UPDATE core.task_import SET created_at = now() - interval '90 days' WHERE id = $1`,
      [id],
    );
    expect(await new ImportFiles(world.db).giveUpFiles()).toEqual([]);
    expect(await world.imports.countUnfinished(1)).toBe(1);
    await sayYes(id);
    expect(await run(id)).toMatchObject({ state: 'completed', updated: 10 });
    expect(await world.imports.countUnfinished(1)).toBe(0);
  });
});

it('IMP-135 an undo keeps no rules and asks for no confirmation', async () => {
  await fill();
  const id = await started(fileOf(...rows(IDS, { status: 'rework', turing_batch_id: 9 })));
  await world.rule('Alpha', {
    ...{ max_changed_percent: 0, max_sent_back_percent: 0 },
    ...{ statuses: ['pending'], batches: [1], required: ['colab_link'] },
  });
  const undo = await world.undo(id);
  expect(await run(undo ?? '')).toMatchObject({ state: 'completed', updated: 20, shares: null });
  expect(await world.taskOf(1)).toMatchObject({ status: 'completed', turing_batch_id: 7 });
});

describe('the projects that an import fills', () => {
  it('IMP-136 had no tasks before', async () => {
    const two = [row(1), row(2, { turing_project_id: 1002 })];
    expect(await world.import(fileOf(...two), { dryRun: true })).toMatchObject({
      filled_projects: [],
    });
    expect((await world.import(fileOf(...two))).filled_projects).toEqual([1, 2]);
    expect((await world.import(fileOf(row(1, { number_of_turns: 9 })))).filled_projects).toEqual(
      [],
    );
    await world.db.query('DELETE FROM core.task WHERE project_id = 1');
    const merged = await world.import(fileOf(row(2, { turing_project_id: 1002 }), row(1)));
    expect(merged.filled_projects).toEqual([1]);
  });
});

it('UP-64 imports the file of a dry run with its counts, without another file', async () => {
  await fill();
  const file = fileOf(row(1, { status: 'rework' }), row(2), row(30));
  const dry = await started(file, { dryRun: true });
  const next = randomUUID();
  const how = { onError: 'abort', onOlder: 'apply', onConflict: 'desk' } as const;
  const options = { ...how, dryRun: false, confirm: false };
  const source = { id: next, sourceId: dry, uploadedBy: 1, ...options, ...JSON_READING };
  expect(await world.imports.runAgain(source)).toBe(true);
  const end = await run(next);
  expect(end).toMatchObject({ state: 'completed' });
  expect(counts(end)).toEqual(counts(await world.stored(dry)));
  const foreseen = (await world.reads.sample(dry)).filter(({ is_new: isNew }) => !isNew);
  expect(await world.reads.sample(next)).toEqual(foreseen);
  expect(await world.count('FROM core.task_import WHERE has_file AND id = $1', [dry])).toBe(0);
  const kept = await world.rows<{ id: string }>(
    'SELECT a.id FROM core.task_import AS a JOIN core.task_import AS b USING (store_key) WHERE b.id = $1 AND a.has_file',
    [dry],
  );
  expect(kept).toEqual([{ id: next }]);
});
