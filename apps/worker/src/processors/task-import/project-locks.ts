import { MERGE_LOCK_OF_0_1, PROJECT_MERGE_LOCK } from '@portal/persistence/locks';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import type { ImportAttempt } from './import-attempt.js';

/**
 * Waits until no other transaction merges into these projects, and keeps others waiting until the transaction
 * ends. Imports of different projects merge at the same time.
 */
export async function lockProjects(
  db: Client,
  { reporter }: ImportAttempt,
  projects: readonly number[],
): Promise<void> {
  reporter.report({ projects, waitsToMerge: true });
  await db.query(sql`SELECT pg_advisory_xact_lock_shared(${MERGE_LOCK_OF_0_1})`);
  for (const project of [...projects].sort((one, other) => one - other)) {
    await db.query(sql`SELECT pg_advisory_xact_lock(${PROJECT_MERGE_LOCK}, $1)`, [project]);
  }
  reporter.report({ waitsToMerge: false });
}

/**
 * Like `lockProjects`, but waits for nobody, so that the projects may come in any order.
 * @returns false if another transaction merges into one of them
 */
export async function tryLockProjects(
  db: Client,
  { reporter }: ImportAttempt,
  projects: readonly number[],
): Promise<boolean> {
  for (const project of projects) {
    if (!(await tryLock(db, project))) return false;
  }
  const known = reporter.progress.projects;
  reporter.report({ projects: [...new Set([...known, ...projects])] });
  return true;
}

async function tryLock(db: Client, project: number): Promise<boolean> {
  const tried = await db.query<{ locked: boolean }>(
    sql`
      SELECT pg_try_advisory_xact_lock_shared(${MERGE_LOCK_OF_0_1})
        AND pg_try_advisory_xact_lock(${PROJECT_MERGE_LOCK}, $1) AS locked
    `,
    [project],
  );
  return tried.rows[0]?.locked ?? false;
}

/** The projects of the staged batches, and so of all staged tasks. */
export async function stagedProjects(db: Client): Promise<number[]> {
  const { rows } = await db.query<{ project_id: number }>(
    sql`SELECT DISTINCT project_id FROM stage_batch ORDER BY project_id`,
  );
  return rows.map(({ project_id }) => project_id);
}
