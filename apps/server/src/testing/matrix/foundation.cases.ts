import { randomUUID } from 'node:crypto';
import type { MatrixCaller } from './callers.js';
import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, to, within } from './route-case.js';

const ASKED_AT = '2026-01-05T10:00:00Z';

const UPLOADERS = { projectAdmin: 200, owner: 200, fullAccess: 200 } as const;

/** A new import of the caller in this state. */
async function importOf(
  { alpha, db }: MatrixWorld,
  caller: MatrixCaller,
  state: string,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO core.task_import
       (id, uploaded_by, state, file_name, store_key, sha256, bytes_total, finished_at, history_xid,
         undo_until, asked_at, projects)
     VALUES ($1, $2, $3, 'tasks.json', $4, repeat('0', 64), 2,
       CASE WHEN $3 NOT IN ('queued', 'running', 'unconfirmed') THEN now() END, '7',
       now() + interval '1 day', CASE $3 WHEN 'unconfirmed' THEN $5::timestamptz END, $6)`,
    [id, caller.id, state, `imports/${id}`, ASKED_AT, [alpha]],
  );
  return id;
}

/** A file of its own for each upload: a repeated one has no import of its own. */
function taskFile(number: number): FormData {
  const form = new FormData();
  form.append('file', new Blob([`[${number}]`], { type: 'application/json' }), 'tasks.json');
  return form;
}

const dashboardCases = [
  'overview',
  'dashboard-stats',
  'batches',
  'activity-timeline',
  'delivery-stats',
].map((call): RouteCase => ({
  route: `GET /projects/:projectId/${call}`,
  request: ({ alpha }) => ({ path: `/projects/${alpha}/${call}` }),
  answers: within(200),
}));

export const FOUNDATION_CASES: readonly RouteCase[] = [
  {
    route: 'GET /tasks/by-number',
    request: ({ alpha }) => ({ path: `/tasks/by-number?project_id=${alpha}&number=delivered` }),
    answers: within(200, { trainer: 403 }),
  },
  {
    route: 'GET /tasks/by-number/export',
    request: ({ alpha }) => ({ path: `/tasks/by-number/export?project_id=${alpha}&number=done` }),
    answers: within(200, { trainer: 403 }),
  },
  {
    route: 'GET /projects/work',
    request: () => ({ path: '/projects/work' }),
    answers: to(200),
  },
  {
    route: 'GET /tasks/rounds',
    request: ({ alpha }) => ({ path: `/tasks/rounds?project_id=${alpha}` }),
    answers: within(200, { trainer: 403 }),
  },
  {
    route: 'GET /meta/:key',
    request: () => ({ path: '/meta/tasks_last_imported_at' }),
    answers: to(200),
  },
  {
    route: 'GET /system',
    request: () => ({ path: '/system' }),
    answers: to(403, { fullAccess: 200 }),
  },
  {
    route: 'GET /auth/administrator',
    request: () => ({ path: '/auth/administrator' }),
    answers: to(200),
  },
  {
    route: 'GET /auth/profile/me',
    request: () => ({ path: '/auth/profile/me' }),
    answers: to(200),
  },
  {
    route: 'PUT /auth/profile/me',
    request: ({ next }) => ({ path: '/auth/profile/me', body: { slack_id: `U${next()}` } }),
    answers: to(200),
  },
  ...dashboardCases,
  {
    route: 'POST /tasks/upload',
    request: ({ next }) => ({
      path: '/tasks/upload',
      form: taskFile(next()),
      headers: { prefer: 'respond-async' },
    }),
    answers: to(403, { projectAdmin: 202, owner: 202, fullAccess: 202, otherAdmin: 202 }),
  },
  {
    route: 'GET /tasks/imports',
    request: () => ({ path: '/tasks/imports/' }),
    answers: to(403, { ...UPLOADERS, otherAdmin: 200 }),
  },
  {
    route: 'GET /tasks/imports/:importId',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'completed')}`,
    }),
    answers: to(403, { projectAdmin: 200, fullAccess: 200, owner: 404, otherAdmin: 404 }),
  },
  {
    route: 'GET /tasks/imports/:importId/conflicts',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'completed')}/conflicts`,
    }),
    answers: to(403, { projectAdmin: 200, fullAccess: 200, owner: 404, otherAdmin: 404 }),
  },
  {
    route: 'GET /tasks/imports/:importId/errors.csv',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'failed')}/errors.csv`,
    }),
    answers: to(403, { projectAdmin: 200, fullAccess: 200, owner: 404, otherAdmin: 404 }),
  },
  {
    route: 'POST /tasks/imports/:importId/cancel',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'queued')}/cancel`,
    }),
    answers: to(403, { projectAdmin: 202, fullAccess: 202, owner: 404, otherAdmin: 404 }),
  },
  {
    route: 'POST /tasks/imports/:importId/undo',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'completed')}/undo`,
      headers: { prefer: 'respond-async' },
    }),
    answers: to(403, { projectAdmin: 202, fullAccess: 202, owner: 404, otherAdmin: 404 }),
  },
  {
    route: 'POST /tasks/imports/:importId/confirm',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'unconfirmed')}/confirm`,
      body: { waiting_since: ASKED_AT },
    }),
    answers: to(403, { projectAdmin: 202, fullAccess: 202, owner: 404, otherAdmin: 404 }),
  },
  {
    route: 'POST /tasks/imports/:importId/move',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'queued')}/move`,
      body: { to: 'last' },
    }),
    answers: to(403, { projectAdmin: 200, fullAccess: 200, owner: 404, otherAdmin: 404 }),
  },
  {
    route: 'POST /tasks/imports/:importId/run-again',
    request: async (world) => ({
      path: `/tasks/imports/${await importOf(world, world.callers.projectAdmin, 'completed')}/run-again`,
    }),
    answers: to(403, { projectAdmin: 202, fullAccess: 202, owner: 404, otherAdmin: 404 }),
  },
];
