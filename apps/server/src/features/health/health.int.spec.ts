import { MIGRATION_NAMES } from '@portal/persistence/migrate';
import type { QueueHandle } from '@portal/platform/queue';
import { TASK_IMPORT_QUEUE, UPLOAD_STORE } from '@portal/platform/tokens';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UploadStore } from '@portal/platform/upload-store';
import { Reads } from '../../db/pools.js';
import { Readiness } from '../../readiness/readiness.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import { get, problemIn } from '../../testing/requests.js';
import { addWorker } from '../../testing/worker.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { Drain } from '../../http/drain.js';

const ALL_OK = {
  database: 'ok',
  migrations: 'ok',
  queue: 'ok',
  uploads: 'ok',
  custom_sql: 'ok',
  workers: 'ok',
};

describe('health', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await addWorker(server.db);
  });
  afterAll(() => server.stop());

  it('ABOUT-3 is live if it responds, and ready if its parts are', async () => {
    const live = await get(`${server.baseUrl}/health/live`);
    expect(live.status).toBe(200);
    expect(await live.json()).toEqual({ status: 'ok' });
    const ready = await get(`${server.baseUrl}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ok',
      parts: ALL_OK,
    });
  });

  it('OPS-1 is not ready before the migrations, and lists the missing ones', async () => {
    await server.db.query(`CREATE TABLE kept AS TABLE portal_migration`);
    await server.db.query('DELETE FROM portal_migration');
    const answer = await get(`${server.baseUrl}/health/ready`);
    expect(answer.status).toBe(503);
    expect(await problemIn(answer)).toMatchObject({
      code: 'unavailable',
      detail: 'Not ready: migrations',
      errors: [{ pointer: 'migrations', detail: `pending: ${MIGRATION_NAMES.length}` }],
    });
    expect((await get(`${server.baseUrl}/health/live`)).status).toBe(200);
    await server.db.query('INSERT INTO portal_migration TABLE kept');
    expect((await get(`${server.baseUrl}/health/ready`)).status).toBe(200);
  });

  it('OPS-1 names each part that does not respond', async () => {
    const queue = vi
      .spyOn(server.app.get<QueueHandle>(TASK_IMPORT_QUEUE), 'ping')
      .mockRejectedValue(new Error('secret-host is unavailable'));
    const database = vi.spyOn(server.app.get(Reads), 'query').mockRejectedValue(new Error('away'));
    const answer = await problemIn(await get(`${server.baseUrl}/health/ready`));
    expect(answer).toMatchObject({
      status: 503,
      errors: [
        { pointer: 'database', detail: 'cannot be reached' },
        { pointer: 'migrations', detail: 'cannot be read' },
        { pointer: 'queue', detail: 'cannot be reached' },
        { pointer: 'workers', detail: 'cannot be read' },
      ],
    });
    queue.mockRestore();
    database.mockRestore();
    expect((await get(`${server.baseUrl}/health/ready`)).status).toBe(200);
  });

  it('DATA-2 is not ready when the reporting time zone of its database has changed', async () => {
    await server.db.query(`SELECT core.set_reporting_zone('Europe/Berlin')`);
    const answer = await get(`${server.baseUrl}/health/ready`);
    expect(answer.status).toBe(503);
    const [error] = (await problemIn(answer)).errors ?? [];
    expect(error?.pointer).toBe('migrations');
    expect(error?.detail).toContain('REPORTING_TIME_ZONE=Europe/Berlin');
    await server.db.query(`SELECT core.set_reporting_zone('America/Los_Angeles')`);
    expect((await get(`${server.baseUrl}/health/ready`)).status).toBe(200);
  });

  it('OPS-12 is ready, but degraded, without a part that only some requests need', async () => {
    const away = new Error('secret-host is unavailable');
    const { app, baseUrl } = server;
    for (const [part, words, spy] of [
      ['queue', 'cannot be reached', vi.spyOn(app.get<QueueHandle>(TASK_IMPORT_QUEUE), 'ping')],
      ['uploads', 'cannot be reached', vi.spyOn(app.get<UploadStore>(UPLOAD_STORE), 'ping')],
      ['custom_sql', 'cannot be reached', vi.spyOn(app.get(Sandbox), 'report')],
    ] as const) {
      spy.mockRejectedValue(away);
      const ready = await get(`${baseUrl}/health/ready`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toEqual({
        status: 'degraded',
        parts: { ...ALL_OK, [part]: words },
      });
      const metrics = await (await get(`${baseUrl}/metrics`)).text();
      expect(metrics).toContain(`portal_part_ready{part="${part}"} 0`);
      expect(metrics).toContain('portal_part_ready{part="database"} 1');
      spy.mockRestore();
    }
    const report = vi.spyOn(app.get(Sandbox), 'report');
    report.mockResolvedValue({
      open: [],
      unavailable: { detail: 'away', reason: new Error('secret-host') },
    });
    expect(await (await get(`${baseUrl}/health/ready`)).json()).toMatchObject({
      parts: { custom_sql: 'is not available' },
    });
    report.mockRestore();
    expect(await (await get(`${baseUrl}/health/ready`)).json()).toMatchObject({ status: 'ok' });
  });

  it('OPS-13 checks once for simultaneous callers', async () => {
    const held: (() => void)[] = [];
    const ping = vi
      .spyOn(server.app.get<UploadStore>(UPLOAD_STORE), 'ping')
      .mockImplementation(() => new Promise((resolve) => held.push(resolve)));
    const asked = vi.spyOn(server.app.get(Readiness), 'check');
    const answers = Array.from({ length: 20 }, () => get(`${server.baseUrl}/health/ready`));
    await expect.poll(() => asked.mock.calls.length).toBe(20);
    held[0]?.();
    // Those that came during the first check share the second.
    await expect.poll(() => held.length).toBe(2);
    held[1]?.();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(ping).toHaveBeenCalledTimes(2);
    ping.mockRestore();
    asked.mockRestore();
  });

  it('OPS-8 is not ready while it stops, and still serves requests', async () => {
    const stopping = await startTestServer();
    const drain = stopping.app.get(Drain);
    const announced = drain.announce(0);
    const ready = await get(`${stopping.baseUrl}/health/ready`);
    expect(ready.status).toBe(503);
    expect((await problemIn(ready)).detail).toBe('The server is stopping');
    const live = await get(`${stopping.baseUrl}/health/live`);
    expect(live.status).toBe(200);
    expect(live.headers.get('connection')).toBe('close');
    expect((await get(`${server.baseUrl}/health/live`)).headers.get('connection')).not.toBe(
      'close',
    );
    const url = '/api/v1/about';
    const headers = { 'x-portal-retry': '504' };
    expect((await stopping.app.inject({ url, headers })).statusCode).toBe(504);
    expect((await stopping.app.inject({ url })).statusCode).toBe(200);
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200);
    const posted = await stopping.app.inject({ method: 'POST', url: '/api/auth/refresh', headers });
    expect(posted.statusCode).toBe(400);
    await announced;
    await stopping.stop();
  });
});
