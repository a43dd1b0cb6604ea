import { PROJECT_MERGE_LOCK } from '@portal/persistence/locks';
import { Housekeeping } from '../housekeeping/housekeeping.js';
import { createLogger } from '@portal/platform/logging';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { counts, ImportWorld, type UploadOptions } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

const ALPHA = 1001;
const BETA = 1002;
const OLD = '2026-06-01T10:00:00Z';
const FILED = '2026-06-02T10:00:00Z';
const EDITED = '2026-06-03T10:00:00Z';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(async () => {
  await world.clear();
  await world.db.query(`
    DELETE FROM core.user_role WHERE user_id = (SELECT id FROM core.app_user WHERE email LIKE 'alpha@%');
    INSERT INTO core.user_role SELECT u.id, p.id, r.id FROM core.app_user AS u, core.project AS p, core.role AS r
    WHERE u.email LIKE 'alpha@%' AND p.name = 'Alpha' AND r.name = 'project_admin';
    UPDATE core.app_user SET is_active = true;`);
});
afterAll(() => world.drop());

const of = (id: number, changes: Parameters<typeof row>[1] = {}) =>
  row(id, { updated_at: OLD, ...changes });

/** Waits until the connection of an import waits for a lock of another one. */
const isBlocked = () =>
  vi.waitFor(
    async () =>
      expect(
        await world.count(
          `FROM pg_stat_activity WHERE datname = current_database()
             AND cardinality(pg_blocking_pids(pid)) > 0`,
        ),
      ).toBe(1),
    PATIENCE,
  );

/** The end of an import during whose wait for a task the statements are committed. */
async function importDuring(
  statements: string,
  rows: readonly unknown[],
  options: UploadOptions = {},
) {
  const holder = await connectTo(world.url);
  await holder.query('BEGIN');
  await holder.query(statements);
  const id = await world.upload(fileOf(...rows), options);
  const ended = world.handler().run(id);
  await isBlocked();
  await holder.query('COMMIT');
  await holder.close();
  await ended;
  return world.stored(id);
}

const edit = (id: number, at = EDITED) =>
  `UPDATE core.task SET status = 'rework', updated_at = '${at}' WHERE turing_task_id = ${id};`;
const statusOf = async (id: number) =>
  (
    await world.rows<{ status: string }>(
      `SELECT status FROM core.task WHERE turing_task_id = ${id}`,
    )
  )[0]?.status;

