import { sql } from '@portal/persistence/sql';
import type { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { assignRole, createPerson, createProject, type TestPerson } from '../testing/person.js';
import { get } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { CallerDirectory } from './caller-directory.js';

/** Where, what one has to be in which project, and what is answered without that. */
const ROUTES: [path: string, role: string, of: 'all' | 'alpha', after: number][] = [
  ['projects/', 'project_admin', 'alpha', 200],
  ['projects/{alpha}/users', 'project_admin', 'alpha', 404],
  ['projects/{alpha}/users', 'admin', 'all', 404],
  ['projects/{alpha}/custom-stats', 'trainer', 'alpha', 404],
  ['pods/Orion/members', 'project_admin', 'alpha', 404],
  ['pods/Orion/weekly-progress', 'project_admin', 'alpha', 404],
  ['auth/users/{other}/project-roles', 'project_admin', 'alpha', 404],
  ['auth/users/{other}/access', 'project_admin', 'alpha', 404],
  ['auth/admin/users/{other}/api-tokens', 'admin', 'all', 404],
  ['auth/admin/users/{bare}/api-tokens', 'admin', 'all', 404],
  ['tasks/imports', 'admin', 'all', 403],
  ['pods/', 'project_admin', 'alpha', 200],
  ['auth/users/', 'project_admin', 'alpha', 200],
  ['auth/roles/', 'admin', 'all', 200],
];

describe('routes that read ahead', () => {
  let server: TestServer;
  let db: DataSource;
  let alpha: number;
  let other: TestPerson;
  let bare: TestPerson;
  let serial = 0;
  beforeAll(async () => {
    server = await startTestServer();
    db = server.dataSource;
    alpha = await createProject(db, 'Alpha');
    other = await createPerson(db, 'other@example.com');
    await assignRole(db, other, alpha, 'trainer');
    bare = await createPerson(db, 'bare@example.com');
    await db.query('DELETE FROM core.api_token WHERE user_id = $1', [bare.id]);
    await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
    await addStatistic(db, alpha);
  });
  afterAll(() => server.stop());
  afterEach(() => vi.restoreAllMocks());

  const statusOf = async (path: string, { token }: TestPerson): Promise<number> =>
    (await get(`${server.baseUrl}/api/v1/${path}`, token)).status;

  const answerOf = async (path: string, { token }: TestPerson): Promise<unknown> =>
    (await get(`${server.baseUrl}/api/v1/${path}`, token)).json();

  const someone = (): Promise<TestPerson> => createPerson(db, `person-${++serial}@example.com`);

  it.each(ROUTES)(
    'PERM-12 %s proves that its caller is still the same, and is refused to who is not (%s of %s)',
    async (template, role, of, after) => {
      const path = template
        .replace('{alpha}', String(alpha))
        .replace('{other}', String(other.id))
        .replace('{bare}', String(bare.id));
      const project = of === 'all' ? 0 : alpha;
      const person = await someone();
      expect(await statusOf(path, person)).toBe(after);
      await assignRole(db, person, project, role);
      expect(await statusOf(path, person)).toBe(200);
      const answer = await answerOf(path, person);
      const lookUps = vi.spyOn(server.app.get(CallerDirectory), 'findPerson');
      for (let again = 0; again < 3; again += 1) {
        expect(await answerOf(path, person)).toEqual(answer);
      }
      expect(lookUps).not.toHaveBeenCalled();

      await assignRole(db, person, project, null);
      expect(await statusOf(path, person)).toBe(after);
      await assignRole(db, person, project, role);
      expect(await statusOf(path, person)).toBe(200);
      await db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [person.id]);
      expect(await statusOf(path, person)).toBe(401);
    },
  );

  it.each(['users', 'custom-stats'])(
    'PERM-10 finds no %s of a project that is gone, also for who holds all',
    async (what) => {
      const person = await someone();
      await assignRole(db, person, 0, 'admin');
      const project = await createProject(db, `Beta ${what}`);
      await addStatistic(db, project);
      expect(await statusOf(`projects/${project}/${what}`, person)).toBe(200);
      expect(await statusOf(`projects/${project}/${what}`, person)).toBe(200);
      await db.query('DELETE FROM core.custom_stat WHERE project_id = $1', [project]);
      await db.query('DELETE FROM core.project WHERE id = $1', [project]);
      expect(await statusOf(`projects/${project}/${what}`, person)).toBe(404);
      expect(await statusOf(`projects/none/${what}`, person)).toBe(400);
    },
  );
});

async function addStatistic(db: DataSource, projectId: number): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.custom_stat
        (project_id, name, sql_query, supported_chart_types, default_chart_type)
      VALUES ($1, 'One', 'SELECT 1 AS one', '{table}', 'table')`,
    [projectId],
  );
}
