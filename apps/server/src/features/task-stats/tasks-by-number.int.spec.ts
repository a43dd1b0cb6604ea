import { ROUND_NUMBERS, WORK_NUMBERS } from '@portal/contracts/constants';
import { tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import type { Db } from '@portal/persistence/db';
import { connectTo } from '@portal/testing/query-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../testing/user.js';

let server: TestServer;
let db: Db;
let alpha: number;
let member: TestUser;
let stranger: TestUser;
let uploader: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  [member, stranger, uploader] = [
    await createUser(db, 'member@example.com'),
    await createUser(db, 'stranger@example.com'),
    await createUser(db, 'uploader@example.com'),
  ];
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
  await db.query(
    "INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Orion', 'member@example.com', 'trainer')",
  );
  await assignRole(db, uploader, alpha, 'project_admin');
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One'), ($1, 2, 'Two')",
    [alpha],
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, target_model,
       validation_status, completed_at) VALUES
     (1, $1, 1, 'delivered', 'large', 'passed', '2026-01-05T20:00:00Z'),
     (2, $1, 1, 'delivered', 'large', 'failed', '2026-01-05T20:00:00Z'),
     (3, $1, 1, 'completed', 'large', 'passed', '2026-01-06T20:00:00Z'),
     (4, $1, 2, 'completed', NULL, 'passed', '2026-01-06T20:00:00Z'),
     (5, $1, 2, 'rework', NULL, NULL, '2026-01-07T20:00:00Z')`,
    [alpha],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status) VALUES
     (1, 1, 'accepted'), (3, 1, 'accepted'), (3, 2, 'accepted'), (5, 1, 'refused')`,
  );
});
afterAll(() => server.stop());