describe('a task that is changed while its import waits for it', () => {
  const filed = (id: number) => of(id, { status: 'delivered', updated_at: FILED });

  it('IMP-138 stays as it is with on_older=skip if it is newer now, and is counted as older', async () => {
    await world.import(fileOf(of(1), of(2), of(3)));
    const skipped = await importDuring(edit(1) + edit(2, OLD), [filed(1), filed(2), filed(3)], {
      onOlder: 'skip',
    });
    expect(skipped).toMatchObject({ state: 'completed', older_count: 1, warning_count: 1 });
    expect(counts(skipped)).toEqual([0, 2, 1]);
    expect(await Promise.all([1, 2, 3].map(statusOf))).toEqual([
      'rework',
      'delivered',
      'delivered',
    ]);
  });

  it('IMP-138 is counted as older if it is imported nevertheless', async () => {
    await world.import(fileOf(of(1), of(2)));
    const applied = await importDuring(edit(1), [filed(1), filed(2)]);
    expect(applied).toMatchObject({ state: 'completed', older_count: 1, warning_count: 1 });
    expect(counts(applied)).toEqual([0, 2, 0]);
    expect(await statusOf(1)).toBe('delivered');
  });

  it('IMP-138 is created again if it is deleted, and in error if the row has no status', async () => {
    const gone = 'DELETE FROM core.task WHERE turing_task_id = 1;';
    await world.import(fileOf(of(1), of(2)));
    expect(counts(await importDuring(gone, [filed(1), filed(2)]))).toEqual([1, 1, 0]);
    const { status: _, ...rest } = filed(1);
    const failed = await importDuring(gone, [{ ...rest, number_of_turns: 9 }, of(2)]);
    expect(failed).toMatchObject({ state: 'failed', error_count: 1, inserted: null });
    expect(await world.issues(failed.id)).toEqual([expect.stringMatching(/^error 1 status: /)]);
    expect(await world.count('FROM core.task')).toBe(1);
  });

  it('IMP-138 is compared if it is created meanwhile, by the rights and the age at that moment', async () => {
    await world.import(fileOf(of(5), of(6, { turing_project_id: BETA, turing_batch_id: 8 })));
    const create = (project: number) => `
      INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, updated_at)
      SELECT 3, project_id, turing_batch_id, 'rework', '${EDITED}' FROM core.task
      JOIN core.project ON project.id = project_id WHERE turing_project_id = ${project};`;
    const skipped = await importDuring(create(ALPHA), [filed(3), filed(5)], { onOlder: 'skip' });
    expect(skipped).toMatchObject({ state: 'completed', older_count: 1 });
    expect(counts(skipped)).toEqual([0, 1, 1]);
    await world.db.query('DELETE FROM core.task WHERE turing_task_id = 3');
    const foreign = await importDuring(create(BETA), [filed(3), filed(5)], {
      uploader: 'alpha@example.com',
      onError: 'skip',
    });
    expect(foreign).toMatchObject({ state: 'completed', error_count: 1 });
    expect(await statusOf(3)).toBe('rework');
  });

  it('IMP-138 keeps each edit of a newer time, however edits and the import interleave', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => n + 1);
    const editors = fc.array(fc.shuffledSubarray(ids, { minLength: 1 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc
        .asyncProperty(editors, fc.shuffledSubarray(ids), async (edited, deleted) => {
          await world.import(fileOf(...ids.map((id) => of(id))));
          const id = await world.upload(fileOf(...ids.map(filed)), { onOlder: 'skip' });
          const editing = edited.map(async (tasks) => {
            for (const task of tasks) await world.db.query(edit(task));
          });
          const deleting = world.db.query(
            `DELETE FROM core.task WHERE turing_task_id = ANY ($1) AND status = 'rework'`,
            [deleted],
          );
          await Promise.all([world.handler().run(id), deleting, ...editing]);
          const end = await world.stored(id);
          expect(end.state).toBe('completed');
          expect(counts(end).reduce<number>((sum, n) => sum + (n ?? 0), 0)).toBe(ids.length);
          for (const task of new Set(edited.flat())) {
            if (!deleted.includes(task)) expect(await statusOf(task)).toBe('rework');
          }
        })
        .afterEach(() => world.clear()),
      { numRuns: runs(5) },
    );
  });
});

