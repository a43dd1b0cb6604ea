import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { promisify } from 'node:util';
import { sql } from '@portal/persistence/sql';
import { PATIENCE } from '@portal/testing/patience';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { CallerDirectory } from './caller-directory.js';
import { OpenStreams } from './open-streams.js';

/** Far more than the buffers of a connection take. */
const TASKS = 15_000;
const NEVER = 600_000;
const LIMITS = { checkMs: 20, rightsMs: NEVER, unreadMs: NEVER, longestMs: NEVER };
const STREAMS = ['tasks/changes', 'tasks/tasks-crud/export?format=ndjson'];

let server: TestServer;
let users: Readonly<Record<'ann' | 'ben' | 'cleo', TestUser>>;
let projects: Readonly<Record<'Alpha' | 'Beta', number>>;

beforeAll(async () => {
  server = await startTestServer();
  const roles = { Alpha: 'project_admin', Beta: 'project_admin' } as const;
  ({ users, projects } = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 1: 'One' } } },
    users: { ann: { roles }, ben: { roles }, cleo: { roles } },
  }));
  await server.db.query(
    sql`
      INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, delivery_batch, target_model)
      SELECT n, $1, 1, 'pending', repeat('x', 200), repeat('y', 200) FROM generate_series(1, $2::int) AS n`,
    [projects.Alpha, TASKS],
  );
  // The feed has them when no older transaction runs, in whatever database of the cluster.
  const shown = sql`
    SELECT changed_in < pg_snapshot_xmin(pg_current_snapshot()) AS is_shown
    FROM core.task ORDER BY changed_in DESC LIMIT 1`;
  await vi.waitFor(async () => {
    expect(await server.db.query(shown)).toEqual([{ is_shown: true }]);
  }, PATIENCE);
});
beforeEach(() => {
  server.app.get(OpenStreams).limits = { ...LIMITS };
});
afterAll(() => server.stop());

/** A response whose client reads only when it is told to. */
async function unread(path: string, user: TestUser): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${user.token}`,
    accept: 'application/x-ndjson',
    'accept-encoding': 'identity',
  };
  const request = httpRequest(`${server.baseUrl}/api/v1/${path}`, { headers, agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined);
}

/** Reads to the end. @returns whether all came */
async function isWhole(response: IncomingMessage): Promise<boolean> {
  response.resume();
  if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
  return response.complete;
}

/** The connections of the clients: each has one response. */
function connections(): Promise<number> {
  const http: Server = server.app.getHttpServer();
  return promisify(http.getConnections.bind(http))();
}

/** Whether the server aborts a response that nobody reads. */
async function isAborted(response: IncomingMessage): Promise<boolean> {
  await expect.poll(connections).toBe(0);
  return !(await isWhole(response));
}

const grant = (project: number, how: 'give' | 'take') =>
  server.db.query(
    how === 'give'
      ? `INSERT INTO core.user_role (user_id, project_id, role_id)
         SELECT $1, $2, id FROM core.role WHERE name = 'project_admin'`
      : 'DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2',
    [users.ann.id, project],
  );
const activate = (isActive: boolean) =>
  server.db.query('UPDATE core.app_user SET is_active = $2 WHERE id = $1', [
    users.ann.id,
    isActive,
  ]);

describe.each(STREAMS)('a streamed response: %s', (path) => {
  it('API-76 is aborted when its caller is deactivated, others are not', async () => {
    const [ann, ben] = [await unread(path, users.ann), await unread(path, users.ben)];
    await activate(false);
    try {
      await expect.poll(connections).toBe(1);
      expect(await isWhole(ann)).toBe(false);
      expect(await isWhole(ben)).toBe(true);
    } finally {
      await activate(true);
    }
  });

  it('API-76 is aborted when its caller loses a role, and not when one is given', async () => {
    await grant(projects.Beta, 'take');
    const gaining = await unread(path, users.ann);
    await grant(projects.Beta, 'give');
    expect(await isWhole(gaining)).toBe(true);
    const losing = await unread(path, users.ann);
    await grant(projects.Beta, 'take');
    expect(await isAborted(losing)).toBe(true);
    await grant(projects.Beta, 'give');
  });

  it('API-76 is aborted when the rights cannot be read for long, and not after one failure', async () => {
    const directory = server.app.get(CallerDirectory);
    const broken = vi.spyOn(directory, 'findUsers').mockRejectedValueOnce(new Error('away'));
    const lucky = await unread(path, users.ann);
    await expect.poll(() => broken.mock.calls.length).toBeGreaterThan(1);
    expect(await isWhole(lucky)).toBe(true);
    broken.mockRejectedValue(new Error('away'));
    server.app.get(OpenStreams).limits.rightsMs = 100;
    expect(await isAborted(await unread(path, users.ann))).toBe(true);
    broken.mockRestore();
  });

  it('API-77 is aborted when its client reads nothing', async () => {
    const response = await unread(path, users.ann);
    server.app.get(OpenStreams).limits.unreadMs = 0;
    expect(await isAborted(response)).toBe(true);
  });

  it('API-77 is aborted when it takes too long', async () => {
    const limits = server.app.get(OpenStreams).limits;
    const response = await unread(path, users.ann);
    limits.longestMs = 0;
    expect(await isAborted(response)).toBe(true);
    limits.longestMs = NEVER;
    expect(await isWhole(await unread(path, users.ann))).toBe(true);
  });
});

it('TASK-85 two users take all changes at a time, each once', async () => {
  const ann = await unread('tasks/changes', users.ann);
  const statusOf = async (user: TestUser) => (await unread('tasks/changes', user)).statusCode;
  expect(await statusOf(users.ann)).toBe(429);
  const ben = await unread('tasks/changes', users.ben);
  expect([ann.statusCode, ben.statusCode]).toEqual([200, 200]);
  expect(await statusOf(users.cleo)).toBe(429);
  expect(await isWhole(ann)).toBe(true);
  const cleo = await unread('tasks/changes', users.cleo);
  expect(cleo.statusCode).toBe(200);
  for (const response of [ben, cleo]) response.destroy();
});

it('TASK-85 the lines end after five minutes, and go on after `next`', async () => {
  const response = await unread('tasks/changes', users.ann);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5 * 60_000);
  const begun = await linesOf(response);
  clock.mockRestore();
  const last = z.object({ next: z.string(), has_more: z.boolean() }).parse(begun.at(-1));
  expect(last.has_more).toBe(true);
  const rest = await linesOf(await unread(`tasks/changes?after=${last.next}`, users.ann));
  expect(rest.at(-1)).toMatchObject({ has_more: false });
  expect(begun.length + rest.length - 2).toBe(TASKS);
});

async function linesOf(response: IncomingMessage): Promise<unknown[]> {
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  expect(await isWhole(response)).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
