import { shownFeedbackSchema } from '@portal/contracts/feedback';
import { type TaskDetail, taskDetailSchema } from '@portal/contracts/task-detail';
import { userTaskListSchema } from '@portal/contracts/task-stats';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { expect } from 'vitest';
import { get, post } from '../../../../testing/requests.js';
import { sharedServer } from '../../../../testing/shared-server.js';

export type FeedbackWorld = Awaited<ReturnType<typeof openFeedbackWorld>>;

/** A project in which a trainer has twelve tasks. The first and the last task have a review. */
export async function openFeedbackWorld() {
  const server = await sharedServer();
  const { db, baseUrl } = server;
  const { projects, users } = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: {} },
    roles: { reviewing: ['trainer-feedback-add'] },
    users: {
      trainer: {},
      other: {},
      reviewer: { roles: { Alpha: 'reviewing' } },
      second: { roles: { Alpha: 'reviewing' } },
      uploader: { roles: { Alpha: 'admin' } },
      foreigner: { roles: { Beta: 'reviewing' } },
    },
    pods: { Orion: { project: 'Alpha', members: { trainer: 'trainer', other: 'trainer' } } },
    tasks: [
      ...Array.from({ length: 12 }, (_, at) => ({
        ...({ project: 'Alpha', turing_batch_id: 1, user: 'trainer' } as const),
        ...{ turing_task_id: at + 1, status: 'completed', completed_at: '2026-01-05T10:00:00Z' },
        reviews:
          at > 0 && at < 11
            ? []
            : [
                {
                  ...{ turing_review_id: 1, status: 'rejected', score: 2 },
                  ...{ feedback: 'Old.', submitted_at: '2026-01-06T10:00:00Z' },
                },
              ],
      })),
      { project: 'Alpha', turing_task_id: 20, user: 'reviewer', status: 'completed' },
    ],
  });
  const alpha = projects.Alpha;

  const path = (task: number, rest = '') => `${baseUrl}/api/v1/tasks/${task}/feedback${rest}`;
  const write = (task: number, user: TestUser, body: object) => post(path(task), body, user.token);
  const give = async (task: number, user: TestUser, body: object) => {
    const answer = await write(task, user, body);
    expect(answer.status).toBe(201);
    return shownFeedbackSchema.parse(await answer.json());
  };
  const task = async (id: number, user: TestUser): Promise<TaskDetail> =>
    taskDetailSchema.parse(await (await get(`${baseUrl}/api/v1/tasks/${id}`, user.token)).json());
  const lastReview = async (id: number) => {
    const url = `${baseUrl}/api/v1/tasks/by-user/${users.trainer.email}?size=100`;
    const { items } = userTaskListSchema.parse(await (await get(url, users.trainer.token)).json());
    return items.find(({ turing_task_id: one }) => one === id)?.last_review;
  };
  const revision = async () => {
    const [row] = await db.query<{ revision: number }>(
      'SELECT revision FROM agg.project_revision WHERE project_id = $1',
      [alpha],
    );
    return Number(row?.revision);
  };
  const audited = (id: number) =>
    db.query<{ action: string; project_id: number; actor_email: string }>(
      `SELECT action, project_id, actor_email FROM core.audit
       WHERE entity = 'task_feedback' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
  async function whileArchived(work: () => Promise<void>) {
    const archive = (at: string) =>
      db.query(`UPDATE core.project SET archived_at = ${at} WHERE id = $1`, [alpha]);
    await archive('now()');
    try {
      await work();
    } finally {
      await archive('NULL');
    }
  }
  return {
    ...{ server, alpha, users, path, write, give, task, lastReview, revision },
    ...{ audited, whileArchived },
  };
}
