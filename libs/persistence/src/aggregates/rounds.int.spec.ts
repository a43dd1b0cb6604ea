import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigrator } from '../data-source.js';
import { RoundsOfMeanwhile1800000000065 } from '../migrations/0063-rounds-of-meanwhile.js';
import { TaskRounds1800000000064 } from '../migrations/0062-task-rounds.js';
import { FillWhatRoundsAwait1800000000078 } from '../migrations/0076-fill-what-rounds-await.js';
import { verifyAggregates } from './verify.js';

let database: TestDatabase;
let db: QueryClient;
let lastId = 0;

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
  await db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES (1, 1, 'B'), (2, 1, 'B')`,
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const hour = (at: number | null) =>
  at === null ? null : new Date(Date.UTC(2026, 0, 5, at)).toISOString();

/** A task as a file brings it, completed at hour 1 unless told otherwise. */
async function newTask(status: string, completed: number | null = 1, updated = 1): Promise<number> {
  lastId += 1;
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at, updated_at)
     VALUES ($1, 1, 1, $2, $3, $4)`,
    [lastId, status, hour(completed), hour(updated)],
  );
  return lastId;
}
const set = (task: number, status: string, at: number, completed?: number) =>
  db.query(
    `UPDATE core.task SET status = $2, updated_at = $3, completed_at = coalesce($4, completed_at)
     WHERE turing_task_id = $1`,
    [task, status, hour(at), completed === undefined ? null : hour(completed)],
  );