function tasksOf(query: string, user = uploader): Promise<Response> {
  return fetch(`${server.baseUrl}/api/v1/tasks/by-number?project_id=${alpha}&${query}`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
}

describe('GET /tasks/by-number', () => {
  it('NUM-2 has the tasks of the filters and of a part, largest id first, in pages', async () => {
    const read = async (query: string) => {
      const answer = await tasksOf(query);
      const { items, ...page } = tasksByNumberSchema.parse(await answer.json());
      expect(answer.headers.get('x-revision')).toBe(String(page.revision));
      return [page.total, items.map(({ turing_task_id }) => turing_task_id)];
    };
    expect(await read('number=tasks')).toEqual([5, [5, 4, 3, 2, 1]]);
    expect(await read('number=tasks&status=delivered')).toEqual([2, [2, 1]]);
    expect(await read('number=done_reviewed')).toEqual([2, [3, 1]]);
    expect(await read('number=ready&size=1&page=2')).toEqual([2, [3]]);
    expect(await read('number=ready&target_model=')).toEqual([1, [4]]);
    expect(await read('number=tasks&validation_status=failed&batch_ids=1')).toEqual([1, [2]]);
    expect(await read('number=tasks&start_date=2026-01-06&end_date=2026-01-06')).toEqual([
      2,
      [4, 3],
    ]);
    expect(await read('number=rework&target_model=large')).toEqual([0, []]);
  });

  it('NUM-10 has the tasks that a search finds, and their count', async () => {
    const read = async (query: string) => {
      const { total, items } = tasksByNumberSchema.parse(await (await tasksOf(query)).json());
      return [total, items.map(({ turing_task_id }) => turing_task_id)];
    };
    expect(await read('number=tasks&search=large')).toEqual([3, [3, 2, 1]]);
    expect(await read('number=tasks&search=large&size=1&page=2')).toEqual([3, [2]]);
    expect(await read('number=delivered&search=ONE')).toEqual([1, [1]]);
    expect(await read('number=tasks&search=4')).toEqual([1, [4]]);
    expect(await read('number=waiting_for_review&search=two')).toEqual([1, [4]]);
    expect(await read('number=tasks&search=+')).toEqual([5, [5, 4, 3, 2, 1]]);
    expect((await tasksOf(`number=tasks&search=${'x'.repeat(1001)}`)).status).toBe(400);
  });

  it('NUM-3 needs data-upload or pod-info-public-view in the project', async () => {
    expect((await tasksOf('number=ready')).status).toBe(200);
    const refused = await tasksOf('number=ready', member);
    expect(refused.status).toBe(403);
    expect((await problemIn(refused)).detail).toBe(
      'You need the permission data-upload or pod-info-public-view in this project',
    );
    expect((await tasksOf('number=ready', stranger)).status).toBe(404);
    await assignRole(db, member, alpha, 'project_lead');
    expect((await tasksOf('number=ready', member)).status).toBe(200);
  });

  it('NUM-8 NUM-10 exports all tasks of a number, or those that a search finds, as CSV, to those who may open it', async () => {
    const exported = (query: string, user = uploader) =>
      fetch(`${server.baseUrl}/api/v1/tasks/by-number/export?project_id=${alpha}&${query}`, {
        headers: { authorization: `Bearer ${user.token}` },
      });
    const answer = await exported('number=ready');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = (await answer.text()).trim().split('\r\n');
    expect(head).toMatch(/^turing_task_id,project_name,turing_batch_id,/);
    expect(lines.map((line) => line.slice(0, 9))).toEqual(['4,Alpha,2', '3,Alpha,1']);
    const searched = await (await exported('number=ready&search=LARGE')).text();
    expect(searched.trim().split('\r\n').slice(1).join()).toMatch(/^3,Alpha,1/);
    const trainer = await createUser(db, 'trainer@example.com');
    await db.query(
      "INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Orion', 'trainer@example.com', 'trainer')",
    );
    expect((await exported('number=ready', trainer)).status).toBe(403);
    expect((await exported('number=ready', stranger)).status).toBe(404);
    const refused = await problemIn(await exported('number=ready&page=2'));
    expect(refused.errors?.[0]?.pointer).toBe('page');
  });

  it('NUM-19 NUM-16 the CSV has the last round and the newest review or feedback of each task', async () => {
    await db.query(`INSERT INTO core.task_review
      (turing_task_id, turing_review_id, reviewer_email, status, score, feedback, reasons, submitted_at) VALUES
      (4, 91, 'rex@example.com', 'rejected', 2.5, '=why', '{Format,No source}', '2025-12-08T20:00:00Z')`);
    const url = `${server.baseUrl}/api/v1/tasks/by-number/export?project_id=${alpha}&number=ready`;
    const text = await (await get(url, uploader.token)).text();
    const [head = '', ...lines] = text.trim().split('\r\n');
    expect(head).toMatch(
      /,task_link,last_round_n,last_round_verdict,last_round_ended_at,last_review_reviewer_email,last_review_status,/,
    );
    expect(lines[0]).toMatch(
      /,rex@example.com,rejected,2.5,"Format, No source",'=why,2025-12-08T20:00:00.000Z$/,
    );
    // Of this review only the status is known.
    expect(lines[1]).toMatch(/,,1,accepted,,,accepted,,,,$/);
  });

  const JANUARY = 'start_datetime=2026-01-01T00:00:00Z&end_datetime=2026-02-01T00:00:00Z';

  it('NUM-7 members of the project open the numbers of their own work, and others only what they see', async () => {
    await db.query("UPDATE core.task SET user_email = 'ada@example.com' WHERE turing_task_id = 4");
    const ada = await createUser(db, 'ada@example.com');
    const query = `number=completed_in_period&${JANUARY}`;
    const totalFor = async (user: TestUser, more = '') =>
      tasksByNumberSchema.parse(await (await tasksOf(query + more, user)).json()).total;
    expect((await tasksOf(query, ada)).status).toBe(404);
    await db.query(
      "INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Orion', 'ada@example.com', 'trainer')",
    );
    expect(await totalFor(ada)).toBe(1);
    await assignRole(db, ada, alpha, 'project_lead');
    expect(await totalFor(ada)).toBe(4);
    expect(await totalFor(ada, '&user_email=ada@example.com')).toBe(1);
  });

  it('NUM-12 reviewers open their own reviews, verdicts and claims, where they may review, and nothing else', async () => {
    await db.query("INSERT INTO core.role (name) VALUES ('only reviews')");
    await db.query(`INSERT INTO core.role_permission (role_id, permission_id)
      SELECT role.id, permission.id FROM core.role, core.permission
      WHERE role.name = 'only reviews' AND permission.name = 'trainer-feedback-add'`);
    const [rita, rob] = [
      await createUser(db, 'rita@example.com'),
      await createUser(db, 'rob@example.com'),
    ];
    await assignRole(db, rita, alpha, 'only reviews');
    await assignRole(db, rob, alpha, 'only reviews');
    await db.query(`INSERT INTO core.task_review
      (turing_task_id, turing_review_id, reviewer_email, status, submitted_at) VALUES
      (1, 71, 'rita@example.com', 'rejected', '2026-01-08T20:00:00Z'),
      (2, 72, 'rita@example.com', 'accepted', '2026-01-09T20:00:00Z'),
      (3, 73, 'rob@example.com', 'rejected', '2026-01-09T20:00:00Z')`);
    const opened = async (user: TestUser, query: string) => {
      const answer = await tasksOf(query, user);
      const { total, items } = tasksByNumberSchema.parse(await answer.json());
      expect(total).toBe(items.length);
      return items.map(({ turing_task_id }) => turing_task_id);
    };
    const own = (number: string) => `number=${number}&user_email=rita@example.com`;
    expect(await opened(rita, `${own('reviews_in_period')}&${JANUARY}`)).toEqual([2, 1]);
    expect(await opened(rita, `${own('sent_back_in_period')}&${JANUARY}`)).toEqual([1]);
    // Another reviewer does not see them, and she sees none of his and nothing of the trainers.
    expect(await opened(rob, `${own('reviews_in_period')}&${JANUARY}`)).toEqual([]);
    for (const number of WORK_NUMBERS) {
      const isOfNow = [
        'waiting_for_review',
        'in_review_queue',
        'claimed_now',
        'rework_of_user',
        'stuck',
        ...ROUND_NUMBERS,
      ];
      const period = isOfNow.includes(number) ? '' : `&${JANUARY}`;
      for (const whose of ['&user_email=rob@example.com', '&user_email=ada@example.com', '']) {
        if (whose === '' && number.endsWith('_of_user')) continue;
        expect(await opened(rita, `number=${number}${whose}${period}`), number + whose).toEqual([]);
      }
    }
    // In a project where she may not review any more, they are closed again.
    await db.query('DELETE FROM core.user_role WHERE user_id = $1', [rita.id]);
    await db.query(
      "INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Orion', 'rita@example.com', 'trainer')",
    );
    expect(await opened(rita, `${own('reviews_in_period')}&${JANUARY}`)).toEqual([]);
    await db.query('DELETE FROM core.task_review WHERE turing_review_id > 70');
  });

  it('NUM-7 a pod that the user may not see is not found', async () => {
    const query = `number=completed_in_period&${JANUARY}&pod_name=Orion`;
    await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Vega', $1)", [alpha]);
    const bo = await createUser(db, 'bo@example.com');
    await db.query(
      "INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Vega', 'bo@example.com', 'trainer')",
    );
    expect((await tasksOf(query, bo)).status).toBe(404);
    expect((await tasksOf(query, member)).status).toBe(200);
  });

  it('NUM-7 a pod of another project is not found', async () => {
    const beta = await createProject(db, 'Beta');
    await assignRole(db, uploader, beta, 'project_admin');
    await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Lyra', $1)", [beta]);
    const query = (pod: string) => tasksOf(`number=completed_in_period&${JANUARY}&pod_name=${pod}`);
    expect((await query('Orion')).status).toBe(200);
    expect((await query('Lyra')).status).toBe(404);
    const everywhere = await get(
      `${server.baseUrl}/api/v1/tasks/by-number?project_id=0&number=waiting_for_review&pod_name=Lyra`,
      uploader.token,
    );
    expect(everywhere.status).toBe(200);
  });

  it('NUM-9 users open their own numbers of all projects, without a permission', async () => {
    const cy = await createUser(db, 'cy@example.com');
    await db.query("UPDATE core.task SET user_email = 'cy@example.com' WHERE turing_task_id = 3");
    const of = (email: string) =>
      get(
        `${server.baseUrl}/api/v1/tasks/by-number?project_id=0&number=done_of_user&user_email=${email}`,
        cy.token,
      );
    const own = await of('cy@example.com');
    expect(await own.json()).toMatchObject({ total: 1, items: [{ turing_task_id: 3 }] });
    expect(await (await of('ada@example.com')).json()).toMatchObject({ total: 0 });
    await db.query('UPDATE core.task SET user_email = NULL WHERE turing_task_id = 3');
  });

  it.each([
    ['number=completed_in_period', 'start_datetime'],
    [`number=done&${JANUARY}`, 'start_datetime'],
    [`number=reviews_in_period&${JANUARY}&start_date=2026-01-01`, 'start_date'],
    ['number=done&pod_name=Orion', 'pod_name'],
    ['number=done_of_user', 'user_email'],
    ['number=waiting_for_review&pod_role=trainer', 'pod_name'],
    ['number=done&stamp_project_id=1', 'stamp_project_id'],
  ])('NUM-6 refuses %s', async (query, pointer) => {
    const answer = await tasksOf(query);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe(pointer);
  });

  it.each([
    ['number=odd', 'number'],
    ['size=5', 'number'],
    ['number=with_duration&status=rework', 'number'],
    ['number=tasks&end_date=2026-01-01&start_date=2026-01-02', 'end_date'],
  ])('NUM-2 refuses %s', async (query, pointer) => {
    const answer = await tasksOf(query);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.map((item) => item.pointer)).toEqual([pointer]);
  });

  it('NUM-3 ends with the advice to filter if the database takes too long', async () => {
    const blocker = await connectTo(server.config.databaseUrl);
    let answer: Response;
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE core.task IN ACCESS EXCLUSIVE MODE');
    try {
      answer = await tasksOf('number=ready');
    } finally {
      await blocker.close();
    }
    expect(answer.status).toBe(422);
    expect(await problemIn(answer)).toMatchObject({
      code: 'too-broad',
      detail:
        'Reading these tasks takes longer than 2 s. Select fewer batches or a shorter period.',
    });
  });
});
