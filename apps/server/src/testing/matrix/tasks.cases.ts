import type { MatrixCaller } from './callers.js';
import { type MatrixWorld, POD, TASK } from './matrix-world.js';
import { type RouteCase, to, within } from './route-case.js';

const newTask = ({ alpha, next, value }: MatrixWorld, status = 'pending'): Promise<number> =>
  value(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
     VALUES ($1, $2, 1, $3) RETURNING turing_task_id`,
    [next(), alpha, status],
  );

/** A task of the caller with feedback that they have not read. */
async function ownTask(world: MatrixWorld, { email }: MatrixCaller): Promise<number> {
  const id = await newTask(world);
  await world.db.query('UPDATE core.task SET user_email = $2 WHERE turing_task_id = $1', [
    id,
    email,
  ]);
  await insertFeedback(world, id);
  return id;
}

/** By the reviewer. */
const newFeedback = (world: MatrixWorld): Promise<number> => insertFeedback(world, TASK);

const insertFeedback = ({ callers, value }: MatrixWorld, task: number): Promise<number> =>
  value(
    `INSERT INTO core.task_feedback (turing_task_id, author_email, words)
     VALUES ($1, $2, 'Why?') RETURNING id`,
    [task, callers.reviewer.email],
  );

/** Feedback by the reviewer that sent a task of the caller back. */
async function sentBack(world: MatrixWorld, caller: MatrixCaller): Promise<string> {
  const task = await ownTask(world, caller);
  await world.db.query(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = $1`, [task]);
  const id: number = await world.value(
    'UPDATE core.task_feedback SET is_rework = true WHERE turing_task_id = $1 RETURNING id',
    [task],
  );
  return `/tasks/${task}/feedback/${id}/appeal`;
}

/** A waiting task that another reviewer has claimed. */
async function claimedTask(world: MatrixWorld, caller: MatrixCaller): Promise<number> {
  const { fullAccess, owner } = world.callers;
  return world.value(
    `INSERT INTO core.review_claim (turing_task_id, user_id, expires_at)
     VALUES ($1, $2, now() + interval '1 minute') RETURNING turing_task_id`,
    [await newTask(world, 'completed'), caller.id === fullAccess.id ? owner.id : fullAccess.id],
  );
}

const reviewing = within(204, { trainer: 404 });
const claims: readonly RouteCase[] = [
  {
    route: 'POST /tasks/review-queue/next',
    request: async ({ db }) => {
      await db.query('DELETE FROM core.review_claim');
      return { path: '/tasks/review-queue/next', body: { pod_name: POD } };
    },
    answers: within(200, { trainer: 403 }),
    unrecorded: true,
  },
  {
    route: 'PUT /tasks/:taskId/claim',
    request: async (world) => {
      await world.db.query('DELETE FROM core.review_claim');
      return { path: `/tasks/${await newTask(world, 'completed')}/claim` };
    },
    answers: within(200, { trainer: 404 }),
    unrecorded: true,
  },
  {
    route: 'DELETE /tasks/:taskId/claim',
    request: async (world) => ({ path: `/tasks/${await newTask(world, 'completed')}/claim` }),
    answers: reviewing,
    unrecorded: true,
  },
  {
    route: 'POST /tasks/:taskId/claim/request',
    request: async (world, caller) => ({
      path: `/tasks/${await claimedTask(world, caller)}/claim/request`,
    }),
    answers: reviewing,
    unrecorded: true,
  },
];

/** The routes of a list that nobody changes. */
const readOnly = (base: string, key: (world: MatrixWorld) => string): readonly RouteCase[] => [
  ...['_meta', '', 'export'].map((part): RouteCase => {
    const path = `/${base}/${part}`;
    return { route: `GET ${path.replace(/\/$/, '')}`, request: () => ({ path }), answers: to(200) };
  }),
  {
    route: `GET /${base}/:key`,
    request: (world) => ({ path: `/${base}/${key(world)}` }),
    answers: within(403, { projectAdmin: 200, owner: 200, fullAccess: 200 }),
  },
];

const FORMAT = {
  ...{ file: 'csv', time_zone: 'UTC', columns: ['Task'] },
  fields: {
    turing_task_id: { columns: ['Task'] },
    turing_project_id: { constant: 1 },
    turing_batch_id: { constant: 1 },
  },
};

