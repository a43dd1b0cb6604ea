import type { FoundConflict } from '@portal/persistence/imports/import-models';
import { readUses } from '@portal/persistence/use-counts';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { counts, ImportWorld, type UploadOptions } from '../spec-support/import-world.js';
import { fileOf, review, row } from '../spec-support/rows.js';

const BEFORE = '2026-06-02T10:00:00Z';
/** After every edit of this spec, and not more than a day ahead. */
const LATER = new Date(Date.now() + 60 * 60 * 1000).toISOString();

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(async () => {
  await world.clear();
  await world.db.query('DELETE FROM core.audit');
});
afterAll(() => world.drop());

const filed = (id: number, changes: Parameters<typeof row>[1] = {}) =>
  row(id, { updated_at: BEFORE, ...changes });

/** The statements as those of a person in the portal. */
const byPerson = (statements: string) => `BEGIN;
  SELECT set_config('portal.actor', (SELECT id::text FROM core.app_user WHERE email = 'nobody@example.com'), true);
  ${statements} COMMIT;`;
const sendBack = (id: number) =>
  `UPDATE core.task SET status = 'rework', updated_at = now() WHERE turing_task_id = ${id};`;
const edited = (...statements: string[]) => world.db.query(byPerson(statements.join('\n')));

const statusOf = async (id: number) =>
  (
    await world.rows<{ status: string }>(
      `SELECT status FROM core.task WHERE turing_task_id = ${id}`,
    )
  )[0]?.status;
const storedOf = (importId: string) =>
  world.rows<FoundConflict & { email: string }>(
    `SELECT turing_task_id, row_number AS row, fields, is_kept, email FROM core.import_conflict
     LEFT JOIN core.app_user ON app_user.id = changed_by WHERE import_id = $1 ORDER BY 1`,
    [importId],
  );

describe('a file that contradicts the portal', () => {
  it('IMP-153 does not change what was sent back after the time of its row, and lists it', async () => {
    await world.import(fileOf(filed(1), filed(2), filed(3)));
    await edited(sendBack(1), sendBack(2));
    const kept = await world.import(
      fileOf(filed(1), filed(2, { target_model: 'atlas', reviews: [review(1)] }), filed(3)),
    );
    expect(kept).toMatchObject({ state: 'completed', conflict_count: 2, warning_count: 2 });
    expect(counts(kept)).toEqual([0, 1, 2]);
    expect(await world.taskOf(1)).toMatchObject({ status: 'rework' });
    expect(await world.taskOf(2)).toMatchObject({ status: 'rework', target_model: 'atlas' });
    expect(await world.reviewsOf(2)).toHaveLength(1);
    const said = (id: number) => ({
      ...{ turing_task_id: id, row: id, is_kept: true, email: 'nobody@example.com' },
      fields: [{ field: 'status', portal: 'rework', file: 'completed' }],
    });
    expect(await storedOf(kept.id)).toEqual([said(1), said(2)]);
    expect(await world.issues(kept.id)).toEqual([
      'warning 1 status: contradicts a later change in the portal; the portal keeps its value',
      'warning 2 status: contradicts a later change in the portal; the portal keeps its value',
    ]);
    expect(await readUses(world.db)).toMatchObject([
      {
        ...{ feature: 'conflict_settled', role: 'manager', this_week: 2, last_week: 0, quarter: 2 },
        weeks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      },
    ]);
    // It was compared with what the portal has now: the same file again says the same.
    const again = await world.import(fileOf(filed(1)));
    expect(counts(again)).toEqual([0, 0, 1]);
    expect(again).toMatchObject({ conflict_count: 1, older_count: 0 });
  });

  it('IMP-154 changes it with on_conflict=file, and says so', async () => {
    await world.import(fileOf(filed(1)));
    await edited(sendBack(1));
    const won = await world.import(fileOf(filed(1)), { onConflict: 'file' });
    expect(won).toMatchObject({ state: 'completed', conflict_count: 1 });
    expect(counts(won)).toEqual([0, 1, 0]);
    expect(await statusOf(1)).toBe('completed');
    expect(await storedOf(won.id)).toMatchObject([{ turing_task_id: 1, is_kept: false }]);
    // The task has the value of the file now, so that another file contradicts nobody.
    const next = await world.import(fileOf(filed(1, { status: 'delivered' })));
    expect(next).toMatchObject({ conflict_count: 0, updated: 1 });
  });

  it.each([
    ['a later row', filed(1, { updated_at: LATER })],
    ['a row that says the same', filed(1, { status: 'rework' })],
    [
      'a row that does not name the field',
      { ...filed(1, { number_of_turns: 9 }), status: undefined },
    ],
  ])('IMP-155 is imported as ever: %s', async (_what, rowOfFile) => {
    await world.import(fileOf(filed(1)));
    await edited(sendBack(1));
    const end = await world.import(fileOf(rowOfFile));
    expect(end).toMatchObject({ state: 'completed', updated: 1, conflict_count: 0 });
    expect(await storedOf(end.id)).toEqual([]);
  });

  it('IMP-155 counts every field that a row can leave out, and nothing that no person changed', async () => {
    const { updated_at: _, completed_at: __, ...undated } = filed(1);
    await world.import(fileOf(undated, filed(2), filed(3)));
    await edited(
      `UPDATE core.task SET target_model = 'atlas', user_email = NULL WHERE turing_task_id = 1;`,
      `UPDATE core.task SET created_at = '2026-05-01T00:00:00Z' WHERE turing_task_id = 2;`,
      `UPDATE core.task SET status = 'rework' WHERE turing_task_id = 2;`,
      `UPDATE core.task SET status = 'pending' WHERE turing_task_id = 2;`,
    );
    await world.db.query(sendBack(3));
    const rows = [
      { ...undated, target_model: 'corvid', number_of_turns: 8 },
      filed(2, { created_at: '2026-05-02T00:00:00Z' }),
      filed(3),
    ];
    const end = await world.import(fileOf(...rows));
    expect(end).toMatchObject({ state: 'completed', conflict_count: 2 });
    expect(await storedOf(end.id)).toMatchObject([
      {
        fields: [
          { field: 'user_email', portal: null, file: 'ada@example.com' },
          { field: 'target_model', portal: 'atlas', file: 'corvid' },
        ],
      },
      {
        fields: [
          { field: 'status', portal: 'pending', file: 'completed' },
          { field: 'created_at', file: '2026-05-02T00:00:00+00:00' },
        ],
      },
    ]);
    expect(await world.taskOf(1)).toMatchObject({
      ...{ user_email: null, target_model: 'atlas', number_of_turns: 8 },
    });
    expect(await statusOf(3)).toBe('completed');
  });

  it('IMP-156 says the same in a dry run, which stores nothing else', async () => {
    await world.import(fileOf(filed(1), filed(2)));
    await edited(sendBack(1));
    const dry = await world.import(fileOf(filed(1), filed(2)), { dryRun: true });
    expect(dry).toMatchObject({ state: 'completed', conflict_count: 1, unchanged: 2 });
    expect(await world.reads.conflicts(dry.id)).toMatchObject([
      { turing_task_id: 1, changed_by: 'nobody@example.com', is_kept: true },
    ]);
    expect(await statusOf(1)).toBe('rework');
  });

  it('IMP-156 asks for a confirmation with the conflicts, and judges again after it', async () => {
    await world.rule('Alpha', { max_changed_percent: 10 });
    await world.import(fileOf(...[1, 2, 3].map((id) => filed(id))));
    await edited(sendBack(1));
    const news = [2, 3].map((id) => filed(id, { status: 'delivered' }));
    const asked = await world.import(fileOf(filed(1), ...news));
    expect(asked).toMatchObject({ state: 'unconfirmed', conflict_count: 1 });
    expect(await storedOf(asked.id)).toHaveLength(1);
    await edited(
      `UPDATE core.task SET status = 'completed', updated_at = '${BEFORE}' WHERE turing_task_id = 1;`,
    );
    const [{ at } = { at: '' }] = await world.rows<{ at: string }>(
      `SELECT asked_at::text AS at FROM core.task_import WHERE id = $1`,
      [asked.id],
    );
    expect(await world.imports.confirm(asked.id, at, 1)).toBe(true);
    await world.handler().run(asked.id);
    expect(await world.stored(asked.id)).toMatchObject({ state: 'completed', conflict_count: 0 });
    expect(await storedOf(asked.id)).toEqual([]);
  });
});

