import {
  type CustomStat,
  customStatSchema,
  type newCustomStatSchema,
} from '@portal/contracts/custom-stats';
import { buildWorld, type TestUser } from '@portal/testing/world';
import type { z } from 'zod';
import { send } from '../../../testing/requests.js';
import { sandboxReady } from '../../../testing/sandbox-ready.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

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

export async function openStatsWorld(start = sharedServer): Promise<StatsWorld> {
  const server = await start();
  const { db, baseUrl } = server;
  await sandboxReady(server);
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 1: 'One' } } },
    users: {
      admin: { email: 'admin@example.org', roles: { Alpha: 'project_admin' } },
      trainer: { email: 'trainer@example.org', roles: { Alpha: 'trainer' } },
      outsider: { email: 'outsider@example.org', roles: { Beta: 'project_admin' } },
    },
    tasks: [
      ...tasksOf('Alpha', 1_000, 'alpha@example.org'),
      ...tasksOf('Beta', 2_000, 'beta@example.org'),
    ],
  });
  const { Alpha: alpha, Beta: beta } = projects;
  const { admin, trainer, outsider } = users;
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

/** Five tasks, with odd numbers pending. */
function tasksOf<P extends string>(project: P, firstId: number, user_email: string) {
  return [1, 2, 3, 4, 5].map((n) => ({
    turing_task_id: firstId + n,
    project,
    status: n % 2 === 0 ? 'completed' : 'pending',
    user_email,
  }));
}
