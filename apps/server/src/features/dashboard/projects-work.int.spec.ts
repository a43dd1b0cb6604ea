import { projectsWorkSchema, WORK_DAYS } from '@portal/contracts/projects-work';
import { tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import type { Db } from '@portal/persistence/db';
import { readDashboardTotals, readReviewCounters } from '@portal/persistence/dashboards/live-state';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../testing/user.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  [alpha, beta] = [await createProject(db, 'Work Alpha'), await createProject(db, 'Work Beta')];
  await createProject(db, 'Work Empty');
  for (const [project, first] of [
    [alpha, 100],
    [beta, 200],
  ]) {
    await db.query(
      "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, $2, 'One')",
      [project, first],
    );
    // Two completed today and one yesterday, one of them with a review; one in rework, one not begun.
    await db.query(
      `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at)
       SELECT $2::bigint + n, $1, $2::bigint, (ARRAY['completed', 'completed', 'delivered', 'rework', 'pending'])[n],
         CASE WHEN n < 3 THEN now() WHEN n = 3 THEN
           (now() AT TIME ZONE core.reporting_zone() - interval '1 day') AT TIME ZONE core.reporting_zone() END
       FROM generate_series(1, 5) AS n`,
      [project, first],
    );
    await db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
       VALUES ($1::bigint + 1, 1, 'accepted', now())`,
      [first],
    );
  }
});
afterAll(() => server.stop());

/** The last days of the reporting zone, today included. */
async function period(days: number): Promise<string> {
  const [row] = await db.query<{ start: string; end: string }>(
    `SELECT ((today + 1 - $1::integer)::timestamp AT TIME ZONE zone)::text AS start,
       ((today + 1)::timestamp AT TIME ZONE zone)::text AS end
     FROM core.reporting_day(now()) AS today, core.reporting_zone() AS zone`,
    [days],
  );
  const iso = (instant = '') => new Date(instant).toISOString();
  return `start_datetime=${iso(row?.start)}&end_datetime=${iso(row?.end)}`;
}

async function workFor(user: TestUser) {
  const answer = await fetch(`${server.baseUrl}/api/v1/projects/work`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(answer.status).toBe(200);
  return projectsWorkSchema.parse(await answer.json());
}

/** An import of today that contradicted tasks of Beta. @returns its id */
async function importOf(
  user: TestUser,
  tasks: readonly number[],
  { undoes = null, isKept = true }: { undoes?: string | null; isKept?: boolean } = {},
): Promise<string> {
  const [made] = await db.query<{ id: string }>(
    `INSERT INTO core.task_import (id, uploaded_by, state, phase, file_name, store_key, sha256, bytes_total, undoes,
       finished_at, projects)
     VALUES (gen_random_uuid(), $1, 'completed', 'done', 'a.json', 'a', repeat('a', 64), 1, $3, clock_timestamp(),
       ARRAY[$2::integer])
     RETURNING id`,
    [user.id, beta, undoes],
  );
  await db.query(
    `INSERT INTO core.import_conflict (import_id, turing_task_id, project_id, row_number, fields, changed_at, is_kept)
     SELECT $1, task, $2, 1, '[]', now(), $4 FROM unnest($3::bigint[]) AS task`,
    [made?.id, beta, tasks, isKept],
  );
  return made?.id ?? '';
}

describe('GET /projects/work', () => {
  it('HOME-51 tells who manages a project how its work stands', async () => {
    const owner = await createUser(db, 'owner@example.com');
    await assignRole(db, owner, alpha, 'project_admin');
    const [work, ...others] = await workFor(owner);
    expect(others).toEqual([]);
    expect(work).toMatchObject({
      ...{ project_id: alpha, name: 'Work Alpha', total_tasks: 5, completed_tasks: 3 },
      ...{ completion_rate: 60, rework_tasks: 1, waiting_tasks: 1 },
      ...{ last_import_at: null, conflicts: 0 },
    });
    expect(work?.days).toHaveLength(14);
    expect(work?.days.slice(-2)).toEqual([1, 2]);
  });

  it('HOME-51 has the last import and the conflicts of those who may upload, and what has more to do first', async () => {
    const admin = await createUser(db, 'all@example.com');
    await assignRole(db, admin, 0, 'admin');
    await importOf(admin, [201]);
    const mine = (await workFor(admin)).filter(({ name }) => name.startsWith('Work '));
    expect(mine.map(({ project_id, conflicts }) => [project_id, conflicts])).toEqual([
      [beta, 1],
      [alpha, 0],
    ]);
    expect(mine[0]?.last_import_at).not.toBeNull();
    await db.query('UPDATE core.project SET status = status, archived_at = now() WHERE id = $1', [
      beta,
    ]);
    expect((await workFor(admin)).map(({ project_id }) => project_id)).not.toContain(beta);
  });

  it('HOME-64 counts a conflict until another import, an undo or an edit settles it', async () => {
    const admin = await createUser(db, 'settles@example.com');
    await assignRole(db, admin, beta, 'project_admin');
    await db.query('DELETE FROM core.task_import WHERE projects = ARRAY[$1::integer]', [beta]);
    await db.query('UPDATE core.project SET archived_at = NULL WHERE id = $1', [beta]);
    const open = async () => (await workFor(admin))[0]?.conflicts;
    const first = await importOf(admin, [201, 202, 203, 204]);
    await importOf(admin, [203, 204]);
    expect(await open()).toBe(4);
    const again = await importOf(admin, [204], { isKept: false });
    expect(await open()).toBe(3);
    // Without that import the task has the value of the portal again.
    const undo = await importOf(admin, [], { undoes: again });
    expect(await open()).toBe(4);
    await importOf(admin, [], { undoes: undo });
    expect(await open()).toBe(3);
    await importOf(admin, [], { undoes: first });
    expect(await open()).toBe(1);
    const path = `${server.baseUrl}/api/v1/tasks/tasks-crud/203`;
    const edited = await send('PATCH', path, admin.token, { target_model: 'opus' });
    expect(edited.status).toBe(200);
    expect(await open()).toBe(0);
    await db.query('UPDATE core.project SET archived_at = now() WHERE id = $1', [beta]);
  });

  it('NUM-13 NUM-4 the tasks of each number are as many, also those of the live figures', async () => {
    const owner = await createUser(db, 'lists@example.com');
    await assignRole(db, owner, alpha, 'project_admin');
    const [work] = await workFor(owner);
    if (!work) throw new Error('no project');
    const total = async (query: string) => {
      const path = `tasks/by-number?project_id=${alpha}&${query}`;
      const answer = await get(`${server.baseUrl}/api/v1/${path}`, owner.token);
      return tasksByNumberSchema.parse(await answer.json()).total;
    };
    const [days, today] = [await period(WORK_DAYS), await period(1)];
    expect(await total('number=tasks')).toBe(work.total_tasks);
    expect(await total('number=done')).toBe(work.completed_tasks);
    expect(await total('number=rework')).toBe(work.rework_tasks);
    expect(await total('number=waiting_for_review')).toBe(work.waiting_tasks);
    expect(await total(`number=completed_in_period&${days}`)).toBe(
      work.days.reduce((all, one) => all + one, 0),
    );
    const { totals } = await readDashboardTotals(db, alpha);
    expect([totals.total_tasks, totals.completed_tasks]).toEqual([5, 3]);
    expect([work.total_tasks, work.completed_tasks]).toEqual([5, 3]);
    const desk = await readReviewCounters(db, alpha, null);
    expect(desk).toMatchObject({ pending: work.waiting_tasks, done: 1 });
    expect(await total(`number=reviewed_in_period&${today}`)).toBe(desk.done);
  });

  it('HOME-51 is empty for those who manage nothing', async () => {
    const member = await createUser(db, 'plain@example.com');
    await assignRole(db, member, alpha, 'project_member');
    expect(await workFor(member)).toEqual([]);
  });

  it('HOME-61 has the failing statistics of those who manage them, until they are changed', async () => {
    const owner = await createUser(db, 'stats@example.com');
    await assignRole(db, owner, beta, 'project_admin');
    await db.query('UPDATE core.project SET archived_at = NULL WHERE id = $1', [beta]);
    await db.query(
      `WITH stat AS (
         INSERT INTO core.custom_stat (project_id, name, sql_query, supported_chart_types, default_chart_type, is_active)
         SELECT $1, 'Stat ' || n, 'SELECT 1', '{table}', 'table', n < 3 FROM generate_series(1, 3) AS n
         RETURNING id)
       INSERT INTO core.custom_stat_failure SELECT id, now() FROM stat`,
      [beta],
    );
    const failing = async (user: TestUser) =>
      (await workFor(user)).find(({ project_id }) => project_id === beta)?.failing_statistics;
    expect(await failing(owner)).toBe(2);
    await db.query(`UPDATE core.custom_stat SET updated_at = now() + interval '1 second'
      WHERE name = 'Stat 1'`);
    expect(await failing(owner)).toBe(1);
    await buildWorld(db, { roles: { uploader: ['data-upload'] } });
    const uploader = await createUser(db, 'uploader@example.com');
    await assignRole(db, uploader, beta, 'uploader');
    expect(await failing(uploader)).toBeNull();
  });
});
