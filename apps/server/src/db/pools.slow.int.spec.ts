import { createHash } from 'node:crypto';
import { tokenResponseSchema } from '@portal/contracts/auth';
import { signIn } from '@portal/testing/sign-in';
import { buildWorld, type TestUser } from '@portal/testing/world';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditedTransactions } from './audited-transactions.js';
import { IndexedReads, Reads, Scans } from './pools.js';
import { Watcher } from '../live/spec-support/watcher.js';
import { get, post, problemIn, send } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

/** The connections for changes. */
const CHANGES = 10;

let server: TestServer;
let alpha: number;
let admin: TestUser;
let fresh: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  const world = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: {
      root: { email: 'root@example.org', roles: { 'All Projects': 'admin' } },
      fresh: { roles: { Alpha: 'project_admin' } },
    },
    tasks: Array.from({ length: 3 * CHANGES }, (_, index) => ({
      turing_task_id: index + 1,
      project: 'Alpha' as const,
      turing_batch_id: 1,
      status: 'pending',
    })),
  });
  alpha = world.projects.Alpha;
  ({ root: admin, fresh } = world.users);
});
afterAll(() => server.stop());

const url = (path: string) => `${server.baseUrl}/api/v1${path}`;
const edit = (id: number) =>
  send('PATCH', url(`/tasks/tasks-crud/${id}`), admin.token, { status: 'rework' });
const changes = () => server.db.connections;
const waiting = async () => {
  const rows = await server.app.get(Reads).query<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'portal-server changes'
         AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
};

