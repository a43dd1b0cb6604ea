import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customStatResultSchema } from '@portal/contracts/custom-stats';
import { overviewSchema } from '@portal/contracts/dashboard';
import { migrate } from '@portal/persistence/migrate';
import { type EmbeddedCluster, openEmbeddedCluster } from '@portal/launcher/postgres/embedded';
import { freePort } from '@portal/launcher/postgres/free-port';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { type Standby, standbyOf } from '@portal/testing/standby';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Portal, signIn, startPortal } from './live/spec-support/portal.js';
import { Watcher } from './live/spec-support/watcher.js';
import { ALPHA, createWorld, USERS } from './live/spec-support/world.js';
import { send } from './testing/requests.js';
import { sandboxReady } from './testing/sandbox-ready.js';

/** A cluster of its own, so that it can be stopped. */
let dir: string;
let cluster: EmbeddedCluster;
let server: ReturnType<EmbeddedCluster['start']>;
let standby: Standby | undefined;
let db: QueryClient;
let portal: Portal;
let tokens: Record<'lead' | 'stranger', string>;
let statId: number;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-epoch-'));
  // The database can run as another user than this process.
  await chmod(dir, 0o755);
  cluster = await openEmbeddedCluster({ dir: join(dir, 'postgres'), temporary: true });
  server = cluster.start();
  await server.ready;
  await migrate(cluster.url, { reportingTimeZone: 'America/Los_Angeles' });
  db = await connectTo(cluster.url);
  await createWorld(db);
  portal = await startPortal(cluster.url);
  await sandboxReady(portal);
  // Sessions and the statistic are part of each backup.
  const { token: lead } = await signIn(portal, db, 'lead');
  const { token: stranger } = await signIn(portal, db, 'stranger');
  tokens = { lead, stranger };
  const [stat] = await db.query<{ id: number }>(
    `INSERT INTO core.custom_stat
       (project_id, name, sql_query, supported_chart_types, default_chart_type, created_by)
     VALUES ($1, 'Tasks', 'SELECT count(*) FROM tasks', '{table}', 'table', $2) RETURNING id`,
    [ALPHA, USERS.admin],
  );
  statId = stat?.id ?? 0;
});

afterAll(async () => {
  await portal.close();
  await db.close();
  await server.stop();
  await standby?.remove();
  await cluster.release();
  await rm(dir, { recursive: true, force: true });
});

const url = (path: string) => `${portal.baseUrl}/api/v1/projects/${ALPHA}/${path}`;

function overview(headers: Record<string, string> = {}, token = tokens.lead): Promise<Response> {
  return fetch(url('overview'), { headers: { authorization: `Bearer ${token}`, ...headers } });
}

/** The number of tasks by REST and by the custom statistic, with their stamps. */
async function shown() {
  const response = await overview();
  expect(response.status).toBe(200);
  const { dashboard_stats, epoch, revision } = overviewSchema.parse(await response.json());
  expect(response.headers.get('x-epoch')).toBe(epoch);
  const ran = await vi.waitFor(async () => {
    const found = await send('POST', url(`custom-stats/${statId}/execute`), tokens.lead);
    expect(found.status).toBe(200);
    return found;
  }, PATIENCE);
  const stat = customStatResultSchema.parse(await ran.json());
  expect(stat.epoch).toBe(epoch);
  const etag = response.headers.get('etag') ?? '';
  return { tasks: [dashboard_stats.total_tasks, Number(stat.data[0]?.[0])], epoch, revision, etag };
}

async function stored() {
  const [row] = await db.query<{ tasks: number; revision: number }>(
    `SELECT count(*)::integer AS tasks,
       (SELECT revision FROM agg.project_revision WHERE project_id = $1) AS revision
     FROM core.task WHERE project_id = $1`,
    [ALPHA],
  );
  return { tasks: row?.tasks ?? -1, revision: row?.revision ?? -1 };
}

async function watch(): Promise<Watcher> {
  const watcher = await new Watcher(portal.baseUrl, tokens.lead).connected();
  await watcher.enter(ALPHA);
  return watcher;
}

const changeTask = () =>
  db.query(
    `DELETE FROM core.task WHERE turing_task_id =
       (SELECT max(turing_task_id) FROM core.task WHERE project_id = $1)`,
    [ALPHA],
  );

