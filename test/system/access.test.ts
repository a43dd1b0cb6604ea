import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemSchema } from '@portal/contracts/problem';
import { projectListSchema } from '@portal/contracts/projects';
import { signIn } from '@portal/testing/sign-in';
import { Api } from '../support/api.js';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';
import { BETA_TURING_ID, userWith } from '../support/world.js';

type Who = 'nobody' | 'stranger' | 'member' | 'uploader' | 'admin';

let portal: Portal;
const callers = new Map<Who, Api>();

beforeAll(async () => {
  portal = await startPortal();
  const { databaseUrl, baseUrl } = portal.stack;
  const { alpha } = portal.world;
  const user = async (email: string, role: string | null): Promise<Api> =>
    new Api(baseUrl, await userWith(databaseUrl, email, role, alpha));
  callers.set('nobody', new Api(baseUrl));
  callers.set('stranger', await user('stranger@example.com', null));
  callers.set('member', await user('member@example.com', 'project_member'));
  callers.set('uploader', await user('uploader@example.com', 'project_admin'));
  callers.set('admin', portal.admin);
  expect((await portal.admin.upload(file(row(1), row(2)))).status).toBe(200);
  const beta = row(11, { turing_project_id: BETA_TURING_ID });
  expect((await portal.admin.upload(file(beta))).status).toBe(200);
});
afterAll(() => portal.stack.stop());

function as(who: Who): Api {
  const api = callers.get(who);
  if (api === undefined) throw new Error(`no caller ${who}`);
  return api;
}

describe('who may do what', () => {
  // Alpha has the member and the uploader. The specs of the server ask every route (PERM-11).
  const reads: [string, Record<Who, number>][] = [
    ['/auth/config', { nobody: 200, stranger: 200, member: 200, uploader: 200, admin: 200 }],
    ['/projects/', { nobody: 401, stranger: 200, member: 200, uploader: 200, admin: 200 }],
    [
      '/projects/{alpha}/overview',
      { nobody: 401, stranger: 404, member: 200, uploader: 200, admin: 200 },
    ],
    [
      '/projects/{beta}/overview',
      { nobody: 401, stranger: 404, member: 404, uploader: 404, admin: 200 },
    ],
    ['/tasks/tasks-crud/1', { nobody: 401, stranger: 404, member: 403, uploader: 200, admin: 200 }],
    ['/tasks/imports/', { nobody: 401, stranger: 403, member: 403, uploader: 200, admin: 200 }],
  ];

  it.each(reads)(
    'SYS-120 GET %s responds to each user with the expected status',
    async (path, expected) => {
      const { alpha, beta } = portal.world;
      const real = path.replace('{alpha}', String(alpha)).replace('{beta}', String(beta));
      const statuses: Partial<Record<Who, number>> = {};
      for (const who of callers.keys()) statuses[who] = (await as(who).get(real)).status;
      expect(statuses).toEqual(expected);
    },
  );

  it('SYS-120 an edit needs data-upload in the task’s own project', async () => {
    const change = { number_of_turns: 9 };
    expect((await as('nobody').patch('/tasks/tasks-crud/1', change)).status).toBe(401);
    expect((await as('stranger').patch('/tasks/tasks-crud/1', change)).status).toBe(404);
    expect((await as('member').patch('/tasks/tasks-crud/1', change)).status).toBe(403);
    expect((await as('uploader').patch('/tasks/tasks-crud/11', change)).status).toBe(404);
    expect((await as('uploader').patch('/tasks/tasks-crud/1', change)).status).toBe(200);
    expect((await as('admin').patch('/tasks/tasks-crud/11', change)).status).toBe(200);
  });

  it('SYS-121 an upload needs data-upload in every project of the file', async () => {
    const mine = row(21);
    const foreign = row(22, { turing_project_id: BETA_TURING_ID });
    expect((await as('nobody').upload(file(mine))).status).toBe(401);
    expect((await as('member').upload(file(mine))).status).toBe(403);
    expect((await as('uploader').upload(file(mine))).status).toBe(200);

    const refused = await as('uploader').upload(file(mine, foreign));
    expect(refused.status).toBe(422);
    expect(problemSchema.parse(refused.body).errors).toEqual([
      expect.objectContaining({ pointer: '/2/turing_project_id' }),
    ]);
    expect((await as('admin').upload(file(mine, foreign))).status).toBe(200);
  });

  it('SYS-121 a task of a foreign project cannot be taken over by its id', async () => {
    const taken = await as('uploader').upload(file(row(11)));
    expect(taken.status).toBe(422);
    const kept = await as('admin').get('/tasks/tasks-crud/11');
    expect(kept.body).toMatchObject({ project_id: portal.world.beta });
  });

  it('SYS-122 an import is visible to its uploader and to users with data-upload in all projects only', async () => {
    const { body } = await as('uploader').upload(file(row(31)));
    const { import_id } = body as { import_id: string };
    for (const path of [`/tasks/imports/${import_id}`, `/tasks/imports/${import_id}/errors.csv`]) {
      expect((await as('uploader').get(path)).status).toBe(200);
      expect((await as('admin').get(path)).status).toBe(200);
    }
    const other = new Api(
      portal.stack.baseUrl,
      await userWith(
        portal.stack.databaseUrl,
        'other@example.com',
        'project_admin',
        portal.world.beta,
      ),
    );
    expect((await other.get(`/tasks/imports/${import_id}`)).status).toBe(404);
  });

  it('SYS-123 lists only the projects of the user, all of them for the admin', async () => {
    const names = async (who: Who): Promise<string[]> =>
      projectListSchema.parse((await as(who).get('/projects/')).body).map(({ name }) => name);
    expect(await names('stranger')).toEqual([]);
    expect(await names('member')).toEqual(['Alpha']);
    expect(await names('admin')).toEqual(expect.arrayContaining(['Alpha', 'Beta']));
  });
});

