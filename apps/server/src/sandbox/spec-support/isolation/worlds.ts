import { installReporting } from '@portal/persistence/reporting/install';
import { sandboxRoleName } from '@portal/persistence/reporting/role-names';
import { Db } from '@portal/persistence/db';
import { testDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import {
  sandboxRoleUrl,
  sandboxRolePassword,
  sandboxRoleVerifier,
} from '../../sandbox-role-credentials.js';

/** The projects: one with rows, one whose rows must not leak, one without rows. */
export const OWN = 1;
export const FOREIGN = 2;
export const EMPTY = 3;

/** A database, and connections as sandbox roles, each bound to one project. */
export interface World {
  readonly url: string;
  readonly admin: pg.Client;
  /** At most one for each project. */
  connect(projectId: number): Promise<pg.Client>;
  stop(): Promise<void>;
}

export const SECRET_KEY = 'a key for tests only, of 32 characters';
const STATEMENT_TIMEOUT_MS = 2_000;

/** Opens a database with the rows of the given projects, including their rows in `core.project`. */
export async function openWorld(projects: readonly number[]): Promise<World> {
  const database = await testDatabase();
  const db = Db.open({ url: database.url, applicationName: 'spec' });
  const { databaseOid } = await db.transaction((tx) =>
    installReporting(tx, (role) => sandboxRoleVerifier(SECRET_KEY, role)),
  );
  await db.end();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  // Without triggers, because the read models are not used here.
  await admin.query('SET session_replication_role = replica');
  for (const project of projects) await admin.query(rowsOf(project));
  if (projects.includes(FOREIGN)) await admin.query(BLOAT);
  // The same times in every world, so that results can be compared.
  await admin.query(FIXED_TIMES);
  await admin.query('ANALYZE');
  const open: pg.Client[] = [];
  return {
    url: database.url,
    admin,
    async connect(projectId) {
      const role = sandboxRoleName(databaseOid, projectId);
      await admin.query(
        `UPDATE reporting.sandbox_role SET project_id = $2, expires_at = 'infinity' WHERE role = $1`,
        [role, projectId],
      );
      const client = new pg.Client({
        connectionString: sandboxRoleUrl(database.url, role, sandboxRolePassword(SECRET_KEY, role)),
        statement_timeout: STATEMENT_TIMEOUT_MS,
      });
      await client.connect();
      await client.query('SET idle_session_timeout = 0');
      open.push(client);
      return client;
    },
    async stop() {
      for (const client of [...open, admin]) await client.end();
      await database.drop();
    },
  };
}

/** Dead versions and deleted rows among those of the foreign project, and more of them than live ones. */
const BLOAT = `
UPDATE core.task SET metadata = metadata WHERE project_id = ${FOREIGN};
UPDATE core.task_review SET score = score WHERE turing_task_id > 7777000;
DELETE FROM core.task_review WHERE turing_task_id > 7785000;
DELETE FROM core.task WHERE turing_task_id > 7785000;
UPDATE core.pod_member SET role = role WHERE pod_name LIKE 'qz7victim%'`;

const FIXED_TIMES = `
UPDATE core.project SET created_at = '2026-01-01', updated_at = '2026-01-01';
UPDATE core.batch SET created_at = '2026-01-01', updated_at = '2026-01-01';
UPDATE core.task SET updated_at = '2026-01-01';
UPDATE core.pod SET created_at = '2026-01-01', updated_at = '2026-01-01';
UPDATE core.pod_member SET created_at = '2026-01-01';
UPDATE core.pod_weekly_target SET created_at = '2026-01-01', updated_at = '2026-01-01'`;

/**
 * Rows of a project. All values of project 2 contain `qz7victim` or 7777…, which the hostile corpus
 * searches for. Project 3 has only its row in `core.project`.
 */
function rowsOf(project: number): string {
  const mark = project === FOREIGN ? 'qz7victim' : 'own';
  const base = project === FOREIGN ? 7_777_000 : 1_000;
  if (project === EMPTY) return `INSERT INTO core.project (id, name) VALUES (${EMPTY}, 'Empty')`;
  const [tasks, users, pods] = project === FOREIGN ? [12_000, 400, 40] : [20, 5, 3];
  return `
INSERT INTO core.project (id, name, description, turing_project_id, client)
  VALUES (${project}, '${mark} project', '${mark} words', ${base}, '${mark}');
INSERT INTO core.batch (project_id, turing_batch_id, name)
  SELECT ${project}, ${base} + n, '${mark} batch ' || n FROM generate_series(1, 3) AS n;
INSERT INTO core.app_user (email, name)
  SELECT '${mark}' || n || '@example.com', '${mark}' FROM generate_series(1, ${users}) AS n;
INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns,
    duration_minutes, completed_at, created_at, updated_at, colab_link, target_model,
    validation_status, delivery_batch, metadata)
  SELECT ${base} + n, ${project}, ${base} + 1 + n % 3, '${mark}' || 1 + n % ${users} || '@example.com',
    CASE n % 2 WHEN 0 THEN 'completed' ELSE '${mark}' END, n % 4, n % 3,
    timestamptz '2026-01-01' + n * interval '1 hour', timestamptz '2025-12-01', now(),
    'https://${mark}.example.com/' || n, '${mark}-model', 'passed', '${mark}-delivery',
    jsonb_build_object('note', '${mark}', 'list', jsonb_build_array(n, '${mark}'))
  FROM generate_series(1, ${tasks}) AS n;
INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, score,
    feedback, submitted_at, reasons)
  SELECT ${base} + n, ${base} + n, '${mark}' || 1 + n % ${users} || '@example.com', '${mark}', n % 3,
    '${mark} says: 5', timestamptz '2026-01-02' + n * interval '1 hour', ARRAY['${mark}']
  FROM generate_series(1, ${tasks}) AS n;
INSERT INTO core.pod (name, description, project_id)
  SELECT '${mark} pod ' || n, '${mark}', ${project} FROM generate_series(1, ${pods}) AS n;
INSERT INTO core.pod_member (pod_name, user_email, role)
  SELECT '${mark} pod ' || 1 + n % ${pods}, '${mark}' || n || '@example.com', 'trainer' FROM generate_series(1, ${users}) AS n;
INSERT INTO core.pod_weekly_target
    (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target, user_email)
  SELECT '${mark} pod ' || n, '2026-01-05', '2026-01-11', ${base} % 1000 + n, n,
    '${mark}' || n || '@example.com' FROM generate_series(1, ${pods}) AS n;`;
}
