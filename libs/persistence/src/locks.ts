import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

// Every advisory lock with a fixed number is here. A family of refresh tokens is locked by the hash of its id.

/** Launcher, server and operator can start migrations; one run at a time per database. */
export const MIGRATION_LOCK = 7_264_001;

/** Servers that start together prepare the roles of custom SQL one after the other. */
export const REPORTING_LOCK = 7_264_010;

/**
 * Namespace of the advisory locks for transactions that change very many tasks of a project, or whether it may be
 * changed: the merge of an import, its undo, the deletion of the project, and its archiving. The second key is the
 * project's id. Those of one project run one after the other, so that they cannot deadlock on rows: they take
 * this lock first, then the project, its batches, its tasks by key. Nobody waits for a second one with a first.
 */
export const PROJECT_MERGE_LOCK = 7_264_100;

/** Namespace of the advisory locks of running imports. The second key is `hashtext` of the import's id. */
export const IMPORT_LOCK = 7_264_101;

/** Changes that could remove the last administrator run one after the other. */
export const LAST_ADMIN_LOCK = 7_264_102;

/**
 * The one import that keeps autovacuum away and counts the rows of tables: PostgreSQL lets
 * one transaction at a time do either. Others go on without.
 */
export const STATISTICS_LOCK = 7_264_103;

/**
 * Namespace of the advisory locks of reviewers who claim tasks. The second key is `hashtext` of user and project: the
 * claims of one person in a project are counted one after the other, and nobody else waits.
 */
export const REVIEW_CLAIM_LOCK = 7_264_105;

/** Namespace of the advisory locks of projects whose webhooks are counted. The second key is the project's id. */
export const WEBHOOKS_LOCK = 7_264_106;

/** The worker that does the regular work. */
export const HOUSEKEEPING_LOCK = 7_264_104;

/** Waits until no import merges into the projects, in order of their ids, and keeps imports away until the transaction ends. */
export async function keepImportsAway(tx: Queryable, projectIds: readonly number[]): Promise<void> {
  for (const id of projectIds) {
    await tx.query(sql`SELECT pg_advisory_xact_lock(${PROJECT_MERGE_LOCK}, $1)`, [id]);
  }
}