describe('signing in', () => {
  it('SYS-101 as a demo account gives tokens that work, and are worth nothing after signing out', async () => {
    const { baseUrl } = portal.stack;
    const tokens = await signIn(baseUrl, 'lead@example.com');
    expect(tokens.user?.email).toBe('lead@example.com');
    const lead = new Api(baseUrl, tokens.access_token);
    expect((await lead.get(`/projects/${portal.world.alpha}/overview`)).status).toBe(200);

    const { refresh_token } = tokens;
    const fresh = await lead.post('/api/auth/refresh', { refresh_token });
    expect(fresh.status).toBe(200);
    const { refresh_token: kept } = fresh.body as { refresh_token: string };
    const next = { refresh_token: kept };
    expect((await lead.post('/auth/logout', next)).status).toBeLessThan(300);
    expect((await lead.post('/api/auth/refresh', next)).status).toBe(401);
  });

  it('SYS-101 a refresh token that comes after its successor ends the whole session', async () => {
    const { baseUrl } = portal.stack;
    const { refresh_token } = await signIn(baseUrl, 'trainer@example.com');
    const api = new Api(baseUrl);
    const next = (body: unknown) => ({
      refresh_token: (body as { refresh_token: string }).refresh_token,
    });
    const first = await api.post('/api/auth/refresh', { refresh_token });
    expect(first.status).toBe(200);
    const second = await api.post('/api/auth/refresh', next(first.body));
    expect(second.status).toBe(200);
    const again = await api.post('/api/auth/refresh', { refresh_token });
    expect(problemSchema.parse(again.body).code).toBe('refresh-token-reused');
    expect((await api.post('/api/auth/refresh', next(second.body))).status).toBe(401);
  });

  it('SYS-124 responds to an unknown path and a forged token with a problem', async () => {
    const { baseUrl } = portal.stack;
    const lost = await as('admin').get('/no-such-thing');
    expect(lost.status).toBe(404);
    expect(lost.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problemSchema.parse(lost.body).code).toBe('not-found');
    const forged = await new Api(baseUrl, 'eyJhbGciOiJub25lIn0.e30.').get('/projects/');
    expect(forged.status).toBe(401);
  });
});
