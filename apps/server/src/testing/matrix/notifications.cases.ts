import type { MatrixCaller } from './callers.js';
import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, to } from './route-case.js';

const newNotification = async ({ db }: MatrixWorld, { id }: MatrixCaller): Promise<string> => {
  const [row] = await db.query<{ id: string }>(
    `INSERT INTO core.notification (id, user_id, kind, things, subject)
     VALUES (gen_random_uuid(), $1, 'feedback', 1, '{}') RETURNING id`,
    [id],
  );
  return row?.id ?? '';
};

const newDigest = async ({ db }: MatrixWorld, { id }: MatrixCaller): Promise<number> => {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO core.digest (user_id, every) VALUES ($1, 'week')
     ON CONFLICT (user_id, every, project_id, pod_id) DO UPDATE SET every = 'week' RETURNING id`,
    [id],
  );
  return row?.id ?? 0;
};

/** Everybody has their own. */
export const NOTIFICATION_CASES: readonly RouteCase[] = [
  {
    route: 'GET /notifications',
    request: () => ({ path: '/notifications' }),
    answers: to(200),
  },
  {
    route: 'POST /notifications/read',
    request: () => ({ path: '/notifications/read', body: {} }),
    answers: to(200),
    unrecorded: true,
  },
  {
    route: 'POST /notifications/:notificationId/read',
    request: async (world, caller) => ({
      path: `/notifications/${await newNotification(world, caller)}/read`,
    }),
    answers: to(200),
    unrecorded: true,
  },
  {
    route: 'GET /notifications/choices',
    request: () => ({ path: '/notifications/choices' }),
    answers: to(200),
  },
  {
    route: 'PUT /notifications/choices/:kind/:channel',
    request: () => ({ path: '/notifications/choices/role/slack', body: { how: 'off' } }),
    answers: to(200),
    unrecorded: true,
  },
  {
    route: 'GET /notifications/digests',
    request: () => ({ path: '/notifications/digests' }),
    answers: to(200),
  },
  {
    route: 'POST /notifications/digests',
    request: () => ({ path: '/notifications/digests', body: { every: 'day' } }),
    answers: to(201),
    unrecorded: true,
  },
  {
    route: 'DELETE /notifications/digests/:digestId',
    request: async (world, caller) => ({
      path: `/notifications/digests/${await newDigest(world, caller)}`,
    }),
    answers: to(204),
    unrecorded: true,
  },
  {
    // No channel is set up, so it writes nothing.
    route: 'POST /notifications/test',
    request: () => ({ path: '/notifications/test', body: { channel: 'slack' } }),
    answers: to(409),
    onlyReads: true,
  },
  {
    route: 'GET /notifications/:notificationId/deliveries',
    request: async (world, caller) => ({
      path: `/notifications/${await newNotification(world, caller)}/deliveries`,
    }),
    answers: to(200),
  },
];
