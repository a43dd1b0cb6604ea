import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importListSchema } from '@portal/contracts/imports';
import { connectTo } from '@portal/testing/query-client';
import { taskFileChunks, type TaskFilePlan } from '@portal/testing/task-file';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { Watcher } from '../support/room.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, query } from '../support/world.js';

let portal: Portal;
let admin: Api;

beforeAll(async () => {
  portal = await startPortal();
  ({ admin } = portal);
});
afterAll(() => portal.stack.stop());

const plan: TaskFilePlan = { tasks: 20_000, turingProjectId: ALPHA_TURING_ID };

/** A file that pauses half way, so that a test can act in the middle of the upload. */
function pausedFile(): { content: Readable; resume: () => void; halfWay: Promise<void> } {
  let resume = (): void => undefined;
  let reach = (): void => undefined;
  const gate = new Promise<void>((resolve) => (resume = resolve));
  const halfWay = new Promise<void>((resolve) => (reach = resolve));
  async function* content() {
    const chunks = [...taskFileChunks(plan)];
    const half = Math.floor(chunks.length / 2);
    yield* chunks.slice(0, half);
    reach();
    await gate;
    yield* chunks.slice(half);
  }
  return { content: Readable.from(content(), { objectMode: false }), resume, halfWay };
}

async function importsListed(): Promise<number> {
  return importListSchema.parse((await admin.get('/tasks/imports/')).body).total;
}

async function storedUploads(): Promise<string[]> {
  const entries = await readdir(`${portal.stack.dataDir}/uploads`, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an upload that breaks off', () => {
  it('SYS-142 because the client goes away leaves neither an import nor a file', async () => {
    const before = await importsListed();
    const { content, halfWay } = pausedFile();
    const leaving = new AbortController();
    const upload = admin.upload(content, { signal: leaving.signal });
    await halfWay;
    await eventually('the first half to be stored', async () => (await storedUploads()).length > 0);
    leaving.abort();

    await expect(upload).rejects.toThrow();
    await eventually('the file to be gone', async () => (await storedUploads()).length === 0);
    expect(await importsListed()).toBe(before);
    expect((await admin.upload(file(row(1)))).status).toBe(200);
  });

  it('SYS-143 because the server is killed leaves no import, and works the next time', async () => {
    const before = await importsListed();
    const { content, halfWay, resume } = pausedFile();
    const upload = admin.upload(content);
    const failed = expect(upload).rejects.toThrow();
    await halfWay;
    await portal.stack.kill('server', 'SIGKILL');
    await failed;
    resume();

    await portal.stack.restart('server');
    expect(await importsListed()).toBe(before);
    const again = await admin.upload(Readable.from(taskFileChunks(plan), { objectMode: false }));
    expect(again.body).toMatchObject({ tasks_imported: { insert: plan.tasks - 1 } });
  });
});

describe('a server that is killed during a change with an Idempotency-Key', () => {
  const send = (key: string) => {
    const body = { name: key, project_id: portal.world.alpha };
    return admin.post('/pods/', body, { 'idempotency-key': key });
  };
  const rows = async (table: string, where: string): Promise<number> =>
    (await query(portal.stack.databaseUrl, `SELECT FROM core.${table} WHERE ${where}`)).length;
  const podsOf = (key: string) => rows('pod', `name = '${key}'`);
  const endLease = (key: string) =>
    query(
      portal.stack.databaseUrl,
      `UPDATE core.idempotency_key SET leased_until = now() WHERE key = '${key}'`,
    );

  it('API-67 before the commit: the request does its work the next time', async () => {
    const key = 'before';
    const holder = await connectTo(portal.stack.databaseUrl);
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM core.project FOR UPDATE');
      const failed = expect(send(key)).rejects.toThrow();
      await eventually(
        'the change to wait',
        async () => (await rows('idempotency_key', `key = '${key}'`)) > 0,
      );
      await portal.stack.kill('server', 'SIGKILL');
      await failed;
    } finally {
      await holder.close();
    }
    await portal.stack.restart('server');
    expect(await podsOf(key)).toBe(0);
    await endLease(key);
    // The database ends the change of the dead server a moment later.
    const again = await eventually('the key to be free', async () => {
      const answer = await send(key);
      return answer.status !== 409 && answer;
    });
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(await podsOf(key)).toBe(1);
  });

  it('API-67 after the commit, before the answer is kept: the work is not done again', async () => {
    const key = 'after';
    const { databaseUrl } = portal.stack;
    await query(
      databaseUrl,
      `CREATE FUNCTION core.wait_long() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_sleep(3600); RETURN new; END $$;
       CREATE TRIGGER wait_long BEFORE UPDATE OF status ON core.idempotency_key
       FOR EACH ROW EXECUTE FUNCTION core.wait_long()`,
    );
    const failed = expect(send(key)).rejects.toThrow();
    const keeping = await eventually('the answer to be stored', async () => {
      const [found] = await query<{ pid: number }>(
        databaseUrl,
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      return found;
    });
    await portal.stack.kill('server', 'SIGKILL');
    await failed;
    // The database goes on without the server.
    await query(databaseUrl, `SELECT pg_terminate_backend(${keeping.pid})`);
    await query(databaseUrl, 'DROP FUNCTION core.wait_long CASCADE');
    await portal.stack.restart('server');
    expect(await podsOf(key)).toBe(1);
    expect(await send(key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency-key-in-use' },
      headers: { 'retry-after': '2' },
    });
    await endLease(key);
    expect(await send(key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency-answer-lost' },
    });
    expect(await podsOf(key)).toBe(1);
  });
});

describe('the server killed with SIGKILL', () => {
  it('SYS-144 with a watcher connected: it comes back and holds what happened meanwhile', async () => {
    const { token } = await portal.as('lead@example.com');
    const lead = new Watcher(portal.stack.baseUrl, token);
    try {
      await lead.connected();
      const before = await lead.enter(portal.world.alpha);
      await portal.stack.kill('server', 'SIGKILL');
      await query(
        portal.stack.databaseUrl,
        "UPDATE core.task SET status = 'rework' WHERE turing_task_id = 1",
      );
      await portal.stack.restart('server');

      await eventually('the connection', () => lead.socket.connected);
      const after = await lead.enter(portal.world.alpha);
      expect(after.dashboard.revision).toBeGreaterThan(before.dashboard.revision);
      expect(after.dashboard.totals.rework_tasks).toBe(before.dashboard.totals.rework_tasks + 1);

      await admin.patch('/tasks/tasks-crud/1', { status: 'completed' });
      await lead.seen(
        'dashboard-changed',
        'the edit after it',
        ({ totals }) => totals.rework_tasks === before.dashboard.totals.rework_tasks,
      );
    } finally {
      lead.close();
    }
  });
});
