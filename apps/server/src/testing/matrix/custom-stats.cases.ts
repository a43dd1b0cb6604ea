import { randomUUID } from 'node:crypto';
import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, within } from './route-case.js';

const QUERY = 'SELECT status FROM tasks';
const MANAGERS = { projectAdmin: 200, owner: 200, fullAccess: 200 } as const;

/** A new, active statistic of Alpha. */
const newStat = (
  { value, alpha, next }: MatrixWorld,
  audience: 'members' | 'leads' = 'members',
): Promise<number> =>
  value(
    `INSERT INTO core.custom_stat
       (project_id, name, sql_query, supported_chart_types, default_chart_type, audience)
     VALUES ($1, $2, $3, '{table}', 'table', $4) RETURNING id`,
    [alpha, `Stat ${next()}`, QUERY, audience],
  );

/** Two new statistics and those of earlier cases, the last one first. */
async function idsInAnotherOrder(world: MatrixWorld): Promise<number[]> {
  await newStat(world);
  await newStat(world);
  const rows = await world.db.query<{ id: number }>(
    'SELECT id FROM core.custom_stat WHERE project_id = $1 ORDER BY display_order DESC, id DESC',
    [world.alpha],
  );
  return rows.map(({ id }) => id);
}

const pathOf = ({ alpha }: MatrixWorld, rest = ''): string =>
  `/projects/${alpha}/custom-stats/${rest}`;

const aboutNewStat = (rest = '', body?: unknown): RouteCase['request'] => {
  return async (world) => ({
    path: pathOf(world, `${await newStat(world)}${rest}`),
    ...(body !== undefined && { body }),
  });
};

/** Without pod-info-public-view a member does not know of a statistic for leads. */
const aboutLeads = (rest = '', body?: unknown): Pick<RouteCase, 'request' | 'answers'> => ({
  request: async (world) => ({
    path: pathOf(world, `${await newStat(world, 'leads')}${rest}`),
    ...(body !== undefined && { body }),
  }),
  answers: within(200, { trainer: 404 }),
});

export const CUSTOM_STATS_CASES: readonly RouteCase[] = [
  {
    route: 'GET /projects/:projectId/custom-stats',
    request: (world) => ({ path: pathOf(world) }),
    answers: within(200),
  },
  {
    route: 'GET /projects/:projectId/custom-stats/:statId',
    ...aboutLeads(),
  },
  {
    route: 'POST /projects/:projectId/custom-stats',
    request: (world) => ({
      path: pathOf(world),
      body: {
        name: `Stat ${world.next()}`,
        sql_query: QUERY,
        supported_chart_types: ['table'],
        default_chart_type: 'table',
      },
    }),
    answers: within(403, { projectAdmin: 201, owner: 201, fullAccess: 201 }),
  },
  {
    route: 'PUT /projects/:projectId/custom-stats/order',
    request: async (world) => ({
      path: pathOf(world, 'order'),
      body: { stat_ids: await idsInAnotherOrder(world) },
    }),
    answers: within(403, MANAGERS),
  },
  {
    route: 'GET /projects/:projectId/custom-stats/queue',
    request: (world) => ({ path: pathOf(world, 'queue') }),
    answers: within(200),
  },
  {
    route: 'PUT /projects/:projectId/custom-stats/:statId',
    request: aboutNewStat('', { description: 'Another' }),
    answers: within(403, MANAGERS),
  },
  {
    route: 'DELETE /projects/:projectId/custom-stats/:statId',
    request: aboutNewStat(),
    answers: within(403, { projectAdmin: 204, owner: 204, fullAccess: 204 }),
  },
  {
    route: 'POST /projects/:projectId/custom-stats/:statId/execute',
    ...aboutLeads('/execute', {}),
    onlyReads: true,
  },
  {
    route: 'POST /projects/:projectId/custom-stats/bulk-execute',
    request: async (world) => ({
      path: pathOf(world, 'bulk-execute'),
      body: { stat_ids: [await newStat(world)] },
    }),
    answers: within(200),
    onlyReads: true,
  },
  {
    route: 'POST /projects/:projectId/custom-stats/preview',
    request: (world) => ({ path: pathOf(world, 'preview'), body: { sql_query: QUERY } }),
    answers: within(403, MANAGERS),
    onlyReads: true,
  },
  {
    route: 'POST /projects/:projectId/custom-stats/runs/:runId/cancel',
    request: (world) => ({ path: pathOf(world, `runs/${randomUUID()}/cancel`), body: {} }),
    answers: within(202),
    onlyReads: true,
  },
  {
    route: 'GET /projects/:projectId/custom-stats/:statId/export',
    ...aboutLeads('/export?format=csv'),
  },
  {
    route: 'GET /custom-stats/schema',
    request: () => ({ path: '/custom-stats/schema' }),
    answers: { ...within(200), stranger: 200, otherAdmin: 200 },
  },
];
