import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, within } from './route-case.js';

const MANAGERS = { projectAdmin: 200, owner: 200, fullAccess: 200 } as const;

/** A new alert of Alpha, on a new statistic for leads. */
const newAlert = ({ value, alpha, next }: MatrixWorld): Promise<number> =>
  value(
    `WITH stat AS (
       INSERT INTO core.custom_stat
         (project_id, name, sql_query, supported_chart_types, default_chart_type, audience)
       VALUES ($1, $2, 'SELECT status FROM tasks', '{table}', 'table', 'leads') RETURNING id)
     INSERT INTO core.alert (project_id, name, stat_id, take, condition, limit_value)
     SELECT $1, $2, id, 'rows', 'above', 10 FROM stat RETURNING id`,
    [alpha, `Alert ${next()}`],
  );

const pathOf = ({ alpha }: MatrixWorld, rest = ''): string => `/projects/${alpha}/alerts/${rest}`;

const aboutNew = (rest = '', body?: unknown): RouteCase['request'] => {
  return async (world) => ({
    path: pathOf(world, `${await newAlert(world)}${rest}`),
    ...(body !== undefined && { body }),
  });
};

export const ALERT_CASES: readonly RouteCase[] = [
  {
    route: 'GET /projects/:projectId/alerts',
    request: (world) => ({ path: pathOf(world) }),
    answers: within(200),
  },
  {
    route: 'GET /projects/:projectId/alerts/:alertId',
    request: aboutNew(),
    // Who may not see the statistic does not know of the alert.
    answers: within(200, { trainer: 404 }),
  },
  {
    route: 'GET /projects/:projectId/alerts/:alertId/history',
    request: aboutNew('/history'),
    answers: within(200, { trainer: 404 }),
  },
  {
    route: 'POST /projects/:projectId/alerts',
    request: (world) => ({
      path: pathOf(world),
      body: {
        name: `Alert ${world.next()}`,
        number: 'rework_rate',
        condition: 'above',
        limit_value: 20,
      },
    }),
    answers: within(403, { projectAdmin: 201, owner: 201, fullAccess: 201 }),
  },
  {
    route: 'PUT /projects/:projectId/alerts/:alertId',
    request: aboutNew('', { limit_value: 30 }),
    answers: within(403, MANAGERS),
  },
  {
    route: 'POST /projects/:projectId/alerts/:alertId/mute',
    request: aboutNew('/mute', { until: '2030-01-01T00:00:00Z' }),
    answers: within(403, MANAGERS),
  },
  {
    route: 'POST /projects/:projectId/alerts/:alertId/test',
    request: aboutNew('/test'),
    // Slack is not set up.
    answers: within(403, { projectAdmin: 409, owner: 409, fullAccess: 409 }),
    onlyReads: true,
  },
  {
    route: 'DELETE /projects/:projectId/alerts/:alertId',
    request: aboutNew(),
    answers: within(403, { projectAdmin: 204, owner: 204, fullAccess: 204 }),
  },
];
