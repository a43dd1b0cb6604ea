import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importListSchema } from '@portal/contracts/imports';
import { connectTo } from '@portal/testing/query-client';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { Watcher } from '../support/room.js';
import { file, row } from '../support/rows.js';
import { query } from '../support/world.js';
import { storedUploads } from './checks/uploads.js';
import { endlessFile } from './load/endless-file.js';

let portal: Portal;
let admin: Api;

beforeAll(async () => {
  portal = await startPortal();
  ({ admin } = portal);
});
afterAll(() => portal.stack.stop());

async function importsListed(): Promise<number> {
  return importListSchema.parse((await admin.get('/tasks/imports/')).body).total;
}

const stored = () => storedUploads(portal.stack);

describe('an upload that breaks off', () => {
  it('SYS-142 because the client goes away leaves neither an import nor a file', async () => {
    const before = await importsListed();
    const leaving = new AbortController();
    const upload = admin.upload(endlessFile(), { signal: leaving.signal });
    await eventually('the upload to arrive', async () => (await stored()).length > 0);
    leaving.abort();

    await expect(upload).rejects.toThrow();
    await eventually('the file to be gone', async () => (await stored()).length === 0);
    expect(await importsListed()).toBe(before);
    expect((await admin.upload(file(row(1)))).status).toBe(200);
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