describe('a person who acts while the import runs', () => {
  async function importDuring(statements: string, rows: unknown[], options: UploadOptions = {}) {
    const holder = await connectTo(world.url);
    await holder.query(byPerson(statements).replace('COMMIT;', ''));
    const id = await world.upload(fileOf(...rows), options);
    const ended = world.handler().run(id);
    await vi.waitFor(
      async () =>
        expect(
          await world.count(
            `FROM pg_stat_activity WHERE datname = current_database()
               AND cardinality(pg_blocking_pids(pid)) > 0`,
          ),
        ).toBe(1),
      PATIENCE,
    );
    await holder.query('COMMIT');
    await holder.close();
    await ended;
    return world.stored(id);
  }

  it.each(['desk', 'file'] as const)('IMP-157 is heard: on_conflict=%s', async (onConflict) => {
    await world.import(fileOf(filed(1), filed(2)));
    const news = [1, 2].map((id) => filed(id, { status: 'delivered' }));
    const end = await importDuring(sendBack(1), news, { onConflict });
    expect(end).toMatchObject({ state: 'completed', conflict_count: 1 });
    expect(await statusOf(1)).toBe(onConflict === 'desk' ? 'rework' : 'delivered');
    expect(await statusOf(2)).toBe('delivered');
  });

  it('IMP-157 is never overruled by an earlier row, however they interleave', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => n + 1);
    const people = fc.array(fc.shuffledSubarray(ids, { minLength: 1 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc
        .asyncProperty(people, fc.boolean(), async (acting, first) => {
          await world.import(fileOf(...ids.map((id) => filed(id))));
          const id = await world.upload(
            fileOf(...ids.map((id) => filed(id, { status: 'delivered' }))),
          );
          const acts = async () => {
            for (const tasks of acting) for (const task of tasks) await edited(sendBack(task));
          };
          if (first) await acts();
          await Promise.all([world.handler().run(id), ...(first ? [] : [acts()])]);
          const end = await world.stored(id);
          expect(end.state).toBe('completed');
          for (const task of new Set(acting.flat())) expect(await statusOf(task)).toBe('rework');
          expect(end.conflict_count).toBe((await storedOf(id)).length);
        })
        .afterEach(async () => {
          await world.clear();
          await world.db.query('DELETE FROM core.audit');
        }),
      { numRuns: runs(6) },
    );
  });
});
