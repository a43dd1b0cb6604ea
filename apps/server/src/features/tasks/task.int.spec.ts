import { taskDetailSchema } from '@portal/contracts/task-detail';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let users: Readonly<
  Record<'trainer' | 'other' | 'reviewer' | 'uploader' | 'foreigner' | 'member', TestUser>
>;

beforeAll(async () => {
  server = await sharedServer();
  const world = await buildWorld(server.db, {
    projects: {
      Alpha: {
        turing_project_id: 1001,
        batches: { 7: 'Spring' },
      },
      Beta: { turing_project_id: 1002 },
    },
    roles: { uploader: ['data-upload'], reviewing: ['trainer-feedback-add'] },
    users: {
      trainer: {},
      other: {},
      reviewer: { roles: { Alpha: 'reviewing' } },
      uploader: { roles: { Alpha: 'uploader' } },
      foreigner: { roles: { Beta: 'admin' } },
      member: { roles: { Alpha: 'project_member' } },
    },
    pods: { Orion: { project: 'Alpha', members: { trainer: 'trainer', other: 'trainer' } } },
    tasks: [
      {
        ...({ project: 'Alpha', turing_task_id: 41, turing_batch_id: 7, user: 'trainer' } as const),
        ...{ status: 'rework', metadata: { note: 'x' }, duration_minutes: 12.5 },
        reviews: [
          { turing_review_id: 1, status: 'accepted', submitted_at: '2026-01-05T10:00:00Z' },
          {
            ...{ turing_review_id: 2, status: 'rejected', score: 2.5, feedback: 'Say why.' },
            ...{ submitted_at: '2026-01-06T10:00:00Z', reviewer_email: 'reviewer@example.com' },
          },
        ],
      },
      { project: 'Alpha', turing_task_id: 42, status: 'pending' },
    ],
  });
  users = world.users;
  await server.db.query(
    "UPDATE core.project SET labeling_tool_base_path = 'https://tool.example/' WHERE name = 'Alpha'",
  );
});
afterAll(() => server.stop());

const ask = (id: number | string, user: TestUser) =>
  get(`${server.baseUrl}/api/v1/tasks/${id}`, user.token);
const task = async (id: number, user: TestUser) =>
  taskDetailSchema.parse(await (await ask(id, user)).json());

describe('a task', () => {
  it('TASK-90 is shown to its user with its reviews, the newest first', async () => {
    expect(await task(41, users.trainer)).toMatchObject({
      ...{
        turing_task_id: 41,
        project_name: 'Alpha',
        batch_name: 'Spring',
        duration_minutes: 12.5,
      },
      ...{ task_link: 'https://tool.example/41', user_email: 'trainer@example.com' },
      ...{ metadata: null, may_change: false, review_count: 2 },
      reviews: [
        {
          ...{ turing_review_id: 2, score: 2.5, feedback: 'Say why.' },
          ...{
            reviewer_name: expect.any(String) as string,
            submitted_at: '2026-01-06T10:00:00.000Z',
          },
        },
        { turing_review_id: 1, reviewer_email: null, reviewer_name: null, feedback: null },
      ],
    });
  });

  it('TASK-91 is for its user, who sees their numbers, who reviews and who uploads there', async () => {
    const { trainer, other, reviewer, uploader, foreigner, member } = users;
    for (const user of [trainer, reviewer, uploader, member]) {
      expect((await ask(41, user)).status).toBe(200);
    }
    for (const user of [other, foreigner]) expect((await ask(41, user)).status).toBe(404);
    expect((await ask(42, trainer)).status).toBe(404);
    expect(await task(42, uploader)).toMatchObject({ user_email: null, reviews: [] });
    expect(await task(41, uploader)).toMatchObject({ metadata: { note: 'x' }, may_change: true });
    expect((await ask(43, uploader)).status).toBe(404);
    expect((await ask('x', uploader)).status).toBe(400);
  });
});
