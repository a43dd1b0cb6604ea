import { runs } from '@portal/testing/runs';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyAggregates } from './verify.js';

const WRITERS = 5;

describe('aggregates under concurrent writers', () => {
  let database: TestDatabase;
  let observer: QueryClient;
  let writers: QueryClient[];

  beforeAll(async () => {
    database = await testDatabase();
    observer = await connectTo(database.url);
    writers = await Promise.all(Array.from({ length: WRITERS }, () => connectTo(database.url)));
    await observer.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
    await observer.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
      SELECT project, batch, 'Batch' FROM generate_series(1, 2) project, generate_series(1, 3) batch`);
  });

  beforeEach(async () => {
    await observer.query('DELETE FROM core.task');
    await observer.query(`INSERT INTO core.task
        (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at, duration_minutes)
      SELECT id, 1, 1, 'a@example.com', 'completed', '2026-03-01T12:00:00Z', id
      FROM generate_series(1, 20) id`);
  });

  afterAll(async () => {
    await Promise.all([...writers, observer].map((client) => client.close()));
    await database.drop();
  });

  it('AGG-4 AGG-5 equal a recount and never deadlock, tasks and reviews overlapping', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 5, maxLength: 15 }), {
          minLength: WRITERS,
          maxLength: WRITERS,
        }),
        async (plans) => {
          await Promise.all(
            plans.map(async (plan, index) => {
              const writer = writerAt(index);
              for (const [text, values] of plan) await writer.query(text, values);
            }),
          );
          expect(await verifyAggregates(observer)).toEqual([]);
        },
      ),
      { numRuns: runs(6) },
    );
  });

  it('AGG-5 transactions of many statements in opposite orders do not deadlock', async () => {
    const plan = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(
      writers.map(async (writer, index) => {
        // Each writer changes its own tasks, all of them in the same rows of the read models.
        const own = plan.filter((id) => id % WRITERS === index);
        for (let round = 0; round < 5; round += 1) {
          await writer.query('BEGIN');
          for (const id of index % 2 === 0 ? own : own.toReversed()) {
            await writer.query(
              `UPDATE core.task SET turing_batch_id = 1 + (turing_batch_id + 1) % 3,
                status = CASE status WHEN 'completed' THEN 'rework' ELSE 'completed' END
                WHERE turing_task_id = $1`,
              [id],
            );
          }
          await writer.query('COMMIT');
        }
      }),
    );
    expect(await verifyAggregates(observer)).toEqual([]);
  });

  it('AGG-6 a running transaction does not block changes of other tasks', async () => {
    const [importing, editing] = [writerAt(0), writerAt(1)];
    await importing.query('BEGIN');
    await importing.query(`INSERT INTO core.task
        (turing_task_id, project_id, turing_batch_id, user_email, status)
      SELECT id, 1, 1, 'new@example.com', 'completed' FROM generate_series(1000, 3000) id`);

    await editing.query(`SET lock_timeout = '2s'`);
    await editing.query(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = 1`);
    await editing.query(`INSERT INTO core.task
        (turing_task_id, project_id, turing_batch_id, user_email, status)
      VALUES (500, 1, 1, 'new@example.com', 'completed')`);
    await editing.query('RESET lock_timeout');
    expect(await totalTasks(observer)).toBe(21);
    expect(await verifyAggregates(observer)).toEqual([]);

    await importing.query('COMMIT');
    expect(await totalTasks(observer)).toBe(2022);
    expect(await verifyAggregates(observer)).toEqual([]);
  });

  it('AGG-4 two first reviews at the same time make one reviewed task', async () => {
    const [one, other] = [writerAt(0), writerAt(1)];
    await one.query('BEGIN');
    await one.query(`INSERT INTO core.task_review VALUES (1, 1, NULL, 'accepted')`);
    await other.query('BEGIN');
    const second = other.query(`INSERT INTO core.task_review VALUES (1, 2, NULL, 'accepted')`);
    await waitsForLock(observer, other);
    await one.query('COMMIT');
    await second;
    await other.query('COMMIT');

    expect(await reviewed(observer)).toEqual({ reviewed_tasks: 1, reviews: 2 });
    expect(await verifyAggregates(observer)).toEqual([]);
  });

  it('AGG-9 AGG-4 two transactions that remove the least durations at the same time', async () => {
    const [one, other] = [writerAt(0), writerAt(1)];
    await one.query('BEGIN');
    await one.query('DELETE FROM core.task WHERE turing_task_id = 2');
    // Locks the read models, as a commit that takes long.
    await one.query('SET CONSTRAINTS ALL IMMEDIATE');
    const second = other.query('DELETE FROM core.task WHERE turing_task_id = 1');
    await waitsForLock(observer, other);
    await one.query('COMMIT');
    await second;

    expect(await observer.query('SELECT duration_min FROM agg.duration_day')).toEqual([
      { duration_min: '3' },
    ]);
    expect(await verifyAggregates(observer)).toEqual([]);
  });

  it('AGG-4 a task that changes while its only review is removed', async () => {
    const [one, other] = [writerAt(0), writerAt(1)];
    await one.query(`INSERT INTO core.task_review VALUES (1, 1, NULL, 'accepted')`);
    await one.query('BEGIN');
    await one.query(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = 1`);
    await other.query('BEGIN');
    const removal = other.query('DELETE FROM core.task_review WHERE turing_task_id = 1');
    await waitsForLock(observer, other);
    await one.query('COMMIT');
    await removal;
    await other.query('COMMIT');

    expect(await reviewed(observer)).toEqual({ reviewed_tasks: 0, reviews: 0 });
    expect(await verifyAggregates(observer)).toEqual([]);
  });

  it('AGG-4 a task whose user changes while a review is added', async () => {
    const [one, other] = [writerAt(0), writerAt(1)];
    await one.query('BEGIN');
    await one.query(`UPDATE core.task SET user_email = 'b@example.com' WHERE turing_task_id = 1`);
    const review = other.query(`INSERT INTO core.task_review VALUES (1, 1, NULL, 'accepted')`);
    await waitsForLock(observer, other);
    await one.query('COMMIT');
    await review;

    expect(await observer.query('SELECT user_email FROM agg.user_review')).toEqual([
      { user_email: 'b@example.com' },
    ]);
    expect(await verifyAggregates(observer)).toEqual([]);
  });

  it('AGG-7 a connection killed in mid-transaction leaves nothing behind', async () => {
    const victim = await connectTo(database.url);
    await victim.query('BEGIN');
    await victim.query(`UPDATE core.task SET status = 'rework'`);
    await victim.query(`INSERT INTO core.task_review VALUES (1, 1, NULL, 'accepted')`);
    await observer.query('SELECT pg_terminate_backend($1, 5000)', [victim.backend]);
    await victim.close().catch(() => undefined);

    expect(await verifyAggregates(observer)).toEqual([]);
    expect(
      await observer.query(`SELECT xid FROM agg.touched UNION SELECT xid FROM agg.pending_cell
        UNION SELECT xid FROM agg.pending_duration
        UNION SELECT xid FROM agg.pending_review UNION SELECT xid FROM agg.pending_before`),
    ).toEqual([]);
    await writerAt(0).query(`UPDATE core.task SET status = 'rework'`);
    expect(await verifyAggregates(observer)).toEqual([]);
  });

  it('REV-4 revisions follow the order of commits and are unique', async () => {
    const seen = await observer.listen('portal_revision');
    const before = await revision(observer);
    await Promise.all(
      writers.map(async (writer, index) => {
        for (let round = 0; round < 10; round += 1) {
          await writer.query(
            'UPDATE core.task SET number_of_turns = number_of_turns + 1 WHERE turing_task_id = $1',
            [index + 1],
          );
        }
      }),
    );
    const after = await revision(observer);
    expect(after - before).toBe(WRITERS * 10);
    // Notifications arrive in the order of commits.
    expect(seen.map((payload) => JSON.parse(payload) as unknown)).toEqual(
      Array.from({ length: WRITERS * 10 }, (_, index) => ({
        project_id: 1,
        revision: before + index + 1,
      })),
    );
  });

  function writerAt(index: number): QueryClient {
    const writer = writers[index];
    if (writer === undefined) throw new Error('more plans than writers');
    return writer;
  }
});

type Step = readonly [text: string, values: unknown[]];

const taskId = fc.integer({ min: 1, max: 6 });

/** Each step is one transaction that locks one task before its reviews. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(taskId, fc.constantFrom('completed', 'reviewed', 'rework', 'in_progress'))
    .map(([id, status]): Step => [
      'UPDATE core.task SET status = $2 WHERE turing_task_id = $1',
      [id, status],
    ]),
  fc
    .tuple(taskId, fc.constantFrom(null, 'a@example.com', 'b@example.com'))
    .map(([id, email]): Step => [
      'UPDATE core.task SET user_email = $2 WHERE turing_task_id = $1',
      [id, email],
    ]),
  fc
    .tuple(taskId, fc.constantFrom(null, 1, 5, 9))
    .map(([id, minutes]): Step => [
      'UPDATE core.task SET duration_minutes = $2 WHERE turing_task_id = $1',
      [id, minutes],
    ]),
  fc
    .tuple(taskId, fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 }))
    .map(([id, project, batch]): Step => [
      'UPDATE core.task SET project_id = $2, turing_batch_id = $3 WHERE turing_task_id = $1',
      [id, project, batch],
    ]),
  fc.tuple(taskId, fc.integer({ min: 1, max: 2 })).map(([id, review]): Step => [
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
        SELECT turing_task_id, $2, 'accepted', '2026-03-02T12:00:00Z' FROM core.task
        WHERE turing_task_id = $1 FOR UPDATE
        ON CONFLICT DO NOTHING`,
    [id, review],
  ]),
  taskId.map((id): Step => [
    `DELETE FROM core.task_review USING (
          SELECT turing_task_id FROM core.task WHERE turing_task_id = $1 FOR UPDATE
        ) AS locked
        WHERE task_review.turing_task_id = locked.turing_task_id`,
    [id],
  ]),
  taskId.map((id): Step => ['DELETE FROM core.task WHERE turing_task_id = $1', [id]]),
  taskId.map((id): Step => [
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
        VALUES ($1, 1, 1, 'reviewed') ON CONFLICT (turing_task_id) DO UPDATE SET status = 'reviewed'`,
    [id],
  ]),
);

/** Resolves when the other connection waits for a lock. */
async function waitsForLock(observer: QueryClient, waiting: QueryClient): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await observer.query(
        `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`,
        [waiting.backend],
      );
      return rows.length;
    })
    .toBe(1);
}

async function totalTasks(db: QueryClient): Promise<number> {
  const [row] = await db.query<{ tasks: number }>(
    'SELECT sum(tasks)::bigint AS tasks FROM agg.batch_total WHERE project_id = 1',
  );
  return row?.tasks ?? 0;
}

async function reviewed(db: QueryClient): Promise<unknown> {
  const [row] = await db.query(`SELECT sum(reviewed_tasks)::bigint AS reviewed_tasks,
    sum(reviews)::bigint AS reviews FROM agg.batch_total`);
  return row;
}

async function revision(db: QueryClient): Promise<number> {
  const [row] = await db.query<{ revision: number }>(
    'SELECT revision FROM agg.project_revision WHERE project_id = 1',
  );
  return row?.revision ?? 0;
}
