import { randomUUID } from 'node:crypto';
import { VERSION } from '@portal/contracts/version';
import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import type { QueueHandle } from '@portal/platform/queue';
import { TASK_IMPORT_QUEUE } from '@portal/platform/tokens';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Reads } from '../../db/pools.js';
import { assignRole, createUser, createProject } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const TOKEN = 'a-token-of-the-metrics';

describe('metrics', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const read = async (): Promise<string> => (await get(`${server.baseUrl}/metrics`)).text();
  /** The value of a sample, by its name and labels. */
  const sample = async (name: string): Promise<number | undefined> => {
    const line = (await read()).split('\n').find((text) => text.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };

  const addImport = async (state: string, phase: string, done: number, total: number | null) => {
    await server.db.query(
      `INSERT INTO core.task_import (id, uploaded_by, state, phase, file_name, store_key, sha256,
         bytes_total, rows_done, rows_total, started_at)
       VALUES (gen_random_uuid(), (SELECT min(id) FROM core.app_user), $1, $2, 'f',
         gen_random_uuid()::text, repeat('0', 64), 1, $3, $4,
         CASE WHEN $1 <> 'queued' THEN now() - interval '10 s' END)`,
      [state, phase, done, total],
    );
  };

  it('OPS-2 count and time requests by method, route pattern and status', async () => {
    await get(`${server.baseUrl}/api/v1/tasks/tasks-crud/7`);
    await get(`${server.baseUrl}/api/v1/meta/somebody@example.com`);
    await get(`${server.baseUrl}/api/v1/nowhere/somebody@example.com`);
    const labels = 'method="GET",route="/api/v1/tasks/tasks-crud/:key",status="401"';
    await expect.poll(() => sample(`http_request_duration_seconds_count{${labels}}`)).toBe(1);
    expect(await sample(`http_request_duration_seconds_bucket{le="30",${labels}}`)).toBe(1);
    const text = await read();
    expect(text).toContain('method="GET",route="/api/v1/meta/:key",status="401"');
    expect(text).toContain('method="GET",route="(none)",status="404"');
    expect(text).not.toContain('example.com');
  });

  it('OPS-3 report the depth of the queue and the age of the oldest job', async () => {
    const age = 'portal_queue_oldest_waiting_seconds{queue="task-import"}';
    expect(await sample('portal_queue_jobs{queue="task-import",state="waiting"}')).toBe(0);
    expect(await sample(age)).toBe(0);
    const queue = server.app.get<QueueHandle>(TASK_IMPORT_QUEUE);
    await queue.add('import', {}, { jobId: randomUUID() });
    await queue.add('import', {}, { jobId: randomUUID() });
    expect(await sample('portal_queue_jobs{queue="task-import",state="waiting"}')).toBe(2);
    expect(await sample(age)).toBeGreaterThan(0);
  });

  it('OPS-3 report the progress of imports', async () => {
    await addImport('queued', 'waiting', 0, null);
    await addImport('running', 'reading', 500, null);
    await addImport('running', 'merging', 10, 1000);
    expect(await sample('portal_imports{state="queued"}')).toBe(1);
    expect(await sample('portal_imports{state="running"}')).toBe(2);
    expect(await sample('portal_imports{state="unconfirmed"}')).toBe(0);
    const rate = await sample('portal_import_rows_per_second');
    expect(rate).toBeGreaterThan(50);
    expect(rate).toBeLessThanOrEqual(150);
    await server.db.query('DELETE FROM core.task_import');
  });

  it('UP-59 count the imports that wait for a confirmation', async () => {
    await addImport('unconfirmed', 'waiting', 1000, 1000);
    await server.db.query(`UPDATE core.task_import SET asked_at = now()`);
    expect(await sample('portal_imports{state="unconfirmed"}')).toBe(1);
    expect(await sample('portal_import_rows_per_second')).toBe(0);
    await server.db.query('DELETE FROM core.task_import');
  });

  it('OPS-3 report sockets, rooms, pools, the event loop and the process', async () => {
    expect(await sample('portal_sockets')).toBe(0);
    const user = await createUser(server.db, 'watcher@example.com');
    const project = await createProject(server.db, 'Alpha');
    await assignRole(server.db, user, project, 'project_member');
    const socket = io(server.baseUrl, {
      transports: ['websocket'],
      auth: { token: user.token },
      forceNew: true,
    });
    await socket.timeout(60_000).emitWithAck('subscribe', { project_id: project });
    expect(await sample('portal_sockets')).toBe(1);
    expect(await sample('portal_rooms')).toBe(1);
    socket.disconnect();
    await expect.poll(() => sample('portal_sockets')).toBe(0);

    const connections = (pool: string, state: string) =>
      sample(`portal_database_connections{pool="${pool}",state="${state}"}`);
    expect(await connections('reads', 'waiting')).toBe(0);
    expect(await connections('reads', 'idle')).toBeGreaterThan(0);
    expect(await connections('changes', 'idle')).toBeGreaterThan(0);
    expect(await connections('sessions', 'idle')).toBeGreaterThan(0);
    expect(await connections('queue', 'idle')).toBeGreaterThan(0);
    expect(await connections('queue', 'waiting')).toBe(0);
    expect(await connections('large-lists', 'idle')).toBe(0);
    await get(`${server.baseUrl}/api/v1/tasks/tasks-crud/`, user.token);
    expect(await connections('large-lists', 'idle')).toBe(1);
    expect(await connections('large-lists', 'in_use')).toBe(0);
    expect(await connections('list-scans', 'in_use')).toBe(0);
    expect(await sample('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('OPS-9 report the connections of all workers', async () => {
    const connections = (pool: string, state: string) =>
      sample(`portal_database_connections{pool="${pool}",state="${state}"}`);
    for (const [pool, applicationName] of Object.entries(WORKER_APPLICATIONS)) {
      expect(await connections(pool, 'in_use')).toBe(0);
      expect(await connections(pool, 'idle')).toBe(0);
      const db = new pg.Client({
        connectionString: server.config.databaseUrl,
        application_name: applicationName,
      });
      await db.connect();
      expect(await connections(pool, 'idle')).toBe(1);
      await db.query('BEGIN');
      expect(await connections(pool, 'in_use')).toBe(1);
      expect(await connections(pool, 'idle')).toBe(0);
      await db.end();
    }
    vi.spyOn(server.app.get(Reads), 'query').mockRejectedValue(new Error('away'));
    const text = await read();
    expect(text).toContain('portal_part_up{part="workers"} 0');
    expect(text).not.toContain('{pool="worker');
    expect(text).toContain('{pool="reads"');
  });

  it('SYS-218 SYS-229 have the version of the portal, and that of Node', async () => {
    const labels = `part="server",version="${VERSION}",node="${process.versions.node}"`;
    expect(await sample(`portal_build_info{${labels}}`)).toBe(1);
  });

  it('OPS-5 continue without a part that cannot be read', async () => {
    const queue = server.app.get<QueueHandle>(TASK_IMPORT_QUEUE);
    expect(await sample('portal_part_up{part="queue"}')).toBe(1);
    const load = vi.spyOn(queue, 'load').mockRejectedValue(new Error('away'));
    const text = await read();
    expect(text).toContain('portal_part_up{part="queue"} 0');
    expect(text).toContain('portal_part_up{part="imports"} 1');
    expect(text).not.toContain('portal_queue_jobs{');
    load.mockRestore();
    expect(await sample('portal_part_up{part="queue"}')).toBe(1);
  });

  it('OPS-4 are available only to this machine without a token', async () => {
    const answer = await get(`${server.baseUrl}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const elsewhere = [
      { remoteAddress: '203.0.113.7' },
      { headers: { 'x-forwarded-for': '203.0.113.7' } },
      { headers: { host: 'portal.example.com' } },
    ];
    for (const from of elsewhere) {
      const refused = await server.app.inject({ url: '/metrics', ...from });
      expect(refused.statusCode).toBe(404);
      expect(refused.body).not.toContain('portal_');
    }
  });

  it('OPS-4 require the token if one is configured', async () => {
    const guarded = await startTestServer({ config: { metricsToken: TOKEN } });
    const url = `${guarded.baseUrl}/metrics`;
    for (const token of [undefined, 'another-token-of-theirs']) {
      const refused = await get(url, token);
      expect(refused.status).toBe(401);
      expect((await problemIn(refused)).code).toBe('unauthenticated');
    }
    expect((await get(url, TOKEN)).status).toBe(200);
    const far = await guarded.app.inject({
      url: '/metrics',
      remoteAddress: '203.0.113.7',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(far.statusCode).toBe(200);
    await guarded.stop();
  });
});
