import type { Db, Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';

/** What Aardvark had, and what Alpha has anew: of the same ids, names, numbers and addresses. */
export const ANEW = { taskId: 700, pod: 'Pod 7', batchId: 9, statId: 70, userId: 50 } as const;
/** The imports of both lives; an import has a number of its own. */
export const IMPORTS = {
  foreign: '00000000-0000-4000-8000-000000000001',
  own: '00000000-0000-4000-8000-000000000002',
} as const;
const EMAIL = 'late@example.com';

interface Owner {
  readonly project: number;
  readonly word: keyof typeof IMPORTS;
}

/** Aardvark makes and changes it all. */
export async function makeElsewhere(db: Db, project: number): Promise<void> {
  await make(db, { project, word: 'foreign' });
}

export async function deleteElsewhere(db: Db): Promise<void> {
  for (const statement of REMOVALS) await act(db, '2026-02-03', (tx) => tx.query(statement));
}

/** Alpha makes it all, with the same records of the audit whatever there was before. */
export async function makeAnew(db: Db, project: number): Promise<void> {
  await db.query(`SELECT setval(pg_get_serial_sequence('core.audit', 'id'), 100000)`);
  await make(db, { project, word: 'own' });
}

async function make(db: Db, { project, word }: Owner): Promise<void> {
  for (const statement of CREATIONS) {
    await act(db, '2026-02-01', (tx) => tx.query(statement, [project, word]));
  }
  for (const statement of CHANGES) {
    await act(db, '2026-02-02', (tx) => tx.query(statement, [`${word} changed`]));
  }
  await act(db, '2026-02-02', (tx) => importChanges(tx, { project, word }));
}

/** Changes the tasks as an import does whose history the portal keeps. */
async function importChanges(tx: Transaction, { project, word }: Owner): Promise<void> {
  await tx.query(insertImport, [IMPORTS[word], `${word}.json`, project]);
  await tx.query(
    `SELECT set_config('portal.import', $1, true), set_config('portal.import_history', 'on', true)`,
    [IMPORTS[word]],
  );
  await tx.query(
    sql`
    UPDATE core.task SET colab_link = $1
    WHERE turing_task_id BETWEEN ${ANEW.taskId} AND ${ANEW.taskId + 2}`,
    [`https://example.com/${word}-imported`],
  );
}

/** One transaction of the first user. Its time is the same in both databases. */
function act(db: Db, day: string, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query(`SELECT set_config('portal.actor', '1', true)`);
    await work(tx);
    await tx.query(`UPDATE core.audit SET at = $1 WHERE at >= now()`, [day]);
    await tx.query(`UPDATE core.task_transaction SET at = $1 WHERE at >= now()`, [day]);
  });
}

const AT = sql`timestamptz '2026-02-01'`;

const insertImport = sql`
INSERT INTO core.task_import (id, uploaded_by, state, file_name, store_key, sha256, bytes_total, updated,
  created_at, started_at, finished_at, projects, history_xid, undo_until)
SELECT $1, 1, 'completed', $2, 'gone', repeat('a', 64), 1, 3, at, at, at, ARRAY[$3::integer],
  pg_current_xact_id(), timestamptz '2100-01-01'
FROM (VALUES (timestamptz '2026-02-02')) AS times (at)`;

