import { fullProjectSchema } from '@portal/contracts/projects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let alpha: number;
let beta: number;
let admin: TestUser;
let manager: TestUser;
let member: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  const db = server.db;
  alpha = await createProject(db, 'Alpha');
  beta = await createProject(db, 'Beta');
  admin = await createUser(db, 'root@example.com');
  manager = await createUser(db, 'manager@example.com');
  member = await createUser(db, 'member@example.com');
  stranger = await createUser(db, 'stranger@example.com');
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, manager, alpha, 'admin');
  await assignRole(db, member, alpha, 'project_admin');
});
afterAll(() => server.stop());

const url = (path: number | string = '') => `${server.baseUrl}/api/v1/projects/${path}`;
const create = (user: TestUser, body: unknown) => send('POST', url(), user.token, body);
const update = (user: TestUser, id: number, body: unknown) =>
  send('PUT', url(id), user.token, body);
const read = async (id: number) =>
  fullProjectSchema.parse(await (await get(url(id), admin.token)).json());

describe('writing projects', () => {
  it('PROJ-4 creates a project for callers who manage all projects', async () => {
    const answer = await create(admin, {
      name: '  Gamma ',
      description: '',
      turing_project_id: 77,
      project_type: 'sft',
      labeling_tool_base_path: 'https://label.example.com/t/',
    });
    expect(answer.status).toBe(201);
    const created = fullProjectSchema.parse(await answer.json());
    expect(created).toMatchObject({
      name: 'Gamma',
      description: null,
      turing_project_id: 77,
      status: 'unstarted',
      project_type: 'sft',
      client: null,
      labeling_tool_base_path: 'https://label.example.com/t/',
    });
    expect(await read(created.id)).toEqual(created);
    for (const user of [manager, member, stranger]) {
      expect((await create(user, { name: 'Delta' })).status).toBe(403);
    }
  });

  it('PROJ-4 changes the given fields for callers who manage the project', async () => {
    const before = await read(alpha);
    const answer = await update(manager, alpha, { client: 'Acme', status: 'ongoing' });
    expect(answer.status).toBe(200);
    const after = fullProjectSchema.parse(await answer.json());
    expect(after).toEqual({
      ...before,
      client: 'Acme',
      status: 'ongoing',
      updated_at: after.updated_at,
      version: after.version,
    });
    expect(await (await update(manager, alpha, {})).json()).toEqual(after);
    expect((await update(admin, alpha, { client: null })).status).toBe(200);
    expect((await read(alpha)).client).toBeNull();
    expect((await update(member, alpha, { client: 'X' })).status).toBe(403);
    expect((await update(stranger, alpha, { client: 'X' })).status).toBe(404);
    expect((await update(manager, beta, { client: 'X' })).status).toBe(404);
    expect((await update(admin, 99_999, { client: 'X' })).status).toBe(404);
    expect((await read(alpha)).client).toBeNull();
  });

  it('PROJ-4 shows a project to its members only', async () => {
    expect((await get(url(alpha), member.token)).status).toBe(200);
    expect((await get(url(alpha), stranger.token)).status).toBe(404);
    expect((await get(url(beta), member.token)).status).toBe(404);
    expect((await get(url(0), member.token)).status).toBe(404);
    expect((await get(url('alpha'), member.token)).status).toBe(400);
  });

  it.each([
    [{}, '/name', 'Name is required'],
    [{ name: '   ' }, '/name', 'Name is required'],
    [{ name: null }, '/name', 'Name is required'],
    [{ name: ' \u200b\u2060' }, '/name', 'must have a visible character'],
    [{ name: 'x'.repeat(201) }, '/name', undefined],
    [{ name: 'N', id: 5 }, '/id', 'is not known'],
    [{ name: 'N', turing_project_id: 0 }, '/turing_project_id', undefined],
    [{ name: 'N', turing_project_id: '7' }, '/turing_project_id', undefined],
    [{ name: 'N', status: 'done' }, '/status', undefined],
    [{ name: 'N', project_type: 'chat' }, '/project_type', undefined],
    [
      { name: 'N', labeling_tool_base_path: 'javascript:alert(1)' },
      '/labeling_tool_base_path',
      'must be an http or https URL',
    ],
    [{ name: 'N', labeling_tool_base_path: '/tasks/' }, '/labeling_tool_base_path', undefined],
  ])('PROJ-5 refuses %j and reports %s', async (body, pointer, detail) => {
    const answer = await create(admin, body);
    expect(answer.status).toBe(400);
    const { errors } = await problemIn(answer);
    expect(errors?.[0]).toMatchObject({ pointer, ...(detail !== undefined && { detail }) });
  });

  it('PROJ-5 changes nothing if one field is invalid', async () => {
    const before = await read(alpha);
    expect((await update(manager, alpha, { client: 'Y', name: '' })).status).toBe(400);
    expect(await read(alpha)).toEqual(before);
  });

  it('PROJ-6 reports the field that another project has', async () => {
    await update(admin, alpha, { turing_project_id: 42 });
    const sameName = await create(admin, { name: 'Alpha' });
    expect(sameName.status).toBe(409);
    expect((await problemIn(sameName)).errors).toMatchObject([{ pointer: '/name' }]);
    const sameId = await update(admin, beta, { turing_project_id: 42 });
    expect(sameId.status).toBe(409);
    expect((await problemIn(sameId)).errors).toMatchObject([{ pointer: '/turing_project_id' }]);
    expect((await update(admin, alpha, { name: 'Alpha', turing_project_id: 42 })).status).toBe(200);
  });

  it('PROJ-7 refuses changes of project 0', async () => {
    const calls = [
      update(admin, 0, { name: 'Everything' }),
      send('DELETE', `${url(0)}?force=true`, admin.token),
      send('POST', `${url(0)}/users/${member.id}?role_name=admin`, admin.token),
      send('DELETE', `${url(0)}/users/${admin.id}`, admin.token),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(answer.status).toBe(409);
      expect((await problemIn(answer)).detail).toContain('Project 0');
    }
    expect((await update(manager, 0, { name: 'Everything' })).status).toBe(404);
    expect((await read(0)).name).toBe('All Projects');
  });
});