/** Commits that a restore loses, seen by all; then restores and compares everything. */
async function loseCommits(restore: () => Promise<void>): Promise<void> {
  const watcher = await watch();
  const kept = await stored();
  await db.query(
    `INSERT INTO core.user_role (user_id, role_id, project_id)
     SELECT $1, id, $2 FROM core.role WHERE name = 'project_lead'`,
    [USERS.stranger, ALPHA],
  );
  for (let commit = 0; commit < 4; commit++) await changeTask();
  const lost = await shown();
  expect(lost.tasks).toEqual([kept.tasks - 4, kept.tasks - 4]);
  await watcher.seen('dashboard-changed', ({ totals }) => totals.total_tasks === kept.tasks - 4);
  expect((await overview({ 'if-none-match': lost.etag })).status).toBe(304);
  expect((await overview({}, tokens.stranger)).status).toBe(200);

  await restore();
  const response = await vi.waitFor(async () => {
    const found = await overview({ 'if-none-match': lost.etag });
    expect(found.status).not.toBe(503);
    return found;
  }, PATIENCE);
  expect(response.status).toBe(200);
  const restored = await shown();
  expect(restored.tasks).toEqual([kept.tasks, kept.tasks]);
  expect(restored.epoch).not.toBe(lost.epoch);
  expect(restored.revision).toBeLessThan(lost.revision);
  const state = await watcher.seen('dashboard-changed', ({ epoch }) => epoch === restored.epoch);
  expect(state.totals.total_tasks).toBe(kept.tasks);
  // The role was given after the backup; the caller with it was cached.
  expect((await overview({}, tokens.stranger)).status).toBe(404);

  while ((await stored()).revision <= lost.revision) {
    await changeTask();
    const { tasks, revision } = await stored();
    const now = await shown();
    expect(now).toMatchObject({ tasks: [tasks, tasks], revision, epoch: restored.epoch });
    const pushed = await watcher.seen(
      'dashboard-changed',
      (one) => one.epoch === restored.epoch && one.revision >= revision,
    );
    expect(pushed.totals.total_tasks).toBe(tasks);
  }
  watcher.close();
}

describe('a database restored under a running server', () => {
  it('REV-13 LIVE-35 shows its own numbers after the files of a backup are put back', async () => {
    const [row] = await db.query<{ data_directory: string }>('SHOW data_directory');
    const data = row?.data_directory ?? '';
    const whileStopped = async (work: () => void): Promise<void> => {
      await db.close();
      await server.stop();
      work();
      server = cluster.start();
      await server.ready;
      db = await connectTo(cluster.url);
    };
    await whileStopped(() => void execFileSync('cp', ['-a', data, `${data}-kept`]));
    await vi.waitFor(async () => expect((await overview()).status).toBe(200), PATIENCE);
    await loseCommits(() =>
      whileStopped(() => {
        execFileSync('rm', ['-r', data]);
        execFileSync('mv', [`${data}-kept`, data]);
      }),
    );
  });

  it('REV-13 LIVE-35 shows its own numbers after tables were emptied and loaded', async () => {
    const tables = await db.query<{ name: string; columns: string }>(
      `SELECT attrelid::regclass::text AS name, string_agg(quote_ident(attname), ', ') AS columns
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE attnum > 0 AND NOT attisdropped AND attgenerated = ''
         AND relkind = 'r' AND relpersistence = 'p'
         AND (relnamespace = 'agg'::regnamespace OR attrelid IN
           ('core.task'::regclass, 'core.task_review'::regclass, 'core.user_role'::regclass))
       GROUP BY attrelid`,
    );
    const names = tables.map(({ name }) => name).join(', ');
    const copyOf = (name: string) => `kept.${name.replace('.', '_')}`;
    await db.query('CREATE SCHEMA kept');
    for (const { name } of tables) {
      await db.query(`CREATE TABLE ${copyOf(name)} AS TABLE ${name}`);
    }
    await loseCommits(async () => {
      const loads = tables.map(
        ({ name, columns }) =>
          `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copyOf(name)};`,
      );
      await db.query(
        `BEGIN; SET LOCAL session_replication_role = replica; TRUNCATE ${names} CASCADE;
         ${loads.join('\n')} COMMIT`,
      );
    });
  });

  it('REV-13 LIVE-35 shows its own numbers after a failover to a replica without the last commits', async () => {
    const promoted = await standbyOf(cluster.url, dir);
    standby = promoted;
    const replica = await promoted.start(await freePort());
    await vi.waitFor(async () => expect((await overview()).status).toBe(200), PATIENCE);
    await changeTask();
    await vi.waitFor(async () => {
      const [behind] = await db.query<{ lacks: string }>(
        'SELECT pg_current_wal_insert_lsn() - replay_lsn AS lacks FROM pg_stat_replication',
      );
      expect(Number(behind?.lacks)).toBe(0);
    }, PATIENCE);
    await replica.stop();

    await loseCommits(async () => {
      await db.close();
      await server.stop();
      // At the address of the lost primary.
      server = await promoted.start(Number(new URL(cluster.url).port));
      db = await connectTo(cluster.url);
      await db.query('SELECT pg_promote()');
    });
  });
});