describe('an import that waits for its turn', () => {
  /** Runs `work` while an import of Alpha waits for another one that merges. */
  async function whileWaiting(id: string, work: () => Promise<void>): Promise<void> {
    const merging = await connectTo(world.url);
    await merging.query('BEGIN');
    await merging.query(
      `SELECT pg_advisory_xact_lock(${PROJECT_MERGE_LOCK}, id) FROM core.project WHERE turing_project_id = ${ALPHA}`,
    );
    const ended = world.handler().run(id);
    try {
      await vi.waitFor(
        async () =>
          expect(
            await world.count(
              'FROM core.task_import WHERE id = $1 AND merge_asked_at IS NOT NULL',
              [id],
            ),
          ).toBe(1),
        PATIENCE,
      );
      await work();
    } finally {
      await merging.close();
      await ended;
    }
  }

  const file = fileOf(row(1), row(2, { turing_project_id: BETA }));
  const holding = () =>
    world.rows<{ xid: string | null; xmin: string | null }>(`
      SELECT backend_xid::text AS xid, backend_xmin::text AS xmin FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE '%imports%'
        AND (backend_xid IS NOT NULL OR backend_xmin IS NOT NULL AND state LIKE 'idle%')`);

  it('IMP-139 holds no transaction, and its projects can be changed and archived', async () => {
    const id = await world.upload(fileOf(row(1)));
    await whileWaiting(id, async () => {
      expect(await holding()).toEqual([]);
      await world.db.query(`SET lock_timeout = '1s'`);
      await world.db.query(
        `UPDATE core.project SET client = 'New', archived_at = now() WHERE name = 'Alpha'`,
      );
    });
    expect(await world.stored(id)).toMatchObject({
      state: 'failed',
      failure_code: 'project-archived',
    });
    await world.db.query('UPDATE core.project SET archived_at = NULL');
    expect(await world.import(fileOf(row(1)))).toMatchObject({ state: 'completed' });
  });

  it('IMP-29 is judged by the rights after it', async () => {
    const uploader = 'alpha@example.com';
    const lost = await world.upload(fileOf(row(1)), { uploader });
    await whileWaiting(lost, async () => {
      await world.db.query(`DELETE FROM core.user_role WHERE user_id =
        (SELECT id FROM core.app_user WHERE email = '${uploader}')`);
    });
    expect(await world.stored(lost)).toMatchObject({ state: 'failed', error_count: 1 });
    expect(await world.issues(lost)).toEqual([
      'error 1 turing_project_id: is not a project that you may upload to',
    ]);
    const left = await world.upload(file);
    await whileWaiting(left, async () => {
      await world.db.query(`UPDATE core.app_user SET is_active = false WHERE email LIKE 'admin@%'`);
    });
    expect(await world.stored(left)).toMatchObject({ state: 'failed', error_count: 2 });
    expect(await world.count('FROM core.task')).toBe(0);
    await world.db.query('UPDATE core.app_user SET is_active = true');
    const kept = await world.upload(file);
    await whileWaiting(kept, async () => undefined);
    expect(await world.stored(kept)).toMatchObject({ state: 'completed', inserted: 2 });
  });

  it('IMP-29 ends without effect if the right is lost while it writes', async () => {
    const uploader = 'alpha@example.com';
    await world.import(fileOf(row(1)));
    const failed = await importDuring(
      `UPDATE core.task SET number_of_turns = 9;
       DELETE FROM core.user_role WHERE user_id = (SELECT id FROM core.app_user WHERE email = '${uploader}')`,
      [row(1, { status: 'delivered' })],
      { uploader },
    );
    expect(failed).toMatchObject({ state: 'failed', failure_code: 'forbidden' });
    expect(await statusOf(1)).toBe('completed');
  });

  it('IMP-42 waits also for the project that its tasks leave', async () => {
    await world.import(fileOf(row(1), row(2, { turing_project_id: BETA })));
    const id = await world.upload(
      fileOf(row(1, { turing_project_id: BETA }), row(3, { turing_project_id: BETA })),
    );
    await whileWaiting(id, async () => {
      await vi.waitFor(
        async () => expect((await world.stored(id)).projects).toHaveLength(2),
        PATIENCE,
      );
    });
    expect(counts(await world.stored(id))).toEqual([1, 1, 0]);
  });

  it('IMP-140 an undo fails if what it would put back is gone then, and its import can be undone no more', async () => {
    const source = await world.upload(fileOf(row(1)));
    await world.handler().run(source);
    const undo = (await world.undo(source)) ?? '';
    await whileWaiting(undo, async () => {
      await world.db.query(`UPDATE core.task_import SET undo_until = now() WHERE id = $1`, [
        source,
      ]);
      const logger = createLogger('spec', 'silent');
      const night = new Housekeeping(world.db, world.store, logger, world.config());
      night.onApplicationBootstrap();
      await night.beforeApplicationShutdown();
      expect(await world.count('FROM core.task_created')).toBe(1);
      await world.db.query(`UPDATE core.task_import SET history_xid = NULL WHERE id = $1`, [
        source,
      ]);
    });
    expect(await world.stored(undo)).toMatchObject({
      state: 'failed',
      failure_code: 'import-not-undoable',
    });
    expect((await world.reads.find(source))?.summary.undone_by).toBeNull();
    expect(await world.count('FROM core.task')).toBe(1);
  });
});
