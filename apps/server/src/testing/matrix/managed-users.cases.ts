import { randomBytes, randomUUID } from 'node:crypto';
import { assignRole, createUser } from '../user.js';
import type { MatrixWorld } from './matrix-world.js';
import { type RouteCase, to, within } from './route-case.js';

/** The subject is visible with user-view in Alpha, and managed with user-manage in Alpha. */
const SEEN = to(404, { projectAdmin: 200, owner: 200, fullAccess: 200 });
const MANAGED = to(404, { projectAdmin: 403, owner: 200, fullAccess: 200 });
/** As when it is deleted. */
const DELETED = to(404, { projectAdmin: 403, owner: 403, fullAccess: 200 });

const newUser = ({ db, next }: MatrixWorld) => createUser(db, `p${next()}@example.org`);

const newToken = ({ value, subject }: MatrixWorld): Promise<number> =>
  value(
    "INSERT INTO core.api_token (user_id, name, token_hash) VALUES ($1, 'case', $2) RETURNING id",
    [subject.id, randomBytes(32)],
  );

const newSession = ({ value, subject }: MatrixWorld): Promise<string> =>
  value(
    `INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
     VALUES ($1, $2, $3, now() + interval '1 day') RETURNING family_id`,
    [subject.id, randomUUID(), randomBytes(32)],
  );

const accounts: readonly RouteCase[] = [
  {
    route: 'GET /auth/users/:userId/profile',
    request: ({ subject }) => ({ path: `/auth/users/${subject.id}/profile` }),
    answers: SEEN,
  },
  {
    route: 'PUT /auth/users/:userId/profile',
    request: ({ subject, next }) => ({
      path: `/auth/users/${subject.id}/profile`,
      body: { slack_id: `U${next()}` },
    }),
    answers: MANAGED,
  },
  {
    route: 'GET /auth/users/:userId/access',
    request: ({ subject }) => ({ path: `/auth/users/${subject.id}/access` }),
    answers: SEEN,
  },
  {
    route: 'GET /auth/users/:userId/anonymisation',
    request: ({ subject }) => ({ path: `/auth/users/${subject.id}/anonymisation` }),
    answers: DELETED,
  },
  {
    route: 'POST /auth/users/:userId/anonymisation',
    request: async (world) => {
      const user = await newUser(world);
      await assignRole(world.db, user, world.alpha, 'trainer');
      return { path: `/auth/users/${user.id}/anonymisation`, body: { email: user.email } };
    },
    answers: DELETED,
  },
];

const roles: readonly RouteCase[] = [
  {
    route: 'GET /auth/users/:userId/project-roles',
    request: ({ subject }) => ({ path: `/auth/users/${subject.id}/project-roles` }),
    answers: SEEN,
  },
  {
    route: 'POST /auth/users/:userId/project-roles',
    request: async (world) => {
      const user = await newUser(world);
      await assignRole(world.db, user, world.alpha, 'project_member');
      return {
        path: `/auth/users/${user.id}/project-roles`,
        body: { project_id: world.alpha, role: 'trainer' },
      };
    },
    answers: within(403, { projectAdmin: 200, owner: 200, fullAccess: 200 }),
  },
  {
    route: 'DELETE /auth/users/:userId/project-roles/:projectId',
    request: async (world) => {
      const user = await newUser(world);
      await assignRole(world.db, user, world.alpha, 'trainer');
      return { path: `/auth/users/${user.id}/project-roles/${world.alpha}` };
    },
    answers: within(403, { projectAdmin: 204, owner: 204, fullAccess: 204 }),
  },
];

const tokens: readonly RouteCase[] = [
  {
    route: 'GET /auth/admin/users/:userId/api-tokens',
    request: ({ subject }) => ({ path: `/auth/admin/users/${subject.id}/api-tokens/` }),
    answers: MANAGED,
  },
  {
    route: 'POST /auth/admin/users/:userId/api-tokens',
    request: ({ subject }) => ({
      path: `/auth/admin/users/${subject.id}/api-tokens/`,
      body: { name: 'script' },
    }),
    answers: to(404, { projectAdmin: 403, owner: 403, fullAccess: 201 }),
    answersToApiTokens: to(404, { projectAdmin: 403, owner: 403, fullAccess: 403 }),
  },
  {
    route: 'PUT /auth/api-tokens/:tokenId',
    request: async (world) => ({
      path: `/auth/api-tokens/${await newToken(world)}`,
      body: { name: `Token ${world.next()}` },
    }),
    answers: MANAGED,
    answersToApiTokens: to(404, { projectAdmin: 403, owner: 403, fullAccess: 403 }),
  },
  {
    route: 'DELETE /auth/api-tokens/:tokenId',
    request: async (world) => ({ path: `/auth/api-tokens/${await newToken(world)}` }),
    answers: to(404, { projectAdmin: 403, owner: 204, fullAccess: 204 }),
  },
];

const sessions: readonly RouteCase[] = [
  {
    route: 'GET /auth/admin/users/:userId/sessions',
    request: ({ subject }) => ({ path: `/auth/admin/users/${subject.id}/sessions/` }),
    answers: MANAGED,
  },
  {
    route: 'DELETE /auth/admin/users/:userId/sessions',
    request: async (world) => {
      await newSession(world);
      return { path: `/auth/admin/users/${world.subject.id}/sessions/` };
    },
    answers: to(404, { projectAdmin: 403, owner: 204, fullAccess: 204 }),
  },
  {
    route: 'DELETE /auth/admin/users/:userId/sessions/:sessionId',
    request: async (world) => ({
      path: `/auth/admin/users/${world.subject.id}/sessions/${await newSession(world)}`,
    }),
    answers: to(404, { projectAdmin: 403, owner: 204, fullAccess: 204 }),
  },
];

export const MANAGED_USER_CASES: readonly RouteCase[] = [
  ...accounts,
  ...roles,
  ...tokens,
  ...sessions,
];