/** Locks all tasks while `work` runs. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: server.config.databaseUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM core.task FOR UPDATE');
    return await work();
  } finally {
    await other.end();
  }
}

describe('connections', () => {
  it('OPS-20 serve reads, sign-in, refresh, sockets and readiness while changes hold all of theirs', async () => {
    const session = await signIn(server.baseUrl, 'lead@example.com');
    const transactions = server.app.get(AuditedTransactions);
    let isOver = false;
    const wait = (id: number) =>
      transactions.run({ userId: admin.id, requestId: 'spec' }, async (tx) => {
        await tx.query('SET LOCAL lock_timeout = 0');
        await tx.query('SELECT FROM core.task WHERE turing_task_id = $1 FOR UPDATE', [id]);
      });
    const waits = await whileLocked(async () => {
      const sent = Promise.all(Array.from({ length: CHANGES }, (_, index) => wait(index + 1)));
      void sent.then(() => {
        isOver = true;
      });
      await expect.poll(waiting).toBe(CHANGES);
      const paths = [
        `/projects/${alpha}/overview`,
        '/tasks/tasks-crud/',
        '/pods/',
        '/auth/profile/me',
        '/tasks/imports',
        `/projects/${alpha}/custom-stats`,
      ];
      for (const path of paths) {
        expect(`${path} ${(await get(url(path), admin.token)).status}`).toBe(`${path} 200`);
      }
      const run = { sql_query: 'SELECT count(*) AS n FROM tasks' };
      const ran = await post(url(`/projects/${alpha}/custom-stats/preview`), run, admin.token);
      expect(ran.status).toBe(200);
      // The first use of a token is stored.
      expect((await get(url('/auth/profile/me'), fresh.token)).status).toBe(200);
      expect((await get(`${server.baseUrl}/health/ready`)).status).toBe(200);
      expect((await signIn(server.baseUrl, 'trainer@example.com')).access_token).toContain('.');
      const refreshed = await post(`${server.baseUrl}/api/auth/refresh`, {
        refresh_token: session.refresh_token,
      });
      expect(tokenResponseSchema.parse(await refreshed.json()).user?.email).toBe(
        'lead@example.com',
      );
      const watcher = await new Watcher(server.baseUrl, admin.token).connected();
      expect(await watcher.send('subscribe', { project_id: alpha })).toMatchObject({ ok: true });
      watcher.socket.disconnect();
      // All of that was answered while the changes were waiting.
      expect(isOver).toBe(false);
      expect(await waiting()).toBe(CHANGES);
      return { sent };
    });
    await waits.sent;
    expect((await edit(1)).status).toBe(200);
  });

  it('OPS-21 that changes find all in use are a 503 which says so', async () => {
    const transactions = server.app.get(AuditedTransactions);
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const actor = { userId: admin.id, requestId: 'spec' };
    const held = Array.from({ length: CHANGES }, () => transactions.run(actor, () => opened));
    await expect.poll(() => changes().totalCount - changes().idleCount).toBe(CHANGES);
    const refused = await edit(2);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await problemIn(refused)).detail).toBe(
      'Too many requests use the database now; try again in a moment',
    );
    open();
    await Promise.all(held);
    expect((await edit(2)).status).toBe(200);
  });

  it('SYS-260 for reads have a time limit, after which a request is a 503', async () => {
    for (const pool of [Reads, IndexedReads]) {
      expect(await server.app.get(pool).query('SHOW statement_timeout')).toEqual([
        { statement_timeout: '30s' },
      ]);
    }
    const list = () => get(url('/tasks/tasks-crud/'), admin.token);
    const other = new pg.Client({ connectionString: server.config.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN; LOCK TABLE core.task IN ACCESS EXCLUSIVE MODE');
      const waits = list();
      // As the limit does, without the wait for it.
      await expect
        .poll(async () => {
          const { rowCount } = await other.query(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid = ANY (
               SELECT pid FROM pg_locks WHERE relation = 'core.task'::regclass AND NOT granted)`,
          );
          return rowCount;
        })
        .toBeGreaterThan(0);
      const refused = await waits;
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect((await problemIn(refused)).detail).toBe(
        'The database takes too long now; try again in a moment',
      );
    } finally {
      await other.end();
    }
    expect((await list()).status).toBe(200);
  });

  it('OPS-20 for reads change nothing', async () => {
    for (const pool of [Reads, IndexedReads, Scans]) {
      await expect(
        server.app.get(pool).query('UPDATE core.task SET number_of_turns = 1'),
      ).rejects.toThrow('read-only transaction');
    }
  });
});

describe('what the portal writes for a caller', () => {
  const held = async <T>(statement: string, work: () => Promise<T>): Promise<T> =>
    server.db.transaction(async (tx) => {
      await tx.query(statement);
      return work();
    });

  it('AUTH-12 the last use of a token is not stored while the token is being changed', async () => {
    const lastUse = async () => {
      const [row] = await server.db.query<{ last_used_at: string | null }>(
        'SELECT last_used_at FROM core.api_token WHERE user_id = $1',
        [fresh.id],
      );
      return row?.last_used_at;
    };
    await server.db.query(
      'UPDATE core.api_token SET last_used_at = NULL, expires_at = NULL WHERE user_id = $1',
      [fresh.id],
    );
    await held('SELECT FROM core.api_token FOR UPDATE', async () => {
      expect((await get(url('/auth/profile/me'), fresh.token)).status).toBe(200);
    });
    await server.db.query(
      "UPDATE core.api_token SET expires_at = now() + interval '1 day' WHERE user_id = $1",
      [fresh.id],
    );
    expect((await get(url('/auth/profile/me'), fresh.token)).status).toBe(200);
    await expect.poll(lastUse).toBeTypeOf('string');
  });

  it('AUTH-30 a refresh while the user is being changed is busy, and its token stays valid', async () => {
    const { refresh_token } = await signIn(server.baseUrl, 'reviewer@example.com');
    const refresh = () => post(`${server.baseUrl}/api/auth/refresh`, { refresh_token });
    const busy = await held('SELECT FROM core.app_user FOR UPDATE', refresh);
    expect(busy.status).toBe(409);
    expect(busy.headers.get('retry-after')).toBe('5');
    expect((await problemIn(busy)).code).toBe('busy');
    expect((await refresh()).status).toBe(200);
  });

  it('AUTH-91 a refresh that finds the tables of access locked is busy, and its token stays valid', async () => {
    const { refresh_token } = await signIn(server.baseUrl, 'reviewer@example.com');
    const refresh = () => post(`${server.baseUrl}/api/auth/refresh`, { refresh_token });
    const busy = await held('LOCK TABLE core.pod_member', refresh);
    expect([busy.status, (await problemIn(busy)).code]).toEqual([409, 'busy']);
    const [stored] = await server.db.query<{ is_spent: boolean }>(
      'SELECT spent_at IS NOT NULL AS is_spent FROM core.refresh_token WHERE token_hash = $1',
      [createHash('sha256').update(refresh_token).digest()],
    );
    expect(stored).toEqual({ is_spent: false });
    expect((await refresh()).status).toBe(200);
  });

  it('AUTH-91 refreshes that wait for their user keep no connection from others', async () => {
    const { refresh_token: others } = await signIn(server.baseUrl, 'reviewer@example.com');
    const tokens = Array.from({ length: 20 }, (_, n) => `a token that waits ${n}`);
    const lead = `SELECT id FROM core.app_user WHERE email = 'lead@example.com'`;
    for (const token of tokens) {
      await server.db.query(
        `INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
         SELECT id, gen_random_uuid(), $1, now() + interval '1 day' FROM (${lead}) AS lead`,
        [createHash('sha256').update(token).digest()],
      );
    }
    const refresh = (refresh_token: string) =>
      post(`${server.baseUrl}/api/auth/refresh`, { refresh_token });
    await held(`${lead} FOR UPDATE`, async () => {
      const waiting = tokens.map(refresh);
      expect((await refresh(others)).status).toBe(200);
      await signIn(server.baseUrl, 'trainer@example.com');
      const statuses = (await Promise.all(waiting)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([409]));
    });
    for (const token of tokens) expect((await refresh(token)).status).toBe(200);
  });
});
