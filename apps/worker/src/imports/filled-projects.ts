import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';

/** The projects that this transaction has touched and that had no task before it, before its commit. */
export async function emptyBefore(tx: Queryable): Promise<readonly number[]> {
  const found = await tx.query<{ project_id: number }>(sql`
    SELECT project_id FROM agg.touched
    WHERE xid = pg_current_xact_id() AND NOT EXISTS (
      SELECT FROM agg.batch_total AS total
      WHERE total.project_id = touched.project_id AND total.tasks > 0)
  `);
  return found.map(({ project_id }) => project_id);
}

/** Those of the projects that have tasks, after the read models are updated. */
export async function filledAmong(
  tx: Queryable,
  projects: readonly number[],
): Promise<readonly number[]> {
  if (projects.length === 0) return [];
  const found = await tx.query<{ project_id: number }>(
    sql`
      SELECT DISTINCT project_id FROM agg.batch_total
      WHERE project_id = ANY ($1::int[]) AND tasks > 0
      ORDER BY project_id
    `,
    [projects],
  );
  return found.map(({ project_id }) => project_id);
}
