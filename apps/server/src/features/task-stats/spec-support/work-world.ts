import { userTaskListSchema } from '@portal/contracts/task-stats';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { get } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';

export const WEEK = {
  start_datetime: '2026-01-05T00:00:00Z',
  end_datetime: '2026-01-12T00:00:00Z',
};

export type WorkWorld = Awaited<ReturnType<typeof openWorkWorld>>;

/** Ada and Bob have tasks in two projects. The viewer sees the tasks of both users in Alpha, and has none. */
export async function openWorkWorld() {
  const server = await sharedServer();
  const { db, baseUrl } = server;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 1: 'One' } } },
    users: {
      viewer: { roles: { Alpha: 'project_member' } },
      ada: {},
      bob: {},
      admin: { email: 'everywhere@example.com', roles: { 'All Projects': 'admin' } },
    },
    pods: { Orion: { project: 'Alpha', members: { ada: 'trainer' } }, Lyra: { project: 'Beta' } },
  });
  await db.query('UPDATE core.project SET labeling_tool_base_path = $2 WHERE id = $1', [
    ...[projects.Alpha, 'https://tool.example/tasks/'],
  ]);
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       number_of_turns, duration_minutes, completed_at, updated_at, created_at) VALUES
     (1, $1, 1, $3, 'completed', 2, 12.5, '2026-01-05T12:00:00Z', NULL, NULL),
     (2, $1, 1, $3, 'reviewed', 3, NULL, '2026-01-06T07:30:00Z', NULL, NULL),
     (3, $2, 1, $3, 'delivered', 4, NULL, '2026-01-06T12:00:00Z', NULL, NULL),
     (4, $1, 1, $4, 'completed', 5, NULL, '2026-01-05T12:00:00Z', NULL, NULL),
     (5, $1, 1, $3, 'in_progress', 1, NULL, NULL, '2026-01-06T09:00:00Z', '2026-01-01T00:00:00Z'),
     (6, $1, 1, $3, 'pending', 1, NULL, NULL, NULL, '2026-01-05T08:00:00Z'),
     (7, $1, 1, $3, 'pending', 1, NULL, NULL, NULL, NULL),
     (8, $1, 1, NULL, 'completed', 9, NULL, '2026-01-05T12:00:00Z', NULL, NULL),
     (9, $1, 1, $3, 'rework', 1, NULL, '2026-01-05T13:00:00Z', NULL, NULL)`,
    [projects.Alpha, projects.Beta, users.ada.email, users.bob.email],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at) VALUES
     (2, 1, 'accepted', '2026-01-07T10:00:00Z'), (2, 2, 'accepted', '2026-01-07T11:00:00Z'),
     (9, 1, 'refused', '2026-01-08T10:00:00Z'), (3, 1, 'accepted', '2026-01-07T10:00:00Z')`,
  );

  const ask = (call: string, user: TestUser, query: Record<string, string>) =>
    get(`${baseUrl}/api/v1/tasks/${call}?${new URLSearchParams(query)}`, user.token);
  async function tasks(email: string, user: TestUser, query: Record<string, string> = {}) {
    const answer = await ask(`by-user/${email}`, user, query);
    return userTaskListSchema.parse(await answer.json());
  }
  return { server, alpha: projects.Alpha, beta: projects.Beta, ...users, ask, tasks };
}
