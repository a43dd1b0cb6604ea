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
];
