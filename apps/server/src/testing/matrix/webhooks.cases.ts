import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, within } from './route-case.js';

const managers = (status: number) => ({
  projectAdmin: status,
  owner: status,
  fullAccess: status,
});

/** A new webhook of Alpha; a project has at most 20, so those of earlier cases go. */
async function newWebhook({ db, value, alpha, next }: MatrixWorld): Promise<string> {
  await db.query('DELETE FROM core.webhook WHERE project_id = $1', [alpha]);
  const id = await value<number>(
    `INSERT INTO core.webhook (project_id, name, url, types)
     VALUES ($1, $2, 'https://example.com/hook', '{task.feedback}') RETURNING id`,
    [alpha, `Webhook ${next()}`],
  );
  return `/projects/${alpha}/webhooks/${id}`;
}

async function newDelivery(world: MatrixWorld): Promise<string> {
  const path = await newWebhook(world);
  const [row] = await world.db.query<{ id: string }>(
    `WITH event AS (
       INSERT INTO core.webhook_event (id, project_id, type, payload)
       VALUES (gen_random_uuid(), $1, 'task.feedback', '{}') RETURNING id)
     INSERT INTO core.webhook_delivery (event_id, webhook_id, state)
     SELECT id, $2, 'failed' FROM event RETURNING event_id AS id`,
    [world.alpha, path.split('/').at(-1)],
  );
  return `${path}/deliveries/${row?.id}`;
}

const about = (rest: string, body?: unknown): RouteCase['request'] => {
  return async (world) => ({
    path: `${await newWebhook(world)}${rest}`,
    ...(body !== undefined && { body }),
  });
};
const DAY = { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };

export const WEBHOOK_CASES: readonly RouteCase[] = [
  {
    route: 'GET /projects/:projectId/webhooks',
    request: ({ alpha }) => ({ path: `/projects/${alpha}/webhooks` }),
    answers: within(403, managers(200)),
  },
  {
    route: 'POST /projects/:projectId/webhooks',
    request: async (world) => {
      await newWebhook(world);
      return {
        path: `/projects/${world.alpha}/webhooks`,
        body: {
          name: `Webhook ${world.next()}`,
          url: 'https://example.com',
          types: ['import.ended'],
        },
      };
    },
    answers: within(403, managers(201)),
  },
  {
    route: 'GET /projects/:projectId/webhooks/:webhookId',
    request: about(''),
    answers: within(403, managers(200)),
  },
  {
    route: 'PUT /projects/:projectId/webhooks/:webhookId',
    request: about('', { is_enabled: false }),
    answers: within(403, managers(200)),
  },
  {
    route: 'DELETE /projects/:projectId/webhooks/:webhookId',
    request: about(''),
    answers: within(403, managers(204)),
  },
  {
    route: 'POST /projects/:projectId/webhooks/:webhookId/secret',
    request: about('/secret', {}),
    answers: within(403, managers(201)),
  },
  {
    route: 'POST /projects/:projectId/webhooks/:webhookId/test',
    request: about('/test', {}),
    answers: within(403, managers(201)),
    unrecorded: true,
  },
  {
    route: 'POST /projects/:projectId/webhooks/:webhookId/replay',
    request: about('/replay', DAY),
    answers: within(403, managers(200)),
    unrecorded: true,
  },
  {
    route: 'GET /projects/:projectId/webhooks/:webhookId/deliveries',
    request: about('/deliveries'),
    answers: within(403, managers(200)),
  },
  {
    route: 'GET /projects/:projectId/webhooks/:webhookId/deliveries/:eventId',
    request: async (world) => ({ path: await newDelivery(world) }),
    answers: within(403, managers(200)),
  },
  {
    route: 'POST /projects/:projectId/webhooks/:webhookId/deliveries/:eventId/replay',
    request: async (world) => ({ path: `${await newDelivery(world)}/replay`, body: {} }),
    answers: within(403, managers(200)),
    unrecorded: true,
  },
];
