import { createLogger } from '@portal/platform/logging';
import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo } from '@portal/testing/query-client';
import { get } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { createProject } from '../testing/user.js';
import { Sandbox } from './sandbox.js';
import type { RowSink, SandboxResult } from './sandbox-query.js';
import { type ReplicatedCluster, startReplicatedCluster } from './spec-support/replica.js';

const AWAY = 'The database for custom statistics cannot be reached';
const CONFLICT =
  'The database for custom statistics stopped the query to apply changes; try again in a moment';
/** Ends only if the project is not slow. */
const SLOW = `
  SELECT count(*) FROM (SELECT generate_series(1, (
    SELECT CASE max(description) WHEN 'slow' THEN 10000000000 ELSE 1 END FROM projects))) AS numbers`;

let cluster: ReplicatedCluster;
let server: TestServer;
let sandbox: Sandbox;
let project: number;
const said: string[] = [];

beforeAll(async () => {
  cluster = await startReplicatedCluster();
  const record =
    (level: string) =>
    (...args: readonly unknown[]): void => {
      const message = String(args.at(-1));
      if (message.startsWith('custom SQL')) said.push(`${level}: ${message}`);
    };
  const logger = Object.assign(createLogger('test', 'silent'), {
    info: record('info'),
    warn: record('warn'),
  });
  const { primaryUrl: databaseUrl, replicaUrl: statsDatabaseUrl } = cluster;
  server = await startTestServer({ databaseUrl, config: { statsDatabaseUrl }, logger });
  sandbox = server.app.get(Sandbox);
  project = await createProject(server.db, 'Alpha');
});
afterAll(async () => {
  await server.stop();
  await cluster.stop();
});

function run(text: string, timeoutSeconds = 60): Promise<SandboxResult> {
  return sandbox.run({ sql: text, projectId: project, timeoutSeconds, maxRows: 10 });
}

/** The value of a sample, by its name and labels. */
async function sample(name: string): Promise<string | undefined> {
  const text = await (await get(`${server.baseUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line?.slice(name.length + 1);
}

const metric = () => sample('portal_part_ready{part="custom_sql"}');
const replica = async () => [
  await sample('portal_replica_reachable'),
  await sample('portal_replica_behind_seconds'),
];

const available = (): Promise<void> =>
  vi.waitFor(() => expect(sandbox.isAvailable).toBe(true), PATIENCE);

/** Until a query of custom SQL has been running on the replica for a moment, in a new session. */
async function untilRuns(known: readonly number[] = []): Promise<number> {
  const replica = await connectTo(cluster.replicaUrl);
  try {
    return await vi.waitFor(async () => {
      const [session] = await replica.query<{ pid: number }>(
        sql`
            SELECT pid FROM pg_stat_activity
            WHERE usename LIKE 'portal!_sandbox!_role%' ESCAPE '!' AND state = 'active'
              AND query_start < clock_timestamp() - interval '0.3 s' AND pid <> ALL ($1)`,
        [known],
      );
      if (session === undefined) throw new Error('no query runs');
      return session.pid;
    }, PATIENCE);
  } finally {
    await replica.close();
  }
}

/** The replica can apply this only when no query reads projects. Ends when it has: else it could stop the next query. */
async function changeProjects(description: string): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.query(sql`UPDATE core.project SET description = $1`, [description]);
    await tx.query(sql`LOCK TABLE core.project IN ACCESS EXCLUSIVE MODE`);
  });
  const [written] = await server.db.query<{ lsn: string }>(
    sql`SELECT pg_current_wal_lsn()::text AS lsn`,
  );
  const replica = await connectTo(cluster.replicaUrl);
  try {
    await vi.waitFor(async () => {
      const applied = await replica.query(
        sql`SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS yes`,
        [written?.lsn],
      );
      expect(applied).toEqual([{ yes: true }]);
    }, PATIENCE);
  } finally {
    await replica.close();
  }
}

describe('custom SQL on a replica', () => {
  it('SBX-50 starts as soon as the replica can be reached, also after the boot of the server', async () => {
    await expect(run('SELECT 1')).rejects.toMatchObject({ code: 'unavailable', detail: AWAY });
    expect([await metric(), sandbox.isAvailable]).toEqual(['0', false]);
    await cluster.startReplica();
    await available();
    expect(await metric()).toBe('1');
    expect((await run('SELECT name FROM projects')).rows).toEqual([['Alpha']]);
    expect(said).toEqual([
      `warn: custom SQL is not available: ${AWAY}`,
      'info: custom SQL is available',
    ]);
  });

  it('SBX-50 stops when the replica is away, and starts again', async () => {
    await cluster.stopReplica();
    await expect(run('SELECT 1')).rejects.toMatchObject({ code: 'unavailable', detail: AWAY });
    expect(await metric()).toBe('0');
    await cluster.startReplica();
    await available();
    expect((await run('SELECT name FROM projects')).rows).toEqual([['Alpha']]);
    expect(said).toHaveLength(4);
  });

  it('SYS-223 tells whether the replica is reached, and how far it is behind', async () => {
    expect(await replica()).toEqual(['1', '0']);
    const db = await connectTo(cluster.replicaUrl);
    await db.query('SELECT pg_wal_replay_pause()');
    await server.db.query(`UPDATE core.project SET description = 'later'`);
    const [reached, behind] = await replica();
    expect(reached).toBe('1');
    expect(Number(behind)).toBeGreaterThan(0);
    await db.query('SELECT pg_wal_replay_resume()');
    await db.close();
    await expect.poll(replica).toEqual(['1', '0']);
    await cluster.stopReplica();
    expect(await replica()).toEqual(['0', undefined]);
    expect(await sample('portal_part_up{part="replica"}')).toBe('0');
    await cluster.startReplica();
    await expect.poll(replica).toEqual(['1', '0']);
    await available();
  });

  it('SBX-51 repeats a query that the replica stopped to apply changes', async () => {
    await changeProjects('slow');
    const running = run(SLOW);
    await untilRuns();
    await changeProjects('fast');
    expect((await running).rows).toEqual([['1']]);
  });

  it('SBX-51 reports it as unavailable if that happens again', async () => {
    await changeProjects('slow');
    const running = run(SLOW).catch((error: unknown) => error);
    const first = await untilRuns();
    await changeProjects('slow');
    await untilRuns([first]);
    await changeProjects('slow');
    expect(await running).toMatchObject({ code: 'unavailable', detail: CONFLICT });
    expect(sandbox.isAvailable).toBe(true);
  });

  it('SBX-51 does not repeat a query whose first rows are delivered', async () => {
    let begun = 0;
    const rows: RowSink = {
      begin: () => void (begun += 1),
      take: () => (begun === 1 ? changeProjects('fast') : Promise.resolve()),
    };
    const text = 'SELECT generate_series(1, 1000000000) FROM projects';
    const query = { sql: text, projectId: project, timeoutSeconds: 60 };
    await expect(sandbox.readAll(query, rows)).rejects.toMatchObject({ code: 'unavailable' });
    expect(begun).toBe(1);
  });
});
