import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, to } from './route-case.js';

const newRole = ({ next, value }: MatrixWorld): Promise<number> =>
  value('INSERT INTO core.role (name) VALUES ($1) RETURNING id', [`role ${next()}`]);

const newPermission = ({ next, value }: MatrixWorld): Promise<number> =>
  value('INSERT INTO core.permission (name) VALUES ($1) RETURNING id', [`permission-${next()}`]);

/** The group of a new pod in Alpha that none of the callers has created. */
async function newGroup({ db, alpha, next, subject, value }: MatrixWorld): Promise<number> {
  await db.transaction(async (tx) => {
    await tx.query("SELECT set_config('portal.actor', $1, true)", [String(subject.id)]);
    await tx.query('INSERT INTO core.pod (name, project_id) VALUES ($1, $2)', [
      `Pod ${next()}`,
      alpha,
    ]);
  });
  return value('SELECT max(group_id) FROM core.audit');
}

/** Roles are hidden from callers who may not read them. */
const hidden = { stranger: 404, trainer: 404, reviewer: 404, lead: 404 } as const;

function casesOf(
  base: string,
  create: (world: MatrixWorld) => Promise<number>,
  body: (world: MatrixWorld) => object,
): RouteCase[] {
  const one = async (world: MatrixWorld) => `${base}/${await create(world)}`;
  return [
    { route: `GET ${base}/_meta`, request: () => ({ path: `${base}/_meta` }), answers: to(200) },
    { route: `GET ${base}`, request: () => ({ path: `${base}/` }), answers: to(200) },
    { route: `GET ${base}/export`, request: () => ({ path: `${base}/export` }), answers: to(200) },
    {
      route: `GET ${base}/:key`,
      request: async (world) => ({ path: await one(world) }),
      answers: to(200, hidden),
    },
    {
      route: `POST ${base}`,
      request: (world) => ({ path: `${base}/`, body: body(world) }),
      answers: to(403, { fullAccess: 201 }),
    },
    {
      route: `PATCH ${base}/:key`,
      request: async (world) => ({ path: await one(world), body: { description: 'x' } }),
      answers: to(403, { ...hidden, fullAccess: 200 }),
    },
    {
      route: `DELETE ${base}/:key`,
      request: async (world) => ({ path: await one(world) }),
      answers: to(403, { ...hidden, fullAccess: 204 }),
    },
    {
      route: `POST ${base}/bulk`,
      request: async (world) => ({
        path: `${base}/bulk`,
        body: { ids: [await create(world)], change: { description: 'x' } },
      }),
      answers: to(403, { fullAccess: 200 }),
    },
  ];
}

export const ROLE_CASES: readonly RouteCase[] = [
  ...casesOf('/auth/roles', newRole, ({ next }) => ({ name: `role ${next()}` })),
  ...casesOf('/auth/permissions', newPermission, ({ next }) => ({ name: `permission-${next()}` })),
  { route: 'GET /audit/_meta', request: () => ({ path: '/audit/_meta' }), answers: to(200) },
  { route: 'GET /audit/export', request: () => ({ path: '/audit/export' }), answers: to(200) },
  { route: 'GET /audit', request: () => ({ path: '/audit/' }), answers: to(200) },
  { route: 'GET /audit/groups', request: () => ({ path: '/audit/groups' }), answers: to(200) },
  {
    route: 'POST /audit/:group/undo',
    request: async (world) => ({ path: `/audit/${await newGroup(world)}/undo` }),
    answers: to(404, { owner: 200, fullAccess: 200 }),
  },
];
