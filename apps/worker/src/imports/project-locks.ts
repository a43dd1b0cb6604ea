import { setTimeout as pause } from 'node:timers/promises';
import { type Transaction, transactionOn } from '@portal/persistence/db';
import { IMPORT_LOCK, PROJECT_MERGE_LOCK } from '@portal/persistence/locks';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import { type ImportAttempt, ImportRefused, JudgeAgain } from './import-attempt.js';

/** How often an import that waits asks whether it is its turn. */
const ASK_MS = 200;

/**
 * Runs `work` in a transaction while nobody else merges into the projects, archives or deletes them. Until then
 * the import waits without a transaction, and so holds no lock, no snapshot and no transaction id: it asks again
 * and again, and those that have waited longer come first. All locks are taken at once or not at all.
 * @param work gets the locked projects; if it throws `JudgeAgain`, it runs again when the other projects are locked, too
 */
export async function inTurn<T>(
  db: Client,
  { claimed, issues, reporter, signal }: ImportAttempt,
  projects: readonly number[],
  work: (tx: Transaction, locked: readonly number[]) => Promise<T>,
): Promise<T> {
  const forgetIssues = issues.checkpoint();
  let wanted = projects;
  for (;;) {
    reporter.report({ projects: wanted, waitsToMerge: true });
    try {
      const done = await transactionOn(db, async (tx) => {
        if (!(await tryLock(db, claimed.id, wanted))) return undefined;
        reporter.report({ waitsToMerge: false });
        return { result: await work(tx, wanted) };
      });
      if (done !== undefined) return done.result;
    } catch (error) {
      if (!(error instanceof JudgeAgain)) throw error;
      forgetIssues();
      wanted = [...new Set([...wanted, ...error.projects])];
      continue;
    }
    await pause(ASK_MS, undefined, { signal });
  }
}

/**
 * Locks the projects like `inTurn` in the open transaction, without a wait.
 * @returns false if another transaction merges into one of them, or an import waits to do so
 */
export async function tryLockProjects(
  db: Client,
  { claimed, reporter }: ImportAttempt,
  projects: readonly number[],
): Promise<boolean> {
  if (!(await tryLock(db, claimed.id, projects))) return false;
  const known = reporter.progress.projects;
  reporter.report({ projects: [...new Set([...known, ...projects])] });
  return true;
}

async function tryLock(
  db: Client,
  importId: string,
  projects: readonly number[],
): Promise<boolean> {
  const next = await db.query<{ is_next: boolean }>(isNext, [importId, projects]);
  if (next.rows[0]?.is_next !== true) return false;
  for (const project of projects) {
    const tried = await db.query<{ locked: boolean }>(tryProject, [project]);
    if (tried.rows[0]?.locked !== true) return false;
  }
  return true;
}

/** Whether no import has waited longer for one of the projects. One whose worker died does not wait. */
const isNext = sql`
SELECT NOT EXISTS (
  SELECT FROM core.task_import AS other
  WHERE other.state = 'running' AND other.id <> own.id AND other.projects && $2::integer[]
    AND (other.merge_asked_at, other.id) < (coalesce(own.merge_asked_at, 'infinity'), own.id)
    AND EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND classid = ${IMPORT_LOCK} AND objid = hashtext(other.id::text)::oid)
) AS is_next
FROM core.task_import AS own
WHERE own.id = $1`;

const tryProject = sql`SELECT pg_try_advisory_xact_lock(${PROJECT_MERGE_LOCK}, $1) AS locked`;

/**
 * Keeps the projects from being deleted until the transaction ends; the lock of `inTurn` keeps them from being
 * archived.
 * @returns whether all of them exist
 * @throws {ImportRefused} `project-archived` if one of them is
 */
export async function keepProjects(db: Client, projects: readonly number[]): Promise<boolean> {
  const { rows } = await db.query<{ name: string; is_archived: boolean }>(
    sql`
      SELECT name, archived_at IS NOT NULL AS is_archived FROM core.project
      WHERE id = ANY ($1::integer[]) ORDER BY id FOR KEY SHARE
    `,
    [projects],
  );
  const names = rows.filter(({ is_archived: isArchived }) => isArchived).map(({ name }) => name);
  if (names.length === 0) return rows.length === projects.length;
  const which = names.map((name) => `'${name}'`).join(', ');
  throw new ImportRefused(
    `Archived projects are read-only: ${which}. Bring them back, or leave their rows out`,
    'project-archived',
  );
}

/** The projects of the staged batches, and so of all staged tasks. */
export async function stagedProjects(db: Client): Promise<number[]> {
  const { rows } = await db.query<{ project_id: number }>(
    sql`SELECT DISTINCT project_id FROM stage_batch ORDER BY project_id`,
  );
  return rows.map(({ project_id }) => project_id);
}
