import { assignRole, createUser } from '../user.js';
import { type RouteCase, to } from './route-case.js';

export const USER_CASES: readonly RouteCase[] = [
  {
    route: 'GET /auth/users/_meta',
    request: () => ({ path: '/auth/users/_meta' }),
    answers: to(200),
  },
  { route: 'GET /auth/users', request: () => ({ path: '/auth/users/' }), answers: to(200) },
  {
    route: 'GET /auth/users/export',
    request: () => ({ path: '/auth/users/export' }),
    answers: to(200),
  },
  {
    route: 'GET /auth/users/:key',
    request: ({ subject }) => ({ path: `/auth/users/${subject.id}` }),
    answers: to(404, { projectAdmin: 200, owner: 200, fullAccess: 200 }),
  },
  {
    route: 'POST /auth/users',
    request: ({ next }) => ({ path: '/auth/users/', body: { email: `u${next()}@example.org` } }),
    answers: to(403, { fullAccess: 201 }),
  },
  {
    route: 'PATCH /auth/users/:key',
    request: ({ subject, next }) => ({
      path: `/auth/users/${subject.id}`,
      body: { name: `Name ${next()}` },
    }),
    answers: to(404, { projectAdmin: 403, owner: 403, fullAccess: 200 }),
  },
  {
    route: 'DELETE /auth/users/:key',
    request: async ({ db, next, alpha }) => {
      const user = await createUser(db, `u${next()}@example.org`);
      await assignRole(db, user, alpha, 'trainer');
      return { path: `/auth/users/${user.id}` };
    },
    answers: to(404, { projectAdmin: 403, owner: 403, fullAccess: 204 }),
  },
  {
    route: 'POST /auth/users/bulk',
    request: ({ subject, next }) => ({
      path: '/auth/users/bulk',
      body: { ids: [subject.id], change: { name: `Name ${next()}` } },
    }),
    answers: to(403, { fullAccess: 200 }),
  },
  {
    route: 'POST /auth/users/onboarding',
    request: async ({ db, next, alpha }) => {
      const { email } = await createUser(db, `u${next()}@example.org`);
      return {
        path: '/auth/users/onboarding',
        body: { people: [{ email }], project_id: alpha, role: 'trainer' },
      };
    },
    answers: to(403, { otherAdmin: 404, owner: 200, fullAccess: 200 }),
  },
];