const newFormat = ({ alpha, next, value }: MatrixWorld): Promise<number> =>
  value(
    `INSERT INTO core.file_format (project_id, name, settings) VALUES ($1, $2, $3) RETURNING id`,
    [alpha, `Format ${next()}`, JSON.stringify(FORMAT)],
  );

const changed = { projectAdmin: 200, owner: 200, fullAccess: 200 } as const;

const formats: readonly RouteCase[] = [
  ...['_meta', '', 'export'].map((part): RouteCase => {
    const path = `/file-formats/${part}`;
    return { route: `GET ${path.replace(/\/$/, '')}`, request: () => ({ path }), answers: to(200) };
  }),
  {
    route: 'GET /file-formats/:key',
    request: async (world) => ({ path: `/file-formats/${await newFormat(world)}` }),
    answers: to(404, changed),
  },
  {
    route: 'POST /file-formats',
    request: ({ alpha, next }) => ({
      path: '/file-formats/',
      body: { project_id: alpha, name: `Format ${next()}`, settings: FORMAT },
    }),
    answers: to(403, { projectAdmin: 201, owner: 201, fullAccess: 201 }),
  },
  {
    route: 'PATCH /file-formats/:key',
    request: async (world) => ({
      path: `/file-formats/${await newFormat(world)}`,
      body: { settings: { ...FORMAT, empty: 'clear' } },
    }),
    answers: to(404, changed),
  },
  {
    route: 'DELETE /file-formats/:key',
    request: async (world) => ({ path: `/file-formats/${await newFormat(world)}` }),
    answers: to(404, { projectAdmin: 204, owner: 204, fullAccess: 204 }),
  },
  {
    route: 'POST /file-formats/bulk',
    request: async (world) => ({
      path: '/file-formats/bulk',
      body: {
        ids: [await newFormat(world)],
        change: { settings: { ...FORMAT, empty: 'clear' } },
      },
    }),
    answers: to(403, { otherAdmin: 404, ...changed }),
  },
];

const newReason = ({ alpha, next, value }: MatrixWorld): Promise<number> =>
  value(`INSERT INTO core.review_reason (project_id, name) VALUES ($1, $2) RETURNING id`, [
    alpha,
    `Reason ${next()}`,
  ]);

/** Reviewers see them. */
const reasons: readonly RouteCase[] = [
  ...['_meta', '', 'export'].map((part): RouteCase => {
    const path = `/review-reasons/${part}`;
    return { route: `GET ${path.replace(/\/$/, '')}`, request: () => ({ path }), answers: to(200) };
  }),
  {
    route: 'GET /review-reasons/:key',
    request: async (world) => ({ path: `/review-reasons/${await newReason(world)}` }),
    answers: to(404, { reviewer: 200, lead: 200, ...changed }),
  },
  {
    route: 'POST /review-reasons',
    request: ({ alpha, next }) => ({
      path: '/review-reasons/',
      body: { project_id: alpha, name: `Reason ${next()}` },
    }),
    answers: to(403, { projectAdmin: 201, owner: 201, fullAccess: 201 }),
  },
  {
    route: 'PATCH /review-reasons/:key',
    request: async (world) => ({
      path: `/review-reasons/${await newReason(world)}`,
      body: { is_archived: true },
    }),
    answers: to(404, { reviewer: 403, lead: 403, ...changed }),
  },
  {
    route: 'DELETE /review-reasons/:key',
    request: async (world) => ({ path: `/review-reasons/${await newReason(world)}` }),
    answers: to(404, { reviewer: 403, lead: 403, projectAdmin: 204, owner: 204, fullAccess: 204 }),
  },
  {
    route: 'POST /review-reasons/bulk',
    request: async (world) => ({
      path: '/review-reasons/bulk',
      body: { ids: [await newReason(world)], change: { is_archived: true } },
    }),
    answers: to(403, { otherAdmin: 404, ...changed }),
  },
];

