import { listMetaSchema } from '@portal/contracts/lists';
import { projectListSchema } from '@portal/contracts/projects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

describe('projects', () => {
  let server: TestServer;
  let user: TestUser;
  let alpha: number;
  const names = async (): Promise<string[]> => {
    const answer = await get(`${server.baseUrl}/api/v1/projects/`, user.token);
    return projectListSchema.parse(await answer.json()).map(({ name }) => name);
  };

  beforeAll(async () => {
    server = await sharedServer();
    user = await createUser(server.db, 'user@example.com');
    await createProject(server.db, 'Gamma');
    alpha = await createProject(server.db, 'Alpha');
    await createProject(server.db, 'Beta');
  });
  afterAll(() => server.stop());

  it('PROJ-1 lists the projects of the caller, by name', async () => {
    expect(await names()).toEqual([]);
    await assignRole(server.db, user, alpha, 'trainer');
    expect(await names()).toEqual(['Alpha']);
    await server.db.query(
      `INSERT INTO core.pod (name, project_id) SELECT 'Pod', id FROM core.project WHERE name = 'Gamma'`,
    );
    await server.db.query(`INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Pod', $1)`, [
      user.email,
    ]);
    expect(await names()).toEqual(['Alpha', 'Gamma']);
  });

  it('PROJ-2 lists all projects to users with a role in project 0, with project 0 first', async () => {
    await assignRole(server.db, user, 0, 'project_member');
    expect(await names()).toEqual(['All Projects', 'Alpha', 'Beta', 'Gamma']);
  });

  it('PROJ-18 lists the projects of the caller in pages, with search and filters', async () => {
    const list = new ListClient(server, 'projects/list', user);
    const namesIn = async (query: object) =>
      (await list.list({ ...query })).items.map(({ name }) => name);
    expect(await namesIn({})).toEqual(['All Projects', 'Alpha', 'Beta', 'Gamma']);
    expect(await list.list({ size: 1, page: 2 })).toMatchObject({ total: 4, size: 1, page: 2 });
    expect(await namesIn({ size: 1, page: 2 })).toEqual(['Alpha']);
    expect(await namesIn({ search: 'AMM' })).toEqual(['Gamma']);
    expect(await namesIn({ filters: { id: { ne: 0 }, name: { lt: 'Beta' } } })).toEqual(['Alpha']);
    const member = await createUser(server.db, 'member@example.com');
    expect(await list.as(member).list()).toMatchObject({ items: [], total: 0 });
    await assignRole(server.db, member, alpha, 'trainer');
    expect((await list.as(member).list()).items.map(({ id }) => id)).toEqual([alpha]);
    expect((await list.as(member).list({ search: 'Beta' })).total).toBe(0);
    const meta = listMetaSchema.parse(await (await list.get('_meta')).json());
    expect([meta.base, meta.operations]).toEqual(['/projects/list/', []]);
  });

  it('PROJ-3 returns each project with all fields of the contract', async () => {
    await server.db.query(
      `UPDATE core.project SET turing_project_id = 9007199254740991, client = 'Client',
         status = 'on_hold', project_type = 'rlhf', labeling_tool_base_path = 'https://x.example/'
       WHERE id = $1`,
      [alpha],
    );
    const answer = await get(`${server.baseUrl}/api/v1/projects/`, user.token);
    const list = projectListSchema.parse(await answer.json());
    expect(list.find(({ id }) => id === alpha)).toMatchObject({
      name: 'Alpha',
      description: null,
      turing_project_id: Number.MAX_SAFE_INTEGER,
      status: 'on_hold',
      project_type: 'rlhf',
      client: 'Client',
      labeling_tool_base_path: 'https://x.example/',
    });
  });
});
