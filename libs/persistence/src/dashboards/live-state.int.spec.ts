import { runs } from '@portal/testing/runs';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readReviewCounters,
  readStamp,
  readStamps,
  readSyncTime,
  readWeeklyProgress,
} from './live-state.js';

describe('live state reads', () => {
  let database: TestDatabase;
  let db: QueryClient;

  beforeAll(async () => {
    database = await testDatabase();
    db = await connectTo(database.url);
    await db.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
    await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
      VALUES (1, 1, 'First'), (2, 1, 'Second')`);
    await db.query(`INSERT INTO core.app_user (email, name)
      VALUES ('a@example.com', 'Ada'), ('b@example.com', 'Bea'), ('c@example.com', 'Cid')`);
    await db.query(`INSERT INTO core.pod (name, project_id) VALUES ('Pod', 1), ('Empty', 1)`);
    await db.query(`INSERT INTO core.pod_member (pod_name, user_email, role)
      VALUES ('Pod', 'b@example.com', 'trainer'), ('Pod', 'a@example.com', 'lead')`);
    await db.query(`INSERT INTO core.pod_weekly_target
        (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
      VALUES ('Pod', '2026-03-02', '2026-03-08', 4, 20)`);
    await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email,
        status, number_of_turns, completed_at)
      SELECT id, 1 + (id % 5 = 0)::integer, 1,
        (ARRAY['a@example.com', 'b@example.com', 'c@example.com', NULL])[1 + id % 4],
        CASE WHEN id % 7 = 0 THEN 'rework' ELSE 'completed' END, id % 3,
        '2026-03-04T10:00:00Z'::timestamptz + id * interval '97 seconds'
      FROM generate_series(1, 400) id`);
  });

  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('AGG-22 the work of users between any two instants equals a count of tasks', async () => {
    const instant = fc.date({
      min: new Date('2026-03-04T09:00:00Z'),
      max: new Date('2026-03-04T22:00:00Z'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 2),
        instant,
        instant,
        async (projectId, one, other) => {
          const [startsAt, endsAt] = one <= other ? [one, other] : [other, one];
          const { members } = await readWeeklyProgress(db, projectId, 'Pod', { startsAt, endsAt });
          const counted = await db.query(
            `SELECT email, count(turing_task_id) AS tasks,
            coalesce(sum(number_of_turns), 0)::bigint AS turns
          FROM core.app_user
          LEFT JOIN core.task ON user_email = email AND status = 'completed'
            AND completed_at >= $1 AND completed_at < $2 AND ($3 = 0 OR project_id = $3)
          WHERE email IN ('a@example.com', 'b@example.com')
          GROUP BY email ORDER BY email`,
            [startsAt, endsAt, projectId],
          );
          expect(members.map(({ email, tasks, turns }) => ({ email, tasks, turns }))).toEqual(
            counted,
          );
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('AGG-23 lists every member, with the target of the week', async () => {
    const week = {
      startsAt: new Date('2026-03-02T08:00:00Z'),
      endsAt: new Date('2026-03-09T07:00:00Z'),
    };
    expect(await readWeeklyProgress(db, 1, 'Pod', week)).toMatchObject({
      ...(await readStamp(db, 1)),
      target: { daily_tasks: 4, daily_turns: 20 },
      members: [
        { email: 'a@example.com', name: 'Ada', role: 'lead', tasks: 68 },
        { email: 'b@example.com', name: 'Bea', role: 'trainer', tasks: 69 },
      ],
    });
    const after = {
      startsAt: new Date('2026-03-09T07:00:00Z'),
      endsAt: new Date('2026-03-16T07:00:00Z'),
    };
    expect(await readWeeklyProgress(db, 1, 'Pod', after)).toMatchObject({
      target: null,
      members: [
        { tasks: 0, turns: 0 },
        { tasks: 0, turns: 0 },
      ],
    });
    expect(await readWeeklyProgress(db, 1, 'Empty', week)).toMatchObject({
      target: null,
      members: [],
    });
  });

  it('AGG-21 the review desk counts tasks that wait and tasks reviewed today', async () => {
    const desk = async (projectId: number, pod: string | null) => {
      const { pending, done } = await readReviewCounters(db, projectId, pod);
      return { pending, done };
    };
    const [all, one, pod] = [await desk(0, null), await desk(1, null), await desk(1, 'Pod')];
    expect([all.done, one.done, pod.done]).toEqual([0, 0, 0]);

    // Bea has task 1 in project 1. Cid has task 2 and no pod.
    await db.query(`INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
      SELECT task, review, 'accepted', now() FROM generate_series(1, 2) task, generate_series(1, 2) review`);
    expect(await desk(1, null)).toEqual({ pending: one.pending - 2, done: 2 });
    await db.query(`UPDATE core.task SET status = 'in_progress' WHERE turing_task_id IN (1, 2)`);
    expect(await desk(1, null)).toEqual({ pending: one.pending - 2, done: 2 });
    expect(await desk(0, null)).toEqual({ pending: all.pending - 2, done: 2 });
    expect(await desk(1, 'Pod')).toEqual({ pending: pod.pending - 1, done: 1 });
    expect(await desk(1, 'Empty')).toEqual({ pending: 0, done: 0 });

    await db.query(`UPDATE core.task_review SET submitted_at = now() - interval '2 days'`);
    expect(await desk(1, null)).toEqual({ pending: one.pending - 2, done: 0 });
    await db.query(
      `UPDATE core.task SET status = 'ready_for_review' WHERE turing_task_id IN (1, 2)`,
    );
    await db.query('DELETE FROM core.task_review');
    expect(await desk(1, null)).toEqual(one);
  });

  it('AGG-24 the time of the last import', async () => {
    expect(await readSyncTime(db, 1)).toEqual({
      project_id: 1,
      ...(await readStamp(db, 1)),
      value: null,
    });
    await db.query(
      `INSERT INTO core.meta VALUES ('tasks_last_imported_at', '2026-03-04T10:00:00.000Z')`,
    );
    expect(await readSyncTime(db, 0)).toEqual({
      project_id: 0,
      ...(await readStamp(db, 0)),
      value: '2026-03-04T10:00:00.000Z',
    });
  });

  it('REV-7 the revision of project 0 increases with that of each project', async () => {
    const before = await readStamps(db);
    const sum = (rows: typeof before) =>
      rows.filter((row) => row.project_id !== 0).reduce((total, row) => total + row.revision, 0);
    await db.query(`UPDATE core.batch SET name = 'Renamed'`);
    const after = await readStamps(db);
    expect(after[0]?.project_id).toBe(0);
    expect((after[0]?.revision ?? 0) - (before[0]?.revision ?? 0)).toBe(2);
    expect(sum(after) - sum(before)).toBe(2);
    expect((await readStamp(db, 0)).revision).toBe(after[0]?.revision);
    expect((await readStamp(db, 404)).revision).toBe(0);
  });
});
