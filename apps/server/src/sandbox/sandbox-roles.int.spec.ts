import { randomUUID } from 'node:crypto';
import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sessions } from '../db/pools.js';
import { sandboxReady } from '../testing/sandbox-ready.js';
import { createProject } from '../testing/user.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { MemoryLimiter } from './memory-limiter.js';
import { Sandbox } from './sandbox.js';
import { sandboxRolePassword } from './sandbox-role-credentials.js';
import { SandboxSession } from './sandbox-session.js';
import { type BoundRole, SandboxRoles } from './sandbox-roles.js';

let server: TestServer;
let other: TestServer;
let project: number;

beforeAll(async () => {
  server = await startTestServer();
  const { jwtSecret, databaseUrl } = server.config;
  other = await startTestServer({ databaseUrl, config: { jwtSecret } });
  project = await createProject(server.db, 'Alpha');
  await Promise.all([server, other].map(sandboxReady));
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});
beforeEach(() =>
  server.db.query(
    sql`UPDATE reporting.sandbox_role SET project_id = NULL, expires_at = '-infinity'`,
  ),
);

const bind = (roles: SandboxRoles | undefined, projectId: number): Promise<BoundRole | null> =>
  roles?.bind(projectId, randomUUID(), 60) ?? Promise.resolve(null);

describe('sandbox roles', () => {
  it('SBX-21 are bound to one run each over all servers, with a limit per project', async () => {
    const servers = [server, other].map((one) => new SandboxRoles(one.app.get(Sessions), 5));
    const bound = await Promise.all(
      Array.from({ length: 20 }, (_, n) => bind(servers[n % 2], n % 4 === 0 ? 1 : 2)),
    );
    const roles = bound.flatMap((one) => (one === null ? [] : [one.role]));
    expect(new Set(roles).size).toBe(roles.length);
    expect(roles.length).toBe(8);
    const perProject = await server.db.query<{ runs: number }>(
      sql`SELECT count(*) AS runs FROM reporting.sandbox_role GROUP BY project_id ORDER BY 1`,
    );
    expect(Math.max(...perProject.map(({ runs }) => runs))).toBeLessThanOrEqual(5);
  });

  it('SBX-21 are refused to a project that has its share, and free for another one', async () => {
    const roles = new SandboxRoles(server.db, 2);
    const bound = [await bind(roles, 1), await bind(roles, 1), await bind(roles, 1)];
    expect(bound.map((one) => one !== null)).toEqual([true, true, false]);
    expect(await bind(roles, 2)).not.toBeNull();
  });

  it('SBX-22 are free again when released, or when the binding of a dead server expires', async () => {
    const roles = new SandboxRoles(server.db, 8);
    const dead = await Promise.all(Array.from({ length: 8 }, () => bind(roles, project)));
    expect(await bind(roles, project)).toBeNull();
    await server.db.query(
      sql`UPDATE reporting.sandbox_role SET expires_at = now() - interval '1 second' WHERE role = $1`,
      [dead[3]?.role],
    );
    const taken = await bind(roles, project);
    expect(taken?.role).toBe(dead[3]?.role);
    // A server that was thought dead must not release the role of another run.
    if (dead[3]) await roles.release(dead[3]);
    expect(await bind(roles, project)).toBeNull();
    if (taken) await roles.release(taken);
    expect(await bind(roles, project)).toMatchObject({ role: taken?.role });
  });

  it('SBX-23 serve more runs than there are roles, on two servers, each with its own rows', async () => {
    const runs = Array.from({ length: 24 }, (_, n) =>
      (n % 2 === 0 ? server : other).app.get(Sandbox).run({
        sql: 'SELECT name, $1::int FROM projects, generate_series(1, 20000) GROUP BY 1, 2',
        parameters: [n],
        projectId: n % 3 === 0 ? project : 0,
        timeoutSeconds: 20,
        maxRows: 10,
      }),
    );
    const results = await Promise.all(runs);
    expect(results.map(({ rows }) => rows)).toEqual(results.map((_, n) => [['Alpha', n]]));
  });

  it('SBX-24 are used only after the connection sees the binding of exactly this run', async () => {
    const beta = await createProject(server.db, 'Beta');
    const bound = await bind(new SandboxRoles(server.db, 8), project);
    if (!bound) throw new Error('no sandbox role is free');
    // Like a replica that still shows the role its previous project.
    const next = { role: bound.role, runId: randomUUID() };
    const options = {
      bound: next,
      statsDatabaseUrl: server.config.statsDatabaseUrl,
      password: sandboxRolePassword(server.config.jwtSecret, bound.role),
      statementTimeoutMs: 5_000,
      maxBytes: 1_000_000,
      limiter: new MemoryLimiter(),
    };
    await expect(SandboxSession.open({ ...options, maxWaitMs: 100 })).rejects.toMatchObject({
      code: 'unavailable',
    });

    const opening = SandboxSession.open({ ...options, maxWaitMs: 10_000 });
    await server.db.query(
      sql`UPDATE reporting.sandbox_role SET project_id = $2, run_id = $3 WHERE role = $1`,
      [bound.role, beta, next.runId],
    );
    const session = await opening;
    await session.declare('SELECT name FROM projects', []);
    const { rows } = await session.fetch(10);
    expect(rows).toEqual([['Beta']]);
    await session.close();
  });
});
