import {
  type CustomStat,
  customStatSchema,
  type newCustomStatSchema,
} from '@portal/contracts/custom-stats';
import { sql } from '@portal/persistence/sql';
import type { z } from 'zod';
import { Sandbox } from '../../../sandbox/sandbox.js';
import { assignRole, createUser, createProject, type TestUser } from '../../../testing/user.js';
import { send } from '../../../testing/requests.js';
import { startTestServer, type TestServer } from '../../../testing/test-server.js';

export type StatBody = z.input<typeof newCustomStatSchema>;

/** A project with five tasks, an admin who manages its statistics, and a trainer who reads them. */
export interface StatsWorld {
  readonly server: TestServer;
  readonly alpha: number;
  readonly beta: number;
  readonly admin: TestUser;
  readonly trainer: TestUser;
  /** A user of the other project. */
  readonly outsider: TestUser;
  /** The URL of Alpha's statistics, with a suffix. */
  url(path?: string): string;
  /** As the admin by default. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path?: string,
    body?: unknown,
    user?: TestUser,
  ): Promise<Response>;
  create(stat?: Partial<StatBody>): Promise<CustomStat>;
}

export const STAT: StatBody = {
  name: 'By status',
  sql_query: 'SELECT status, count(*) AS tasks FROM tasks GROUP BY status ORDER BY status',
  supported_chart_types: ['table', 'bar'],
  default_chart_type: 'table',
};

export async function openStatsWorld(): Promise<StatsWorld> {
  const server = await startTestServer();
  const { dataSource: db, baseUrl } = server;
  await server.app.get(Sandbox).report();
  const [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  const admin = await createUser(db, 'admin@example.org');
  const trainer = await createUser(db, 'trainer@example.org');
  const outsider = await createUser(db, 'outsider@example.org');
  await assignRole(db, admin, alpha, 'project_admin');
  await assignRole(db, trainer, alpha, 'trainer');
  await assignRole(db, outsider, beta, 'project_admin');
  await db.query(sql`
    INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT id, 1, 'One' FROM core.project WHERE id > 0`);
  await db.query(sql`
    INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, user_email)
    SELECT project.id * 1000 + n, project.id, 1,
      (ARRAY['completed', 'pending'])[1 + n % 2], lower(project.name) || '@example.org'
    FROM core.project, generate_series(1, 5) AS n WHERE project.id > 0`);
  let last = 0;
  const url = (path = ''): string => `${baseUrl}/api/v1/projects/${alpha}/custom-stats/${path}`;
  const call: StatsWorld['call'] = (method, path = '', body, user = admin) =>
    send(method, url(path), user.token, body);
  return {
    ...{ server, alpha, beta, admin, trainer, outsider, url, call },
    async create(stat = {}) {
      const response = await call('POST', '', { ...STAT, name: `Stat ${++last}`, ...stat });
      if (response.status !== 201) throw new Error(await response.text());
      return customStatSchema.parse(await response.json());
    },
  };
}
