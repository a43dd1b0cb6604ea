import type { TaskFileRow } from '@portal/contracts/tasks';
import { Db } from '@portal/persistence/db';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { copyDatabase, testDatabase } from '@portal/testing/postgres';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { startTestServer, type TestServer } from '../test-server.js';
import { deleteElsewhere, makeAnew, makeElsewhere } from './made-anew.js';

/** Two servers whose databases differ only in the project Beta, and in what it had before. */
export interface TwinServers {
  /** The database with Alpha only. */
  readonly alone: TestServer;
  /** The database with Alpha and Beta. */
  readonly beside: TestServer;
  /** Users with rights in Alpha only. */
  readonly callers: Readonly<Record<string, TestUser>>;
  /** Sees everything. */
  readonly root: TestUser;
  /**
   * Aardvark makes and changes what Alpha has afterwards, and deletes it, while both servers run.
   * @param meanwhile runs before the deletion; what it asks for is then in cursors and caches
   */
  makeAnew(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const JWT_SECRET = 'a key for tests only, of 32 characters';
/** The first and the second project of a database. */
export const ALPHA = 1;
export const AARDVARK = 2;
const WEEK = {
  ...{ week_start_date: '2026-01-05', week_end_date: '2026-01-11' },
  ...{ daily_tasks_target: 3, daily_turns_target: 5 },
};

export async function startTwinServers(): Promise<TwinServers> {
  const database = await testDatabase();
  const { root, ...callers } = await onDatabase(database.url, buildAlpha);
  const copy = await copyDatabase(database);
  await onDatabase(copy.url, buildBeta);
  const [alone, beside] = await Promise.all(
    [database, copy].map(({ url }) =>
      startTestServer({ databaseUrl: url, config: { jwtSecret: JWT_SECRET, demo: false } }),
    ),
  );
  if (!alone || !beside) throw new Error('a server has not started');
  return {
    ...{ alone, beside, callers, root },
    async makeAnew(meanwhile) {
      await makeElsewhere(beside.db, AARDVARK);
      await meanwhile();
      await deleteElsewhere(beside.db);
      for (const { db } of [alone, beside]) await makeAnew(db, ALPHA);
    },
    async stop() {
      await Promise.all([alone.stop(), beside.stop()]);
      await Promise.all([database.drop(), copy.drop()]);
    },
  };
}

async function onDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = Db.open({ url, applicationName: 'spec' });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

async function buildAlpha(db: Queryable) {
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { turing_project_id: 10, client: 'Own', batches: { 1: 'One', 2: 'Two' } } },
    roles: { owner: ['full-access'], viewer: ['user-view'], uploader: ['data-upload'] },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      owner: { roles: { Alpha: 'owner' } },
      manager: { roles: { Alpha: 'project_admin' } },
      viewer: { roles: { Alpha: 'viewer' } },
      uploader: { roles: { Alpha: 'uploader' } },
      member: { roles: { Alpha: 'project_member' } },
      lead: {},
      trainer: {},
      // These users get rights in Beta.
      shared: { roles: { Alpha: 'project_member' } },
      stranger: {},
    },
    pods: {
      'Pod 2': {
        project: 'Alpha',
        members: { lead: 'lead', trainer: 'trainer', shared: 'trainer' },
        targets: [WEEK],
      },
      'Pod 5': { project: 'Alpha', description: 'Own' },
    },
    tasks: Array.from({ length: 12 }, (_, n) => ({
      ...({ project: 'Alpha', turing_task_id: 10 * n + 10, turing_batch_id: 1 + (n % 2) } as const),
      ...({
        user: n % 3 === 0 ? 'shared' : 'trainer',
        status: n % 2 ? 'completed' : 'pending',
      } as const),
      completed_at: n % 2 ? `2026-01-0${1 + (n % 7)}T10:00:00Z` : null,
      target_model: `own ${n % 4}`,
      number_of_turns: n,
      reviews: reviewsOf(n, 'own'),
    })),
  });
  await db.query(insertAudit, [projects.Alpha]);
  await db.query(insertAlert, [projects.Alpha]);
  const { root, owner, manager, viewer, uploader, member, lead, trainer } = users;
  return { root, owner, manager, viewer, uploader, member, lead, trainer };
}

