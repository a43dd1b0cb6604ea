import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importSummarySchema } from '@portal/contracts/imports';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@portal/launcher/postgres/embedded';
import { z } from 'zod';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';
import { query } from '../support/world.js';

let dir: string;
let postgres: EmbeddedPostgres;
let portal: Portal;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-logs-'));
  // The database can run as another user than this process.
  await chmod(dir, 0o755);
  postgres = await startEmbeddedPostgres({ dir });
  portal = await startPortal({ redis: false, env: { DATABASE_URL: postgres.url } });
});
afterAll(async () => {
  await portal.stack.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

const lineSchema = z.looseObject({ name: z.string(), level: z.number(), msg: z.string() });
type Line = z.infer<typeof lineSchema>;

/** The lines of both processes; fails if one is no JSON. */
function lines(): Line[] {
  return portal.stack
    .logs()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--- '))
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

const saying = (name: 'server' | 'worker', msg: string): Line[] =>
  lines().filter((line) => line.name === name && line.msg === msg);
const until = (name: 'server' | 'worker', msg: string, count = 1): Promise<true> =>
  eventually(`${name}: ${msg}`, () => saying(name, msg).length >= count && true);

describe('the log', () => {
  it('SYS-235 begins with one line that says where, and none for each route', async () => {
    expect(saying('server', 'listening')).toMatchObject([{ url: portal.stack.baseUrl }]);
    await until('worker', 'worker ready');
    expect(saying('worker', 'worker ready')).toHaveLength(1);
    expect(lines().filter(({ level }) => level > 30)).toEqual([]);
    expect(portal.stack.logs()).not.toContain('Mapped {');
    expect(lines().filter(({ msg }) => msg !== 'request').length).toBeLessThan(15);
  });

  it('SYS-232 names the user and the address of each request, and nothing of the URL', async () => {
    const [admin] = await query<{ id: number }>(
      postgres.url,
      `SELECT id FROM core.app_user WHERE email = 'admin@example.com'`,
    );
    await portal.admin.get('/projects/');
    await portal.admin.get('/projects/?nonsense=ada@example.com');
    await fetch(`${portal.stack.baseUrl}/api/v1/about?q=ada@example.com`);
    const requestTo = (wanted: string) =>
      eventually(`the line of ${wanted}`, () =>
        saying('server', 'request').find(({ route }) => route === wanted),
      );
    expect(await requestTo('/api/v1/projects')).toMatchObject({
      userId: admin?.id,
      method: 'GET',
      status: 200,
      ip: '127.0.0.1',
    });
    const anonymous = await requestTo('/api/v1/about');
    expect(anonymous).not.toHaveProperty('userId');
    expect(anonymous).toMatchObject({ ip: '127.0.0.1' });
    expect(portal.stack.logs()).not.toContain('example.com');
  });

  it('SYS-234 says when an import starts, is taken over and ends, without a word of its file', async () => {
    const done = await portal.admin.upload(file(row(1)), { prefer: 'wait=60' });
    const { import_id } = z.object({ import_id: z.string() }).parse(done.body);
    await until('worker', 'import ended');
    expect(saying('worker', 'import started')).toMatchObject([{ import_id, attempt: 1 }]);
    expect(saying('worker', 'import ended')).toMatchObject([
      { import_id, state: 'completed', insert: 1 },
    ]);
    await portal.admin.upload(file(row(2, { status: 'Secret status' })), { prefer: 'wait=60' });
    await until('worker', 'import ended', 2);
    expect(saying('worker', 'import ended')[1]).toMatchObject({
      state: 'failed',
      code: 'import-failed',
    });
    expect(portal.stack.logs()).not.toContain('Secret status');

    await portal.stack.kill('worker', 'SIGTERM');
    expect(saying('worker', 'stopping')).toHaveLength(1);
    expect(saying('worker', 'stopped')).toHaveLength(1);
    const waiting = await portal.admin.upload(file(row(3)), { prefer: 'respond-async' });
    const { import_id: taken } = importSummarySchema.parse(waiting.body);
    await query(
      postgres.url,
      `UPDATE core.task_import SET state = 'running', started_at = now() WHERE id = '${taken}'`,
    );
    await portal.stack.restart('worker');
    await until('worker', 'import ended', 3);
    expect(saying('worker', 'import taken over')).toMatchObject([{ import_id: taken }]);
  });

  it('SYS-233 has one line for each store that fails, and one when it works again', async () => {
    const port = Number(new URL(postgres.url).port);
    await postgres.stop();
    await until('server', 'the database fails');
    await until('server', 'the change feed fails');
    await until('worker', 'the database fails');
    const failed = await portal.admin.get('/projects/');
    expect(failed.status).toBe(503);
    const errors = await eventually('the line of the request', () => {
      const found = saying('server', 'unavailable');
      return found.length > 0 && found;
    });
    expect(errors[0]).toMatchObject({ err: { database: 'portal-server' } });
    postgres = await startEmbeddedPostgres({ dir, port });
    await until('server', 'the change feed works again');
    await eventually(
      'an answer',
      async () => (await portal.admin.get('/projects/')).status === 200,
    );
    await until('server', 'the database works again');
    await until('worker', 'the database works again');
    expect(saying('server', 'the database fails').length).toBeLessThan(4);
    expect(saying('worker', 'the database fails').length).toBeLessThan(4);
    expect(saying('server', 'the change feed fails').length).toBeLessThan(4);
    expect(lines().filter(({ msg }) => msg === 'a state could not be read')).toEqual([]);
  });

  it('SYS-234 says when the server stops', async () => {
    await portal.stack.kill('server', 'SIGTERM');
    expect(saying('server', 'stopping')).toHaveLength(1);
    expect(saying('server', 'stopped')).toHaveLength(1);
    expect(portal.stack.logs()).not.toMatch(/eyJ|example\.com/);
  });
});
