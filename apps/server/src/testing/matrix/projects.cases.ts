import { assignRole, createUser, createProject } from '../user.js';
import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, to, within } from './route-case.js';

const OWNERS = { owner: 200, fullAccess: 200 } as const;

const newUser = ({ db, next }: MatrixWorld) => createUser(db, `p${next()}@example.org`);

/** A project with only its admin and its owner. */
async function newProject({ db, callers, next }: MatrixWorld): Promise<number> {
  const project = await createProject(db, `Project ${next()}`);
  await assignRole(db, callers.projectAdmin, project, 'project_admin');
  await assignRole(db, callers.owner, project, 'admin');
  return project;
}

export const PROJECT_CASES: readonly RouteCase[] = [
  { route: 'GET /projects', request: () => ({ path: '/projects/' }), answers: to(200) },
  { route: 'GET /projects/list', request: () => ({ path: '/projects/list/' }), answers: to(200) },
  {
    route: 'GET /projects/list/_meta',
    request: () => ({ path: '/projects/list/_meta' }),
    answers: to(200),
  },
  {
    route: 'GET /projects/list/export',
    request: () => ({ path: '/projects/list/export' }),
    answers: to(200),
  },
  {
    route: 'GET /projects/:projectId',
    request: ({ alpha }) => ({ path: `/projects/${alpha}` }),
    answers: within(200),
  },
  {
    route: 'POST /projects',
    request: ({ next }) => ({ path: '/projects/', body: { name: `Project ${next()}` } }),
    answers: to(403, { fullAccess: 201 }),
  },
  {
    route: 'POST /projects/sample',
    request: async ({ db }) => {
      await db.query("DELETE FROM core.pod WHERE name = 'Sample pod'");
      await db.query(
        `UPDATE core.project SET is_sample = NULL, turing_project_id = NULL, name = name || id
         WHERE is_sample`,
      );
      return { path: '/projects/sample' };
    },
    answers: to(403, { fullAccess: 201 }),
  },
  {
    route: 'PUT /projects/:projectId',
    request: ({ alpha, next }) => ({
      path: `/projects/${alpha}`,
      body: { client: `Client ${next()}` },
    }),
    answers: within(403, OWNERS),
  },
  {
    route: 'POST /projects/:projectId/archive',
    request: async (world) => ({ path: `/projects/${await newProject(world)}/archive` }),
    answers: to(404, { projectAdmin: 403, ...OWNERS }),
  },
  {
    route: 'DELETE /projects/:projectId/archive',
    request: async (world) => {
      const project = await newProject(world);
      await world.db.query('UPDATE core.project SET archived_at = now() WHERE id = $1', [project]);
      return { path: `/projects/${project}/archive` };
    },
    answers: to(404, { projectAdmin: 403, ...OWNERS }),
  },
  {
    route: 'DELETE /projects/:projectId',
    request: async (world) => ({ path: `/projects/${await newProject(world)}` }),
    answers: to(404, { projectAdmin: 403, owner: 204, fullAccess: 204 }),
  },
  {
    route: 'GET /projects/:projectId/contents',
    request: ({ alpha }) => ({ path: `/projects/${alpha}/contents` }),
    answers: within(403, OWNERS),
  },
  {
    route: 'GET /projects/:projectId/inventory',
    request: ({ alpha }) => ({ path: `/projects/${alpha}/inventory` }),
    answers: within(403, { ...OWNERS, projectAdmin: 200 }),
  },
  {
    route: 'GET /projects/:projectId/users',
    request: ({ alpha }) => ({ path: `/projects/${alpha}/users` }),
    answers: within(403, { ...OWNERS, projectAdmin: 200 }),
  },
  {
    route: 'POST /projects/:projectId/users',
    request: async (world) => ({
      path: `/projects/${world.alpha}/users`,
      body: { email: (await newUser(world)).email, role_name: 'trainer' },
    }),
    answers: within(403, { ...OWNERS, projectAdmin: 200 }),
  },
  {
    route: 'POST /projects/:projectId/users/:userId',
    request: async (world) => {
      const user = await newUser(world);
      await assignRole(world.db, user, world.alpha, 'project_member');
      return { path: `/projects/${world.alpha}/users/${user.id}?role_name=trainer` };
    },
    answers: within(403, { ...OWNERS, projectAdmin: 200 }),
  },
  {
    route: 'DELETE /projects/:projectId/users/:userId',
    request: async (world) => {
      const user = await newUser(world);
      await assignRole(world.db, user, world.alpha, 'trainer');
      return { path: `/projects/${world.alpha}/users/${user.id}` };
    },
    answers: within(403, { projectAdmin: 204, owner: 204, fullAccess: 204 }),
  },
];