let lastReview = 0;
const review = (task: number, status: string, at: number | null, score: number | null = null) =>
  db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, score, submitted_at)
     VALUES ($1, $2, 'r@example.com', $3, $4, $5)`,
    [task, ++lastReview, status, score, hour(at)],
  );
const sendBack = (task: number, at: number, reasons: string[] = []) =>
  db.query(
    `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, reasons, created_at)
     VALUES ($1, 'd@example.com', 'Why', true, $2, $3)`,
    [task, reasons, hour(at)],
  );
const undoing = async (text: string, values: unknown[]) => {
  await db.query('BEGIN');
  await db.query(`SELECT set_config('portal.undoes', '1', true)`);
  await db.query(text, values);
  await db.query('COMMIT');
};

/** `accepted review 1-2`: verdict, source, and the hours of submission and verdict. */
async function roundsOf(task: number): Promise<string[]> {
  expect(await verifyAggregates(db)).toEqual([]);
  const at = (column: string) =>
    `coalesce((extract(epoch FROM ${column} - '2026-01-05Z'::timestamptz) / 3600)::integer::text, '?')`;
  const rows = await db.query<{ round: string }>(
    `SELECT concat(verdict, ' ', source, ' ', ${at('submitted_at')}, '-', ${at('ended_at')}) AS round
     FROM core.task_round WHERE turing_task_id = $1 ORDER BY n`,
    [task],
  );
  return rows.map(({ round }) => round);
}

describe('rounds', () => {
  it('ROUND-1, ROUND-2 begin with a submission and end with the verdict of a review', async () => {
    const task = await newTask('completed');
    expect(await roundsOf(task)).toEqual([]);
    await review(task, 'rejected', 2);
    expect(await roundsOf(task)).toEqual(['rework review 1-2']);
    await set(task, 'rework', 3);
    await set(task, 'completed', 5, 5);
    expect(await roundsOf(task)).toEqual(['rework review 1-2']);
    await review(task, 'approved', 6);
    await set(task, 'delivered', 7);
    expect(await roundsOf(task)).toEqual(['rework review 1-2', 'accepted review 5-6']);
  });

  it('ROUND-2 takes no other status of a review for a verdict', async () => {
    const task = await newTask('completed');
    await review(task, 'pending', 2);
    await review(task, 'on_the_moon', 3);
    expect(await roundsOf(task)).toEqual([]);
  });

  it('ROUND-3 end with feedback that sends back, and with a change of status', async () => {
    const task = await newTask('ready_for_review', null);
    await set(task, 'rework', 2);
    await sendBack(task, 2, ['No source']);
    await set(task, 'ready_for_review', 3);
    await set(task, 'reviewed', 4);
    expect(await roundsOf(task)).toEqual(['rework feedback 1-2', 'accepted status 3-4']);
    const [first] = await db.query(
      'SELECT reviewer_email, reasons FROM core.task_round WHERE turing_task_id = $1 AND n = 1',
      [task],
    );
    expect(first).toEqual({ reviewer_email: 'd@example.com', reasons: ['No source'] });
    await db.query('UPDATE core.task_feedback SET withdrawn_at = now() WHERE turing_task_id = $1', [
      task,
    ]);
    expect(await roundsOf(task)).toEqual(['rework status 1-2', 'accepted status 3-4']);
  });

  it('ROUND-4 are found in the reviews of one file: each review that sends back ends one', async () => {
    const back = await newTask('rework', 1, 9);
    await review(back, 'rejected', 2);
    await review(back, 'rejected', 4);
    expect(await roundsOf(back)).toEqual(['rework review 1-2', 'rework review ?-4']);
    const done = await newTask('reviewed', 5, 9);
    await review(done, 'rejected', 2);
    await review(done, 'accepted', 6);
    expect(await roundsOf(done)).toEqual(['rework review ?-2', 'accepted review 5-6']);
    const stays = await newTask('completed', 1);
    await review(stays, 'rejected', 2);
    await review(stays, 'accepted', 4);
    await review(stays, 'accepted', null);
    expect(await roundsOf(stays)).toEqual(['rework review 1-2', 'accepted review ?-4']);
  });

  it('ROUND-4 have a second round for an acceptance after rework without a submission', async () => {
    const task = await newTask('completed');
    await set(task, 'rework', 2);
    await set(task, 'reviewed', 3);
    expect(await roundsOf(task)).toEqual(['rework status 1-2', 'accepted status ?-3']);
  });

  it('ROUND-3 have no change of status before what is known already', async () => {
    const task = await newTask('completed', 5);
    await set(task, 'rework', 2);
    expect(await roundsOf(task)).toEqual(['rework status 5-5']);
  });

  it('ROUND-5 take the word that sends back, if a submission has several', async () => {
    const task = await newTask('completed');
    await review(task, 'accepted', 2);
    await review(task, 'accepted', 3);
    expect(await roundsOf(task)).toEqual(['accepted review 1-2']);
    await review(task, 'rejected', 4);
    await sendBack(task, 5);
    expect(await roundsOf(task)).toEqual(['rework review 1-4']);
  });

  it('ROUND-6 have no round more for work that is sent back or submitted twice', async () => {
    const task = await newTask('pending', null);
    await set(task, 'in_progress', 2);
    await set(task, 'completed', 3, 3);
    await set(task, 'ready_for_review', 4);
    await set(task, 'rework', 5);
    await set(task, 'in_progress', 6);
    await set(task, 'rework', 7);
    expect(await roundsOf(task)).toEqual(['rework status 3-5']);
  });

  it('ROUND-7 follow undos, moves, new keys and deletions', async () => {
    const task = await newTask('completed');
    await set(task, 'rework', 2);
    const back: [string, unknown[]] = [
      `UPDATE core.task SET status = 'completed' WHERE turing_task_id = $1`,
      [task],
    ];
    await undoing(...back);
    expect(await roundsOf(task)).toEqual([]);
    await undoing(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = $1`, [task]);
    expect(await roundsOf(task)).toEqual(['rework status 1-2']);
    await db.query('UPDATE core.task SET project_id = 2 WHERE turing_task_id = $1', [task]);
    expect(await roundsOf(task)).toEqual(['rework status 1-2']);
    await db.query('UPDATE core.task SET turing_task_id = 1000 WHERE turing_task_id = $1', [task]);
    expect(await roundsOf(task)).toEqual([]);
    expect(await roundsOf(1000)).toEqual(['rework status 1-2']);
    await db.query('DELETE FROM core.task WHERE turing_task_id = 1000');
    expect(await roundsOf(1000)).toEqual([]);
  });

  it('ROUND-19 the last one of a task says whether the task is to be done again or waits for a review', async () => {
    const awaited = async (id: number) => {
      const rows = await db.query<{ awaits: string | null }>(
        'SELECT awaits FROM core.task_round WHERE turing_task_id = $1 ORDER BY n',
        [id],
      );
      return rows.map(({ awaits }) => awaits);
    };
    const task = await newTask('completed');
    expect(await awaited(task)).toEqual([]);
    await sendBack(task, 2);
    expect(await awaited(task)).toEqual(['review']);
    await set(task, 'rework', 2);
    expect(await awaited(task)).toEqual(['rework']);
    await set(task, 'in_progress', 3);
    expect(await awaited(task)).toEqual([null]);
    await set(task, 'completed', 4, 4);
    expect(await awaited(task)).toEqual(['review']);
    await set(task, 'rework', 5);
    await set(task, 'ready_for_review', 6);
    expect(await awaited(task)).toEqual([null, 'review']);
    await review(task, 'commented', 7);
    expect(await awaited(task)).toEqual([null, null]);
    await db.query('DELETE FROM core.task_review WHERE turing_task_id = $1', [task]);
    expect(await awaited(task)).toEqual([null, 'review']);
    await set(task, 'delivered', 8);
    expect(await awaited(task)).toEqual([null, null]);
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('ROUND-8 are filled for stored tasks by the migration, and for those that change meanwhile', async () => {
    const stored = await db.query('SELECT * FROM core.task_round ORDER BY turing_task_id, n');
    expect(stored.length).toBeGreaterThan(5);
    const migrator = createMigrator(database.url, {});
    await migrator.initialize();
    const runner = migrator.createQueryRunner();
    // Changes of status in the history of the portal are those of the audit and of imports.
    const known = await db.query('SELECT * FROM core.task_status_change');
    await db.query('DELETE FROM core.task_status_change');
    await db.query('DELETE FROM core.task_round');
    await new TaskRounds1800000000064().up(runner);
    expect((await verifyAggregates(db)).length).toBeGreaterThan(0);
    await new FillWhatRoundsAwait1800000000078().up(runner);
    expect(await verifyAggregates(db)).toEqual([]);
    const late = await newTask('completed');
    await review(late, 'rejected', 2);
    await db.query('DELETE FROM core.task_round WHERE turing_task_id = $1', [late]);
    expect(await verifyAggregates(db)).toHaveLength(1);
    await runner.startTransaction();
    await new RoundsOfMeanwhile1800000000065().up(runner);
    await runner.commitTransaction();
    expect(await verifyAggregates(db)).toEqual([]);
    expect(known.length).toBeGreaterThan(0);
    await runner.release();
    await migrator.destroy();
  });
});