const CREATIONS = [
  sql`INSERT INTO core.batch SELECT $1, ${ANEW.batchId}, $2 || ' batch', 'draft', ${AT}, ${AT}`,
  sql`
    INSERT INTO core.app_user (id, email, name, created_at, updated_at)
    SELECT ${ANEW.userId}, '${EMAIL}', $2 || ' of ' || $1::integer, ${AT}, ${AT}`,
  sql`
    INSERT INTO core.user_role (user_id, project_id, role_id)
    SELECT ${ANEW.userId}, $1, id FROM core.role WHERE name = 'project_member' AND $2::text <> ''`,
  sql`INSERT INTO core.pod SELECT ${ANEW.statId}, '${ANEW.pod}', $2, $1, ${AT}, ${AT}`,
  sql`
    INSERT INTO core.pod_member (id, pod_name, user_email, created_at)
    SELECT 700, '${ANEW.pod}', '${EMAIL}', ${AT} WHERE $1::integer > 0 AND $2::text <> ''`,
  sql`
    INSERT INTO core.pod_weekly_target
    SELECT 700, '${ANEW.pod}', date '2026-01-05', date '2026-01-11', 3, 5, ${AT}, ${AT}
    WHERE $1::integer > 0 AND $2::text <> ''`,
  sql`
    INSERT INTO core.custom_stat (id, project_id, name, sql_query, supported_chart_types, default_chart_type,
      description, created_at, updated_at)
    SELECT ${ANEW.statId}, $1, 'Anew', 'SELECT count(*) AS tasks FROM tasks', '{table}', 'table',
      $2, ${AT}, ${AT}`,
  sql`
    INSERT INTO core.alert (id, project_id, name, stat_id, take, condition, limit_value, is_active, created_at, updated_at)
    SELECT ${ANEW.statId}, $1, $2, ${ANEW.statId}, 'rows', 'above', 3, false, ${AT}, ${AT}`,
  sql`
    INSERT INTO core.file_format (id, project_id, name, settings, created_at, updated_at)
    SELECT ${ANEW.statId}, $1, 'Anew', jsonb_build_object('of', $2::text), ${AT}, ${AT}`,
  sql`
    INSERT INTO core.review_reason (id, project_id, name, meaning, created_at, updated_at)
    SELECT ${ANEW.statId}, $1, 'Anew', $2, ${AT}, ${AT}`,
  sql`
    INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, target_model,
      colab_link, metadata, created_at, updated_at)
    SELECT ${ANEW.taskId} + n, $1, ${ANEW.batchId}, '${EMAIL}', 'pending', $2,
      'https://example.com/' || $2, jsonb_build_object('of', $2::text), ${AT}, ${AT}
    FROM generate_series(0, 2) AS n`,
  sql`
    INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, feedback)
    SELECT turing_task_id, 1, $2 || '@example.com', 'accepted', $2 FROM core.task
    WHERE project_id = $1 AND turing_task_id BETWEEN ${ANEW.taskId} AND ${ANEW.taskId + 2}`,
  sql`
    INSERT INTO core.task_feedback (id, turing_task_id, author_email, words, created_at)
    SELECT turing_task_id, turing_task_id, $2 || '@example.com', $2, ${AT} FROM core.task
    WHERE project_id = $1 AND turing_task_id BETWEEN ${ANEW.taskId} AND ${ANEW.taskId + 2}`,
] as const;

const CHANGES = [
  sql`UPDATE core.batch SET name = $1 WHERE turing_batch_id = ${ANEW.batchId}`,
  sql`UPDATE core.app_user SET slack_id = $1 WHERE id = ${ANEW.userId}`,
  sql`UPDATE core.pod SET description = $1 WHERE name = '${ANEW.pod}'`,
  sql`UPDATE core.custom_stat SET description = $1, version = version + 1 WHERE id = ${ANEW.statId}`,
  sql`UPDATE core.file_format SET name = $1 WHERE id = ${ANEW.statId}`,
  sql`UPDATE core.alert SET name = $1 WHERE id = ${ANEW.statId}`,
  sql`UPDATE core.review_reason SET name = $1 WHERE id = ${ANEW.statId}`,
  sql`
    UPDATE core.task SET target_model = $1, status = 'completed', completed_at = timestamptz '2026-01-06'
    WHERE turing_task_id BETWEEN ${ANEW.taskId} AND ${ANEW.taskId + 2}`,
] as const;

const REMOVALS = [
  sql`DELETE FROM core.task WHERE turing_task_id BETWEEN ${ANEW.taskId} AND ${ANEW.taskId + 2}`,
  sql`DELETE FROM core.alert WHERE id = ${ANEW.statId}`,
  sql`DELETE FROM core.custom_stat WHERE id = ${ANEW.statId}`,
  sql`DELETE FROM core.file_format WHERE id = ${ANEW.statId}`,
  sql`DELETE FROM core.review_reason WHERE id = ${ANEW.statId}`,
  sql`DELETE FROM core.pod WHERE name = '${ANEW.pod}'`,
  sql`DELETE FROM core.app_user WHERE id = ${ANEW.userId}`,
  sql`DELETE FROM core.batch WHERE turing_batch_id = ${ANEW.batchId}`,
] as const;
