import { type ImportRules, NO_IMPORT_RULES } from '@portal/contracts/import-rules';
import { type FullProject, fullProjectSchema } from '@portal/contracts/projects';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, post, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let project: number;
let users: Readonly<Record<'manager' | 'uploader' | 'trainer', TestUser>>;

beforeAll(async () => {
  server = await sharedServer();
  const world = await buildWorld(server.db, {
    projects: { Alpha: {} },
    users: {
      manager: { roles: { Alpha: 'admin' } },
      uploader: { roles: { Alpha: 'project_admin' } },
      trainer: { roles: { Alpha: 'trainer' } },
    },
  });
  ({ users } = world);
  project = world.projects.Alpha;
});
afterAll(() => server.stop());

const RULES: ImportRules = {
  required: ['user_email', 'colab_link'],
  statuses: ['completed', 'in_progress'],
  target_models: ['atlas-2'],
  batches: [7, 9_007_199_254_740_991],
  max_changed_percent: 10,
  max_sent_back_percent: 0.25,
};

const url = () => `${server.baseUrl}/api/v1/projects/${project}`;

async function read(user = users.manager): Promise<FullProject> {
  return fullProjectSchema.parse(await (await get(url(), user.token)).json());
}

const change = (rules: unknown, user = users.manager) =>
  send('PUT', url(), user.token, { import_rules: rules });

async function changed(rules: unknown): Promise<FullProject> {
  const answer = await change(rules);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return fullProjectSchema.parse(await answer.json());
}

describe('the import rules of a project', () => {
  it('PROJ-20 are none at first, and are changed by who may change the project', async () => {
    expect((await read()).import_rules).toBeNull();
    expect((await changed(RULES)).import_rules).toEqual(RULES);
    expect((await change(null, users.uploader)).status).toBe(403);
    expect((await change(null, users.trainer)).status).toBe(403);
    expect((await read(users.trainer)).import_rules).toEqual(RULES);
    const some = await changed({ max_changed_percent: 5 });
    expect(some.import_rules).toEqual({ ...NO_IMPORT_RULES, max_changed_percent: 5 });
    const { client } = fullProjectSchema.parse(
      await (await send('PUT', url(), users.manager.token, { client: 'Acme' })).json(),
    );
    expect([client, (await read()).import_rules]).toEqual(['Acme', some.import_rules]);
  });

  it('PROJ-20 are part of the version, which a change can name, and of no list', async () => {
    const { version } = await changed(RULES);
    await changed({ ...RULES, required: [] });
    const put = (tag: string) =>
      fetch(url(), {
        method: 'PUT',
        headers: {
          ...{ authorization: `Bearer ${users.manager.token}`, 'if-match': `"${tag}"` },
          'content-type': 'application/json',
        },
        body: JSON.stringify({ import_rules: null }),
      });
    const stale = await put(version);
    expect(stale.status).toBe(409);
    expect((await problemIn(stale)).errors).toMatchObject([
      { pointer: '/import_rules', stored: { ...RULES, required: [] } },
    ]);
    const listed: unknown = await (
      await get(`${server.baseUrl}/api/v1/projects/`, users.manager.token)
    ).json();
    const { version: current } = await read();
    expect(listed).toMatchObject([{ id: project, version: current }]);
    expect(JSON.stringify(listed)).not.toContain('import_rules');
    expect((await put(current)).status).toBe(200);
  });

  it.each([
    [{ required: ['turing_task_id'] }, '/import_rules/required/0'],
    [{ statuses: [] }, '/import_rules/statuses'],
    [{ statuses: ['Done'] }, '/import_rules/statuses/0'],
    [{ target_models: [' '] }, '/import_rules/target_models/0'],
    [{ batches: [0] }, '/import_rules/batches/0'],
    [{ max_changed_percent: 101 }, '/import_rules/max_changed_percent'],
    [{ max_sent_back_percent: 0.001 }, '/import_rules/max_sent_back_percent'],
    [{ other: 1 }, '/import_rules/other'],
  ])('PROJ-21 refuse %j', async (rules, pointer) => {
    const before = await read();
    const refused = await change({ ...RULES, ...rules });
    expect(refused.status).toBe(400);
    expect((await problemIn(refused)).errors?.map((item) => item.pointer)).toEqual([pointer]);
    expect(await read()).toEqual(before);
  });

  it('PROJ-21 have each value once, and are null if they ask nothing', async () => {
    const twice = { ...RULES, statuses: ['completed', 'completed'], batches: [7, 8, 7] };
    expect((await changed(twice)).import_rules).toEqual({
      ...{ ...RULES, statuses: ['completed'], batches: [7, 8] },
    });
    expect((await changed({ required: [], statuses: null })).import_rules).toBeNull();
  });

  it('PROJ-22 are recorded before and after, and an undo puts them back', async () => {
    const before = (await changed(RULES)).import_rules;
    await changed({ max_changed_percent: 1 });
    const [record] = await server.db.query<{ group_id: number; before: object; after: object }>(
      `SELECT group_id, before, after FROM core.audit WHERE entity = 'project' ORDER BY id DESC LIMIT 1`,
    );
    expect(record).toMatchObject({
      before: { import_rules: RULES },
      after: { import_rules: { ...NO_IMPORT_RULES, max_changed_percent: 1 } },
    });
    const undo = `${server.baseUrl}/api/v1/audit/${record?.group_id}/undo`;
    expect((await post(undo, {}, users.uploader.token)).status).toBe(404);
    expect((await post(undo, {}, users.manager.token)).status).toBe(200);
    expect((await read()).import_rules).toEqual(before);
  });
});
