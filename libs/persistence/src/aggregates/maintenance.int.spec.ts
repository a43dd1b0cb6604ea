import { DONE_STATUSES, TASK_STATUSES } from '@portal/contracts/constants';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readIsWorkerSeen } from '../visibility/work.js';
import { runAggregates } from './command.js';
import { AGGREGATES } from './definitions.js';
import { rebuildAggregates } from './rebuild.js';
import { verifyAggregates } from './verify.js';
import { dropZeroRows } from './zero-rows.js';

describe('keeping aggregates', () => {
  let database: TestDatabase;
  let db: QueryClient;
  let announced: string[];
  /** REPORTING_TIME_ZONE of the command. */
  let zone = '';

  beforeAll(async () => {
    database = await testDatabase();
    db = await connectTo(database.url);
    await db.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
    await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
      VALUES (1, 1, 'First'), (2, 1, 'Second')`);
    await db.query(`INSERT INTO core.app_user (email, name) VALUES ('a@example.com', 'Ada')`);
    await db.query(`INSERT INTO core.pod (name, project_id) VALUES ('Pod', 1)`);
    announced = await db.listen('portal_revision');
  });

  beforeEach(async () => {
    await db.query('ROLLBACK');
    await db.query('DELETE FROM core.task');
    await db.query(`INSERT INTO core.task
        (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at)
      VALUES (1, 1, 1, 'a@example.com', 'completed', '2026-03-01T07:30:00Z'),
        (2, 1, 1, NULL, 'in_progress', NULL)`);
    await db.query(
      `INSERT INTO core.task_review VALUES (1, 1, NULL, 'accepted', NULL, NULL, NULL)`,
    );
    announced.length = 0;
  });

  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('AGG-8 rows that reach zero are deleted where there can be many', async () => {
    await db.query('DELETE FROM core.task');
    for (const table of ['task_cell', 'duration_day', 'batch_day', 'user_slot', 'user_day']) {
      expect(await db.query(`SELECT FROM agg.${table}`), table).toEqual([]);
    }
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('AGG-29 rows of zero show nobody to others, and are deleted by the nightly jobs unless they are locked', async () => {
    const member = { email: 'b@example.com', isEverywhere: false, projectIds: [1] };
    expect(await readIsWorkerSeen(db, 'a@example.com', member)).toBe(true);
    await db.query('DELETE FROM core.task');
    expect(await readIsWorkerSeen(db, 'a@example.com', member)).toBe(false);
    const rows = async (): Promise<number> => {
      let count = 0;
      for (const { table } of AGGREGATES) count += (await db.query(`SELECT FROM ${table}`)).length;
      return count;
    };
    const zeros = await rows();
    expect(zeros).toBeGreaterThan(3);
    const other = await connectTo(database.url);
    await other.query('BEGIN');
    await other.query(`SELECT FROM agg.batch_total WHERE status = 'completed' FOR UPDATE`);
    expect(await dropZeroRows(db)).toBe(zeros - 1);
    await other.query('ROLLBACK');
    await other.close();
    expect(await dropZeroRows(db)).toBe(1);
    expect(await rows()).toBe(0);
    expect(await verifyAggregates(db)).toEqual([]);
    await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
      VALUES (3, 1, 1, 'pending')`);
    expect(await verifyAggregates(db)).toEqual([]);
    expect(await dropZeroRows(db)).toBe(0);
  });

  it('AGG-1 AGG-3 tasks in progress that one statement adds, moves and removes are counted one by one', async () => {
    await db.query(`INSERT INTO core.task
        (turing_task_id, project_id, turing_batch_id, status, updated_at)
      SELECT id, 1, 1, 'in_progress', '2026-03-01T07:30:00Z' FROM generate_series(10, 14) id`);
    expect(await verifyAggregates(db)).toEqual([]);
    await db.query(
      `UPDATE core.task SET updated_at = '2026-03-02T07:30:00Z' WHERE turing_task_id > 11`,
    );
    expect(await verifyAggregates(db)).toEqual([]);
    await db.query('DELETE FROM core.task WHERE turing_task_id > 12');
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('AGG-9 the least and the greatest duration of a day shrink again', async () => {
    await db.query(`INSERT INTO core.task
        (turing_task_id, project_id, turing_batch_id, status, completed_at, duration_minutes)
      SELECT id, 1, 1, 'delivered', '2026-03-01T07:30:00Z', id FROM generate_series(10, 20) id`);
    const extremes = async () =>
      db.query(`SELECT duration_min::integer AS least, duration_max::integer AS greatest
        FROM agg.duration_day`);
    expect(await extremes()).toEqual([{ least: 10, greatest: 20 }]);
    await db.query('DELETE FROM core.task WHERE turing_task_id = 10');
    expect(await extremes()).toEqual([{ least: 11, greatest: 20 }]);
    await db.query('UPDATE core.task SET duration_minutes = 15 WHERE turing_task_id > 17');
    expect(await extremes()).toEqual([{ least: 11, greatest: 17 }]);
    await db.query(`UPDATE core.task SET duration_minutes = NULL WHERE status = 'delivered'`);
    expect(await extremes()).toEqual([]);
  });

  it('AGG-10 writing tasks at another isolation level is refused, reading is not', async () => {
    for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
      await db.query(`BEGIN ISOLATION LEVEL ${level}`);
      expect(await verifyAggregates(db)).toEqual([]);
      await expect(db.query(`UPDATE core.task SET status = 'rework'`)).rejects.toThrow(
        /READ COMMITTED only/,
      );
      await db.query('ROLLBACK');
    }
    await db.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    await db.query(`UPDATE core.task SET status = 'rework'`);
    await db.query('COMMIT');
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('AGG-11 truncating tasks or reviews is refused, deleting them is not', async () => {
    await expect(db.query('TRUNCATE core.task CASCADE')).rejects.toThrow(/must not be truncated/);
    await expect(db.query('TRUNCATE core.task_review')).rejects.toThrow(/must not be truncated/);
    await db.query('DELETE FROM core.task_review');
    await db.query('DELETE FROM core.task');
    expect(await verifyAggregates(db)).toEqual([]);
  });

  it('AGG-12 verify lists changes made without triggers, rebuild repairs them', async () => {
    await db.query('UPDATE agg.batch_total SET tasks = 7 WHERE status = $1', ['completed']);
    expect(await verifyAggregates(db)).toEqual([
      {
        table: 'agg.batch_total',
        key: { project_id: 1, turing_batch_id: 1, status: 'completed' },
        stored: { tasks: 7, reviewed_tasks: 1, reviews: 1 },
        counted: { tasks: 1, reviewed_tasks: 1, reviews: 1 },
      },
    ]);
    await db.query('BEGIN');
    await rebuildAggregates(db);
    await db.query('COMMIT');
    expect(await verifyAggregates(db)).toEqual([]);
    expect(
      announced.map((payload) => (JSON.parse(payload) as { project_id: number }).project_id),
    ).toEqual(expect.arrayContaining([1, 2]));
  });

  it('AGG-13 rebuild for another zone recomputes the days', async () => {
    const days = async () =>
      db.query(`SELECT activity_day FROM agg.batch_day WHERE status = 'completed'`);
    expect(await days()).toEqual([{ activity_day: '2026-02-28' }]);
    await db.query('BEGIN');
    await rebuildAggregates(db, 'Europe/Berlin');
    await db.query('COMMIT');
    expect(await days()).toEqual([{ activity_day: '2026-03-01' }]);
    await db.query(
      `UPDATE core.task SET completed_at = '2026-03-01T23:30:00Z' WHERE turing_task_id = 1`,
    );
    expect(await days()).toEqual([{ activity_day: '2026-03-02' }]);
    expect(await verifyAggregates(db)).toEqual([]);

    await db.query('BEGIN');
    await expect(rebuildAggregates(db, 'Europe/Nowhere')).rejects.toThrow(/unknown time zone/);
    await db.query('ROLLBACK');
    await db.query('BEGIN');
    await rebuildAggregates(db, 'America/Los_Angeles');
    await db.query('COMMIT');
  });

  it('AGG-13 the command changes the zone, also for connections that are open', async () => {
    await db.query(`INSERT INTO core.task
        (turing_task_id, project_id, turing_batch_id, user_email, status, completed_at, duration_minutes)
      VALUES (3, 1, 1, 'a@example.com', 'delivered', '2026-03-01T07:59:59.999999Z', 5),
        (4, 1, 1, 'a@example.com', 'delivered', '2026-03-01T08:00:00Z', 6),
        (5, 2, 1, 'a@example.com', 'delivered', '2026-02-28T22:59:59.999999Z', 7),
        (6, 2, 1, 'a@example.com', 'delivered', '2026-02-28T23:00:00Z', 8)`);
    await db.query(`INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
      VALUES (4, 2, 'accepted', '2026-03-01T07:59:59Z'), (6, 3, 'accepted', '2026-03-29T00:30:00Z')`);
    const days = async () =>
      db.query(`SELECT project_id AS project, day::text, tasks FROM agg.user_day ORDER BY 1, 2`);
    const inLosAngeles = [
      { project: 1, day: '2026-02-28', tasks: 2 },
      { project: 1, day: '2026-03-01', tasks: 1 },
      { project: 2, day: '2026-02-28', tasks: 2 },
    ];
    expect(await days()).toEqual(inLosAngeles);
    announced.length = 0;

    zone = 'Europe/Berlin';
    const [code, text] = await command('rebuild');
    expect([code, text.split('\n')]).toEqual([
      0,
      [
        'Aggregates rebuilt; a day is a day in Europe/Berlin.',
        'It was a day in America/Los_Angeles. Restart every server with REPORTING_TIME_ZONE=Europe/Berlin.',
        'All aggregates equal a recount.',
        '',
      ],
    ]);
    expect(await db.query('SELECT core.reporting_zone() AS zone')).toEqual([{ zone }]);
    expect(await days()).toEqual([
      { project: 1, day: '2026-03-01', tasks: 3 },
      { project: 2, day: '2026-02-28', tasks: 1 },
      { project: 2, day: '2026-03-01', tasks: 1 },
    ]);
    // Servers that run hear of each project, and drop what they have cached.
    const projects = announced.map(
      (payload) => (JSON.parse(payload) as { project_id: number }).project_id,
    );
    expect(new Set(projects)).toEqual(new Set([0, 1, 2]));
    // The triggers of this connection have run in the old zone before.
    await db.query(
      `UPDATE core.task SET completed_at = '2026-03-01T23:00:00Z' WHERE turing_task_id IN (1, 5)`,
    );
    expect(await verifyAggregates(db)).toEqual([]);
    expect(await days()).toContainEqual({ project: 2, day: '2026-03-02', tasks: 1 });

    zone = '';
    expect(await command('rebuild')).toEqual([0, expect.stringContaining('Europe/Berlin')]);
    zone = 'Europe/Nowhere';
    expect(await command('rebuild')).toEqual([1, "unknown time zone 'Europe/Nowhere'\n"]);
    expect(await verifyAggregates(db)).toEqual([]);
    zone = 'America/Los_Angeles';
    expect((await command('rebuild'))[0]).toBe(0);
    zone = '';
  });

  it('AGG-14 the commands report their findings and set the exit code', async () => {
    expect(await command('verify')).toEqual([0, 'All aggregates equal a recount.\n']);
    await db.query('UPDATE agg.activity SET completed_tasks = 7');
    expect(await command('verify')).toEqual([1, expect.stringContaining('"table":"agg.activity"')]);
    const rebuilt = 'Aggregates rebuilt; a day is a day in America/Los_Angeles.\n';
    const equal = 'All aggregates equal a recount.\n';
    expect(await command('rebuild')).toEqual([0, rebuilt + equal]);
    expect(await command('verify')).toEqual([0, equal]);
    for (const wrong of [['forget'], ['__proto__'], ['rebuild', 'now'], []]) {
      expect(await command(...wrong)).toEqual([2, expect.stringContaining('Usage')]);
    }
  });

  it('AGG-15 the database and the contract have the same done statuses', async () => {
    const rows = await db.query<{ status: string }>(
      'SELECT status FROM unnest($1::text[]) AS status WHERE core.is_done(status)',
      [[...TASK_STATUSES]],
    );
    expect(rows.map((row) => row.status).sort()).toEqual([...DONE_STATUSES].sort());
  });

  it('AGG-16 every user of a task is stored once', async () => {
    await db.query(`UPDATE core.task SET user_email = 'b@example.com'`);
    await db.query(`UPDATE core.task SET user_email = 'a@example.com'`);
    expect(await db.query('SELECT user_email FROM core.task_user ORDER BY 1')).toEqual([
      { user_email: 'a@example.com' },
      { user_email: 'b@example.com' },
    ]);
  });

  it.each([
    ['a batch', `UPDATE core.batch SET name = 'Renamed' WHERE project_id = 1`, [1]],
    ['a project', `UPDATE core.project SET name = 'Renamed' WHERE id = 2`, [2]],
    ['a pod', `UPDATE core.pod SET project_id = 2 WHERE name = 'Pod'`, [1, 2]],
    [
      'a pod member',
      `INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Pod', 'a@example.com')`,
      [2],
    ],
    [
      'the name of a user with tasks and a pod',
      `UPDATE core.app_user SET name = 'Ada L.' WHERE email = 'a@example.com'`,
      [1, 2],
    ],
    [
      'the picture of such a user',
      `UPDATE core.app_user SET picture = 'https://pictures.example/a' WHERE email = 'a@example.com'`,
      [1, 2],
    ],
    [
      'the time zone of such a user',
      `UPDATE core.app_user SET timezone = 'UTC+1:00' WHERE email = 'a@example.com'`,
      [1, 2],
    ],
    [
      'nothing that a statistic shows',
      `UPDATE core.app_user SET name = name, theme = 'dark' WHERE email = 'a@example.com'`,
      [],
    ],
    [
      'an account that gets another email than its tasks',
      `UPDATE core.app_user SET email = 'b@example.com' WHERE email = 'a@example.com'`,
      [1, 2],
    ],
    [
      'an account that gets the email of tasks',
      `UPDATE core.app_user SET email = 'a@example.com' WHERE email = 'b@example.com'`,
      [1, 2],
    ],
    [
      'a weekly target',
      `INSERT INTO core.pod_weekly_target
        (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
        VALUES ('Pod', '2026-03-02', '2026-03-08', 1, 1)`,
      [2],
    ],
    [
      'the time of the last import',
      `INSERT INTO core.meta VALUES ('tasks_last_imported_at', 'x')`,
      [0],
    ],
    [
      'a task without an effect on any number',
      `UPDATE core.task SET colab_link = 'https://example.com'`,
      [1],
    ],
    ['a pod that takes its members along', `DELETE FROM core.pod WHERE name = 'Pod'`, [2]],
  ])('REV-5 a change of %s moves the revision of its project', async (_what, text, projects) => {
    await db.query(text);
    const moved = announced.map(
      (payload) => (JSON.parse(payload) as { project_id: number }).project_id,
    );
    expect(moved.toSorted((a, b) => a - b)).toEqual(projects);
  });

  it('REV-8 a custom statistic, which no number depends on, moves no revision', async () => {
    await db.query(
      `INSERT INTO core.custom_stat
        (project_id, name, sql_query, supported_chart_types, default_chart_type)
        VALUES (1, 'Stat', 'SELECT 1', '{table}', 'table')`,
    );
    await db.query('UPDATE core.custom_stat SET display_order = 1');
    await db.query('DELETE FROM core.custom_stat');
    expect(announced).toEqual([]);
  });

  it('REV-6 every change of an import is counted and announced, with its id and whether it has ended', async () => {
    const changed = await db.listen('portal_import');
    const id = '0190c0de-0000-7000-8000-000000000001';
    await db.query(
      `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total)
        SELECT $1, id, 'tasks.json', 'key', repeat('0', 64), 10 FROM core.app_user LIMIT 1`,
      [id],
    );
    await db.query('UPDATE core.task_import SET bytes_done = 5');
    await db.query('UPDATE core.task_import SET bytes_done = 10');
    expect(await db.query('SELECT progress_revision FROM core.task_import')).toEqual([
      { progress_revision: 2 },
    ]);
    for (const state of ['running', 'completed', 'failed', 'cancelled']) {
      await db.query('UPDATE core.task_import SET state = $1', [state]);
    }
    await db.query('DELETE FROM core.task_import');
    const announcements = changed.map((payload) => JSON.parse(payload) as unknown);
    expect(announcements).toEqual(
      [false, false, false, false, true, true, true, true].map((has_ended) => ({
        import_id: id,
        has_ended,
      })),
    );
  });

  async function command(...words: string[]): Promise<[number, string]> {
    const printed: string[] = [];
    const code = await runAggregates(
      words,
      { DATABASE_URL: database.url, REPORTING_TIME_ZONE: zone },
      (text) => printed.push(text),
    );
    return [code, printed.join('')];
  }
});
