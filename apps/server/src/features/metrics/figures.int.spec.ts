import { randomUUID } from 'node:crypto';
import { storeHousekeeping } from '@portal/persistence/housekeeping';
import { noteBackup } from '@portal/persistence/last-backup';
import type { Queryable } from '@portal/persistence/queryable';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Pools } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { FeedConnection } from '../../live/feed/feed-connection.js';
import { cutFeeds } from '../../live/spec-support/portal.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import { get } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { assignRole, createProject, createUser } from '../../testing/user.js';
import { addWorker } from '../../testing/worker.js';

const SLOW = 'SELECT count(*) FROM generate_series(1, 10000000000)';

let server: TestServer;
let db: QueryClient;
beforeAll(async () => {
  server = await startTestServer();
  db = await connectTo(server.config.databaseUrl);
  await createUser(server.db, 'uploader@example.com');
});
afterAll(async () => {
  await db.close();
  await server.stop();
});

const read = async (): Promise<string> => (await get(`${server.baseUrl}/metrics`)).text();
/** The value of a sample, by its name and labels. */
const sample = async (name: string): Promise<number | undefined> => {
  const line = (await read()).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

/** An import that ended some seconds after now; with microseconds, as they follow each other. */
async function endedImport(state: string, seconds: number | null, code?: string): Promise<void> {
  await server.db.query(
    `INSERT INTO core.task_import (id, uploaded_by, state, phase, file_name, store_key, sha256, bytes_total,
       rows_done, failure_code, has_file, started_at, finished_at)
     SELECT $1::uuid, (SELECT max(id) FROM core.app_user), $2, 'done', 'f', $1::uuid::text, repeat('0', 64), 100, 7, $4, false,
       ended - $3 * interval '1 second', ended
     FROM (SELECT clock_timestamp() + interval '1 s' AS ended) AS moment`,
    [randomUUID(), state, seconds, code],
  );
}

describe('the metrics of imports', () => {
  it('SYS-220 count how they ended, how long they took and their rows, each once', async () => {
    const ended = (outcome: string) => sample(`portal_imports_ended_total{outcome="${outcome}"}`);
    const took = (le: number | '+Inf') =>
      sample(`portal_import_duration_seconds_bucket{le="${le}",outcome="completed"}`);
    for (const outcome of ['completed', 'refused', 'failed', 'cancelled']) {
      expect(await ended(outcome)).toBe(0);
    }
    await endedImport('completed', 3);
    await endedImport('completed', 100);
    await endedImport('failed', 1, 'import-failed');
    await endedImport('failed', 1, 'disk-full');
    await endedImport('failed', 1, 'internal');
    await endedImport('cancelled', null);
    for (const _ of [1, 2]) {
      expect(await ended('completed')).toBe(2);
      expect(await ended('refused')).toBe(1);
      expect(await ended('failed')).toBe(2);
      expect(await ended('cancelled')).toBe(1);
      expect([await took(2.5), await took(5), await took(120)]).toEqual([0, 1, 2]);
      expect(await sample('portal_import_duration_seconds_count{outcome="cancelled"}')).toBe(0);
      expect(await sample('portal_import_rows_total')).toBe(42);
    }
    const { databaseUrl, jwtSecret } = server.config;
    const later = await startTestServer({ databaseUrl, config: { jwtSecret } });
    await server.db.query(`UPDATE core.task_import SET finished_at = now() - interval '1 minute'`);
    const text = await (await get(`${later.baseUrl}/metrics`)).text();
    expect(text).toContain('portal_imports_ended_total{outcome="completed"} 0');
    await later.stop();
  });

  it('SYS-221 have the time since the last sync of unstarted and ongoing projects', async () => {
    const [running, never, over] = [
      await createProject(server.db, 'Running'),
      await createProject(server.db, 'Never'),
      await createProject(server.db, 'Over'),
    ];
    await server.db.query(
      `INSERT INTO core.project_sync
       SELECT id, now() - interval '2 hours' FROM unnest($1::int[]) AS id`,
      [[running, over]],
    );
    await server.db.query(`UPDATE core.project SET status = 'completed' WHERE id = $1`, [over]);
    const age = (id: number) => sample(`portal_project_sync_age_seconds{project="${id}"}`);
    expect(await age(running)).toBeGreaterThanOrEqual(7200);
    expect(await age(running)).toBeLessThan(7300);
    expect([await age(never), await age(over)]).toEqual([undefined, undefined]);
    await server.db.query('DELETE FROM core.project WHERE id = $1', [running]);
    expect(await age(running)).toBe(undefined);
  });

  it('SYS-228 have the age of the oldest that has not ended, of housekeeping and of the backup', async () => {
    const oldest = 'portal_oldest_unfinished_seconds{kind="import"}';
    expect(await sample(oldest)).toBe(0);
    await server.db.query(
      `INSERT INTO core.task_import
         (id, uploaded_by, file_name, store_key, sha256, bytes_total, created_at)
       SELECT gen_random_uuid(), (SELECT max(id) FROM core.app_user), 'f', 'k' || hours, repeat('0', 64), 50,
         now() - hours * interval '1 hour'
       FROM unnest(ARRAY[3, 1]) AS hours`,
    );
    expect(await sample(oldest)).toBeGreaterThanOrEqual(3 * 3600);
    expect(await sample('portal_upload_store_files')).toBe(2);
    expect(await sample('portal_upload_store_bytes')).toBe(100);
    await server.db.query(`DELETE FROM core.task_import WHERE state = 'queued'`);
    expect(await sample(oldest)).toBe(0);

    expect(await sample('portal_housekeeping_age_seconds')).toBe(undefined);
    expect(await sample('portal_backup_age_seconds')).toBe(undefined);
    const ended_at = new Date(Date.now() - 86_400_000).toISOString();
    const result = { removed: {}, since: {}, failed: ['lost_files', 'kept_files'] };
    await storeHousekeeping(server.db, { ended_at, ...result });
    await noteBackup(server.config.databaseUrl, new Date(Date.now() - 3_600_000));
    expect(await sample('portal_housekeeping_age_seconds')).toBeGreaterThanOrEqual(86_400);
    expect(await sample('portal_housekeeping_failed')).toBe(2);
    expect(await sample('portal_backup_age_seconds')).toBeGreaterThanOrEqual(3600);
  });
});

describe('the metrics of the parts', () => {
  it('SYS-222 count the runs of custom SQL, and those that were refused', async () => {
    const project = await createProject(server.db, 'Custom');
    const sandbox = server.app.get(Sandbox);
    await vi.waitFor(() => expect(sandbox.isAvailable).toBe(true), PATIENCE);
    const stop = new AbortController();
    const limits = { timeoutSeconds: 60, maxRows: 1, signal: stop.signal };
    const runs = Array.from({ length: 40 }, () =>
      sandbox.run({ sql: SLOW, projectId: project, ...limits }).then(() => 'ran', codeOf),
    );
    await expect.poll(() => sample('portal_custom_sql_runs{state="running"}')).toBeGreaterThan(0);
    await expect.poll(() => sample('portal_custom_sql_runs{state="waiting"}')).toBe(32);
    const refused = (await sample('portal_custom_sql_refused_total')) ?? 0;
    expect(refused).toBeGreaterThan(0);
    stop.abort();
    const codes = await Promise.all(runs);
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(refused);
    expect(await sample('portal_custom_sql_runs{state="waiting"}')).toBe(0);
  });

  it('SYS-224 say whether the database tells the server of its commits', async () => {
    expect(await sample('portal_change_feed_up')).toBe(1);
    const opening = vi.spyOn(FeedConnection, 'open').mockRejectedValue(new Error('away'));
    await cutFeeds(db);
    await expect.poll(() => sample('portal_change_feed_up')).toBe(0);
    opening.mockRestore();
    await expect.poll(() => sample('portal_change_feed_up'), PATIENCE).toBe(1);
  });

  it('SYS-225 count the workers that live, and without one the part does not work', async () => {
    const part = async (kind: 'up' | 'ready') => sample(`portal_part_${kind}{part="workers"}`);
    const ready = async (): Promise<unknown> =>
      (await get(`${server.baseUrl}/health/ready`)).json();
    expect([await sample('portal_workers'), await part('up'), await part('ready')]).toEqual([
      0, 0, 0,
    ]);
    expect((await get(`${server.baseUrl}/health/ready`)).status).toBe(200);
    expect(await ready()).toMatchObject({
      status: 'degraded',
      parts: { workers: 'none is running' },
    });
    await addWorker(server.db, 'one');
    await addWorker(server.db, 'two');
    expect([await sample('portal_workers'), await part('up'), await part('ready')]).toEqual([
      2, 1, 1,
    ]);
    expect(await ready()).toMatchObject({ status: 'ok', parts: { workers: 'ok' } });
    await server.db.query(
      `UPDATE core.worker SET seen_at = now() - interval '31 s' WHERE host = 'one'`,
    );
    expect(await sample('portal_workers')).toBe(1);
    await server.db.query(`UPDATE core.worker SET seen_at = now() - interval '31 s'`);
    expect([await sample('portal_workers'), await part('up'), await part('ready')]).toEqual([
      0, 0, 0,
    ]);
  });

  it('SYS-226 time each push from the notification of its commit', async () => {
    const project = await createProject(server.db, 'Pushed');
    const user = await createUser(server.db, 'watcher@example.com');
    await assignRole(server.db, user, project, 'project_member');
    const socket = io(server.baseUrl, { transports: ['websocket'], auth: { token: user.token } });
    await socket.timeout(60_000).emitWithAck('subscribe', { project_id: project });
    const count = async (event: string) =>
      (await sample(`portal_push_lag_seconds_count{event="${event}"}`)) ?? 0;
    const before = await count('dashboard-changed');
    const pushed = new Promise((resolve) => socket.once('dashboard-changed', resolve));
    await server.db.query(`UPDATE core.project SET status = 'ongoing' WHERE id = $1`, [project]);
    await pushed;
    expect(await count('dashboard-changed')).toBeGreaterThan(before);
    expect(await count('records-changed')).toBeGreaterThan(0);
    socket.disconnect();
  });

  it('SYS-227 have the sizes of the database, its tables and the store of uploads', async () => {
    const sizes = [...(await read()).matchAll(/^portal_table_bytes\{table="(.*)"\} (\d+)$/gm)];
    const tables = new Map(sizes.map(([, table, bytes]) => [table, Number(bytes)]));
    const [{ bytes } = { bytes: 0 }] = await db.query<{ bytes: number }>(
      `SELECT pg_total_relation_size('core.task') AS bytes`,
    );
    expect(tables.get('core.task')).toBe(bytes);
    expect(tables.get('agg.batch_total')).toBeGreaterThan(0);
    const sum = [...tables.values()].reduce((all, size) => all + size, 0);
    expect(await sample('portal_database_bytes')).toBeGreaterThan(sum);
    expect(await sample('portal_upload_store_free_bytes')).toBeGreaterThan(0);
  });
});

function codeOf(error: unknown): string {
  return error instanceof ProblemException ? error.code : String(error);
}

describe('a scrape', () => {
  it('SYS-230 reads no task and no table that grows with the tasks', async () => {
    const run: { text: string; values: unknown[] }[] = [];
    for (const [, pool] of server.app.get(Pools)) {
      record(pool);
      record(pool.prepared);
    }
    await read();
    expect(run.length).toBeGreaterThan(8);
    // The tables are small here: an index is used if there is one.
    await db.query('SET enable_seqscan = off');
    const texts = new Map(run.map((statement) => [statement.text, statement.values]));
    for (const [text, values] of texts) {
      const plan = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      const told = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(told).not.toMatch(/ on (task|task_review|task_before|user_slot|task_cell|audit)\b/);
      expect(told).not.toContain('Seq Scan on task_import');
    }

    function record(pool: Queryable): void {
      const query = pool.query.bind(pool);
      vi.spyOn(pool, 'query').mockImplementation((text, values = []) => {
        run.push({ text, values });
        return query(text, values);
      });
    }
  });
});