/** Values of Beta are between those of Alpha, or the same. */
async function buildBeta(db: Db): Promise<void> {
  const { projects } = await buildWorld(db, {
    projects: {
      Aardvark: { turing_project_id: 5, client: 'Foreign', batches: { 1: 'One', 7: 'Seven' } },
    },
    users: {
      shared: { roles: { Aardvark: 'project_admin' } },
      stranger: { roles: { Aardvark: 'admin' } },
      foreigner: { roles: { Aardvark: 'project_member' } },
    },
    pods: {
      'Pod 1': {
        project: 'Aardvark',
        members: { shared: 'reviewer', foreigner: 'trainer' },
        targets: [WEEK],
      },
      'Pod 3': { project: 'Aardvark', description: 'Own' },
    },
    tasks: Array.from({ length: 30 }, (_, n) => ({
      ...({
        project: 'Aardvark',
        turing_task_id: 10 * n + 5,
        turing_batch_id: n % 2 ? 7 : 1,
      } as const),
      ...({
        user: n % 3 ? 'shared' : 'foreigner',
        status: n % 2 ? 'completed' : 'reviewed',
      } as const),
      completed_at: `2026-01-0${1 + (n % 7)}T11:00:00Z`,
      target_model: n % 2 ? 'own 1' : `foreign ${n % 4}`,
      number_of_turns: n,
      reviews: reviewsOf(n, n % 2 ? 'own' : 'foreign'),
    })),
  });
  await db.query(insertAudit, [projects.Aardvark]);
  await db.query(insertAlert, [projects.Aardvark]);
}

/** Up to two reviews; projects have the same numbers, reviewers and times. */
function reviewsOf(n: number, word: string): NonNullable<TaskFileRow['reviews']> {
  return Array.from({ length: n % 3 }, (_, index) => ({
    turing_review_id: index + 1,
    reviewer_email: n % 4 ? `${word}.${n % 2}@example.com` : null,
    status: n % 2 ? 'accepted' : word,
    score: n % 5,
    feedback: `${word} ${n % 4}`,
    submitted_at: n % 4 ? `2026-01-0${1 + (n % 7)}T12:00:00Z` : null,
  }));
}

/** A record of each pod of the project, and one of a user, which has no project. */
const insertAudit = sql`
INSERT INTO core.audit (at, actor_email, action, entity, entity_id, project_id, after, group_id)
SELECT timestamptz '2026-02-01', 'root@example.com', 'create', 'pod', id::text, project_id,
  to_jsonb(pod), 1000 + id
FROM core.pod WHERE project_id = $1
UNION ALL
SELECT timestamptz '2026-02-01', 'root@example.com', 'update', 'app_user', '1', NULL, '{}', 2000 + $1`;

/** An alert that is not evaluated, so that its states are the same in both databases. */
const insertAlert = sql`
WITH alert AS (
  INSERT INTO core.alert (id, project_id, name, number, condition, limit_value, is_active, created_at, updated_at)
  SELECT $1, $1, 'Rework of ' || $1::integer, 'rework_rate', 'above', 10, false, at, at
  FROM (VALUES (timestamptz '2026-02-01')) AS times (at)
  RETURNING id),
state AS (
  INSERT INTO core.alert_state
  SELECT id, 'of ' || id, 'firing', 0, id, 'firing', timestamptz '2026-02-01' FROM alert)
INSERT INTO core.alert_change (alert_id, at, key, state, value, revision)
SELECT id, timestamptz '2026-02-01', 'of ' || id, 'firing', id, 1 FROM alert`;
