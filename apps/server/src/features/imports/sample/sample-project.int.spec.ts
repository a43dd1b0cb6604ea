import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importSummarySchema } from '@portal/contracts/imports';
import { fullProjectSchema, sampleProjectSchema } from '@portal/contracts/projects';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { get, problemIn, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../../testing/user.js';

let server: TestServer;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  admin = await createUser(server.db, 'root@example.com');
  await assignRole(server.db, admin, 0, 'admin');
  other = await createUser(server.db, 'other@example.com');
  await server.db.query(
    `WITH made AS (INSERT INTO core.role (name) VALUES ('project maker') RETURNING id)
     INSERT INTO core.role_permission SELECT made.id, permission.id FROM made, core.permission
     WHERE permission.name IN ('project-manage', 'data-upload')`,
  );
  await assignRole(server.db, other, 0, 'project maker');
});
afterEach(async () => {
  await server.db.query('DELETE FROM core.task_import');
  await server.db.query('DELETE FROM core.pod');
  await server.db.query('DELETE FROM core.project WHERE id > 0');
});
afterAll(() => server.stop());

const url = (path: string) => `${server.baseUrl}/api/v1/${path}`;
const add = (user = admin) => send('POST', url('projects/sample'), user.token);
const count = async (from: string): Promise<number> => {
  const [found] = await server.db.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${from}`,
  );
  return found?.n ?? -1;
};
const files = async (): Promise<number> =>
  (await readdir(join(server.config.dataDir, 'uploads', 'imports')).catch(() => [])).length;

async function added() {
  const answer = await add();
  expect(answer.status).toBe(201);
  return sampleProjectSchema.parse(await answer.json());
}

describe('a sample project', () => {
  it('PROJ-29 is a project with a pod, people, a target and a queued import, recorded together', async () => {
    const { project_id: id, import_id: importId } = await added();
    const project = fullProjectSchema.parse(
      await (await get(url(`projects/${id}`), admin.token)).json(),
    );
    expect(project).toMatchObject({ name: 'Sample project', is_sample: true, status: 'ongoing' });
    const members = await server.db.query(
      `SELECT member.role, count(*)::integer AS n FROM core.pod_member AS member
       JOIN core.pod ON pod.name = member.pod_name WHERE pod.project_id = $1
       GROUP BY member.role ORDER BY member.role`,
      [id],
    );
    expect(members).toEqual([
      { role: 'lead', n: 1 },
      { role: 'reviewer', n: 1 },
      { role: 'trainer', n: 5 },
    ]);
    const thisWeek = 'current_date BETWEEN week_start_date - 1 AND week_end_date + 1';
    expect(await count(`core.pod_weekly_target WHERE ${thisWeek}`)).toBe(1);
    const summary = importSummarySchema.parse(
      await (await get(url(`tasks/imports/${importId}`), admin.token)).json(),
    );
    expect(summary).toMatchObject({ status: 'queued', file_name: 'sample-project.json' });
    const recorded = await server.db.query(
      `SELECT entity, count(*)::integer AS n
       FROM core.audit WHERE group_id = (
         SELECT group_id FROM core.audit WHERE entity = 'project' AND project_id = $1)
       GROUP BY entity ORDER BY entity`,
      [id],
    );
    expect(recorded).toEqual([
      { entity: 'app_user', n: 7 },
      { entity: 'pod', n: 1 },
      { entity: 'pod_member', n: 7 },
      { entity: 'pod_weekly_target', n: 1 },
      { entity: 'project', n: 1 },
      { entity: 'task_import', n: 1 },
    ]);
  });

  it('PROJ-30 is refused without what the same needs by hand, and names it', async () => {
    const refused = await add(other);
    expect(refused.status).toBe(403);
    expect(await problemIn(refused)).toMatchObject({
      detail:
        'A sample project also needs these permissions in all projects: user-manage, pod-manage, pod-manage-members, pod-targets-manage',
    });
    expect(await count('core.project WHERE id > 0')).toBe(0);
  });

  it('PROJ-30 is one at a time, also for requests at the same time, and leaves no file', async () => {
    const before = await files();
    const statuses = (await Promise.all([add(), add()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
    await server.db.query(`UPDATE core.project SET name = 'Renamed' WHERE is_sample`);
    const refused = await add();
    expect(refused.status).toBe(409);
    expect((await problemIn(refused)).detail).toContain(`the sample project 'Renamed'`);
    expect(await files()).toBe(before + 1);
  });

  it('PROJ-30 is refused if another project has its name', async () => {
    await createProject(server.db, 'Sample project');
    const { status, detail } = await problemIn(await add());
    expect([status, detail]).toEqual([
      409,
      `There is a project 'Sample project' already; delete or rename it first, as there is one sample project at a time`,
    ]);
  });

  it('PROJ-32 is deleted like any other; its people stay, cannot sign in, and are in the next one', async () => {
    const { project_id: id } = await added();
    expect((await send('DELETE', url(`projects/${id}?force=true`), admin.token)).status).toBe(204);
    const people = `core.app_user WHERE email LIKE '%@sample.invalid'`;
    expect(await count(people)).toBe(7);
    expect(await count(`${people} AND is_active`)).toBe(0);
    await added();
    expect(await count(people)).toBe(7);
    expect(await count('core.pod_member')).toBe(7);
  });
});
