import { reviewQueueSchema } from '@portal/contracts/task-stats';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../testing/user.js';

let server: TestServer;
let db: Db;
/** Reviews in Alpha without being in its pod. */
let reviewer: TestUser;
let trainer: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  reviewer = await createUser(db, 'rita@example.com');
  trainer = await createUser(db, 'tom@example.com');
  const other = await createUser(db, 'olga@example.com');
  await assignRole(db, reviewer, alpha, 'reviewer');
  await db.query('UPDATE core.project SET labeling_tool_base_path = $2 WHERE id = $1', [
    alpha,
    'https://tool.example/tasks/',
  ]);
  await db.query(
    "INSERT INTO core.pod (name, project_id) VALUES ('Orion & Co', $1), ('Lyra', $2)",
    [alpha, beta],
  );
  await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Orion & Co', $1)", [
    trainer.email,
  ]);
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'A'), ($2, 1, 'B')",
    [alpha, beta],
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       completed_at, updated_at, colab_link) VALUES
     (1, $1, 1, $3, 'completed', '2026-01-07T12:00:00Z', NULL, 'https://colab.example/1'),
     (2, $1, 1, $3, 'ready_for_review', NULL, '2026-01-06T12:00:00Z', NULL),
     (3, $1, 1, $3, 'completed', '2026-01-05T12:00:00Z', NULL, NULL),
     (4, $1, 1, $3, 'in_progress', NULL, '2026-01-01T12:00:00Z', NULL),
     (5, $1, 1, $4, 'completed', '2026-01-01T12:00:00Z', NULL, NULL),
     (6, $2, 1, $3, 'completed', '2026-01-01T12:00:00Z', NULL, NULL),
     (7, $1, 1, $3, 'completed', NULL, NULL, NULL),
     (8, $1, 1, $3, 'completed', '2026-01-08T12:00:00Z', NULL, NULL)`,
    [alpha, beta, trainer.email, other.email],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
     VALUES (3, 1, 'accepted', '2026-01-09T12:00:00Z')`,
  );
});
afterAll(() => server.stop());

const ask = (user: TestUser, query: Record<string, string>) =>
  get(`${server.baseUrl}/api/v1/tasks/review-queue?${new URLSearchParams(query)}`, user.token);
async function queue(query: Record<string, string> = {}) {
  const answer = await ask(reviewer, { pod_name: 'Orion & Co', ...query });
  return reviewQueueSchema.parse(await answer.json());
}

describe('the review queue', () => {
  it('WORK-14 lists the waiting tasks of the members, oldest first, with age, user and links', async () => {
    const { items, epoch: _epoch, revision: _revision, ...page } = await queue();
    expect(page).toMatchObject({ total: 4, page: 1, size: 50 });
    expect(items.map((task) => [task.turing_task_id, task.waiting_since])).toEqual([
      [2, '2026-01-06T12:00:00.000Z'],
      [1, '2026-01-07T12:00:00.000Z'],
      [8, '2026-01-08T12:00:00.000Z'],
      [7, null],
    ]);
    expect(items[1]).toMatchObject({
      user_email: trainer.email,
      project_name: 'Alpha',
      task_link: 'https://tool.example/tasks/1',
      colab_link: 'https://colab.example/1',
    });
  });

  it('WORK-14 is paged', async () => {
    const {
      items,
      epoch: _epoch,
      revision: _revision,
      ...page
    } = await queue({ page: '2', size: '3' });
    expect(page).toMatchObject({ total: 4, page: 2, size: 3 });
    expect(items.map((task) => task.turing_task_id)).toEqual([7]);
    expect(await queue({ page: '9' })).toMatchObject({ items: [], total: 4 });
  });

  it('WORK-14 a task leaves the queue with its first review and returns without it', async () => {
    await db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, status)
       VALUES (2, 1, 'accepted')`,
    );
    expect(await queue()).toMatchObject({ items: [{ turing_task_id: 1 }, {}, {}], total: 3 });
    await db.query('DELETE FROM core.task_review WHERE turing_task_id = 2');
    expect(await queue()).toMatchObject({ items: [{ turing_task_id: 2 }, {}, {}, {}], total: 4 });
  });

  it('WORK-14 needs trainer-feedback-add in the project of the pod', async () => {
    const statusFor = async (user: TestUser, pod_name: string) =>
      (await ask(user, { pod_name })).status;
    expect(await statusFor(reviewer, 'Orion & Co')).toBe(200);
    // The trainer sees the pod, but has no such permission.
    expect(await statusFor(trainer, 'Orion & Co')).toBe(403);
    expect(await statusFor(reviewer, 'Lyra')).toBe(404);
    expect(await statusFor(reviewer, 'Nowhere')).toBe(404);
    const stranger = await createUser(db, 'sam@example.com');
    expect(await statusFor(stranger, 'Orion & Co')).toBe(404);
  });

  it.each([
    [{}, 'pod_name'],
    [{ pod_name: 'Orion & Co', page: '0' }, 'page'],
    [{ pod_name: 'Orion & Co', size: '101' }, 'size'],
    [{ pod_name: 'Orion & Co', sort: 'age' }, 'sort'],
  ])('WORK-14 refuses %j and names %s', async (query: Record<string, string>, pointer) => {
    const answer = await ask(reviewer, query);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.map((item) => item.pointer)).toEqual([pointer]);
  });
});