export const TASK_CASES: readonly RouteCase[] = [
  ...reasons,
  ...formats,
  ...claims,
  ...readOnly('tasks/batches', ({ alpha }) => `${alpha},1`),
  ...readOnly('tasks/reviews', () => `${TASK},1`),
  {
    route: 'GET /tasks/:taskId',
    request: () => ({ path: `/tasks/${TASK}` }),
    answers: within(200, { trainer: 404 }),
  },
  {
    route: 'POST /tasks/:taskId/feedback',
    // Equal words again would be the same feedback.
    request: ({ next }) => ({
      path: `/tasks/${TASK}/feedback`,
      body: { words: `Say why, ${next()}.` },
    }),
    answers: within(201, { trainer: 404 }),
  },
  {
    // For the user of the task alone. What they have read is no change of it.
    route: 'POST /tasks/:taskId/feedback/read',
    request: async (world, caller) => ({
      path: `/tasks/${await ownTask(world, caller)}/feedback/read`,
    }),
    answers: to(204),
    onlyReads: true,
  },
  {
    // For the user of the task alone.
    route: 'POST /tasks/:taskId/feedback/:feedbackId/appeal',
    request: async (world, caller) => ({
      path: await sentBack(world, caller),
      body: { words: 'Look again.' },
    }),
    answers: to(200),
  },
  {
    route: 'PATCH /tasks/:taskId/feedback/:feedbackId',
    request: async (world) => ({
      path: `/tasks/${TASK}/feedback/${await newFeedback(world)}`,
      body: { words: `Say why, ${world.next()}.` },
    }),
    answers: within(403, { trainer: 404, reviewer: 200 }),
  },
  {
    route: 'DELETE /tasks/:taskId/feedback/:feedbackId',
    request: async (world) => ({ path: `/tasks/${TASK}/feedback/${await newFeedback(world)}` }),
    answers: within(403, { trainer: 404, reviewer: 204 }),
  },
  {
    route: 'GET /tasks/changes',
    request: () => ({ path: '/tasks/changes' }),
    answers: to(200),
  },
  {
    route: 'GET /tasks/tasks-crud/_meta',
    request: () => ({ path: '/tasks/tasks-crud/_meta' }),
    answers: to(200),
  },
  {
    route: 'GET /tasks/tasks-crud',
    request: () => ({ path: '/tasks/tasks-crud/' }),
    answers: to(200),
  },
  {
    route: 'GET /tasks/tasks-crud/export',
    request: () => ({ path: '/tasks/tasks-crud/export' }),
    answers: to(200),
  },
  {
    route: 'GET /tasks/tasks-crud/:key',
    request: () => ({ path: `/tasks/tasks-crud/${TASK}` }),
    answers: within(403, { projectAdmin: 200, owner: 200, fullAccess: 200 }),
  },
  {
    route: 'GET /tasks/tasks-crud/:key/history',
    request: () => ({ path: `/tasks/tasks-crud/${TASK}/history` }),
    answers: within(200, { trainer: 403 }),
  },
  {
    route: 'POST /tasks/tasks-crud',
    request: ({ alpha, next }) => ({
      path: '/tasks/tasks-crud/',
      body: { turing_task_id: next(), project_id: alpha, turing_batch_id: 1, status: 'pending' },
    }),
    answers: to(403, { projectAdmin: 201, owner: 201, fullAccess: 201 }),
  },
  {
    route: 'PATCH /tasks/tasks-crud/:key',
    request: ({ next }) => ({
      path: `/tasks/tasks-crud/${TASK}`,
      body: { number_of_turns: next() },
    }),
    answers: within(403, { projectAdmin: 200, owner: 200, fullAccess: 200 }),
  },
  {
    route: 'DELETE /tasks/tasks-crud/:key',
    request: async (world) => ({ path: `/tasks/tasks-crud/${await newTask(world)}` }),
    answers: within(403, { projectAdmin: 204, owner: 204, fullAccess: 204 }),
  },
  {
    // Another project's admin may change some tasks, but cannot see this one.
    route: 'POST /tasks/tasks-crud/bulk',
    request: ({ next }) => ({
      path: '/tasks/tasks-crud/bulk',
      body: { ids: [TASK], change: { number_of_turns: next() } },
    }),
    answers: to(403, { otherAdmin: 404, projectAdmin: 200, owner: 200, fullAccess: 200 }),
  },
];
