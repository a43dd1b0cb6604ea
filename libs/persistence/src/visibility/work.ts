import { projectsSeenOf, type VisibilityScope } from '@portal/domain/visibility';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { inProjects, type RowSql } from './row-sql.js';

/**
 * Mirrors `maySeeWork` (libs/domain/src/visibility.ts): the visible rows of a table with columns
 * `project_id` and `user_email`.
 */
export function workSeen(visibility: VisibilityScope, row: RowSql): string {
  if (visibility.isEverywhere) return 'TRUE';
  const own = `${row.column('user_email')} = ${row.bind(visibility.email, 'text')}`;
  return `(${own} OR ${inProjects(visibility.projectIds, row.column('project_id'), row)})`;
}

/** Mirrors `maySeeWork` for the rows of one user: the condition on `project_id` alone. */
export function workOfUserSeen(visibility: VisibilityScope, email: string, row: RowSql): string {
  return inProjects(projectsSeenOf(visibility, email), row.column('project_id'), row);
}

/** Mirrors `maySeeWorker` for an email. False if neither an account nor a task has the email. */
export async function readIsWorkerSeen(
  db: Queryable,
  email: string,
  visibility: VisibilityScope,
): Promise<boolean> {
  if (email === visibility.email) return true;
  const rows = await db.query(
    sql`
    SELECT FROM core.app_user WHERE email = $1 AND $2::boolean
    UNION ALL
    SELECT FROM core.task_user WHERE user_email = $1 AND $2
    UNION ALL
    SELECT FROM agg.user_total
    WHERE user_email = $1 AND project_id = ANY ($3::integer[]) AND tasks > 0
    UNION ALL
    SELECT FROM core.pod_member JOIN core.pod ON pod.name = pod_name
    WHERE user_email = $1 AND project_id = ANY ($3)
    UNION ALL
    SELECT FROM core.user_role JOIN core.app_user ON app_user.id = user_id
    WHERE email = $1 AND project_id = ANY ($3)
    LIMIT 1`,
    [email, visibility.isEverywhere, visibility.projectIds],
  );
  return rows.length > 0;
}
