import { sql } from '@portal/persistence/sql';
import type { Pool } from 'pg';

/** Where a user may upload tasks to, at the time of asking. */
export interface UploadScope {
  /** Project ids by `turing_project_id`. */
  readonly projects: ReadonlyMap<number, number>;
  /** Those project ids, or null when they are all projects. */
  readonly allowedProjects: readonly number[] | null;
}

/** What the uploader holds when the import runs, which may be less than when the file was sent. */
export async function readUploadScope(pool: Pool, userId: number): Promise<UploadScope> {
  const found = await pool.query<{ id: number; turing_project_id: number; everywhere: boolean }>(
    scope,
    [userId],
  );
  const everywhere = found.rows[0]?.everywhere ?? false;
  return {
    projects: new Map(found.rows.map((row) => [row.turing_project_id, row.id])),
    allowedProjects: everywhere ? null : found.rows.map((row) => row.id),
  };
}

const scope = sql`
WITH held AS (
  SELECT user_grant.project_id
  FROM core.user_grant
  JOIN core.app_user ON app_user.id = user_grant.user_id AND app_user.is_active
  WHERE user_grant.user_id = $1
    AND user_grant.permissions && ARRAY['data-upload', 'full-access']
), reach AS (
  SELECT EXISTS (SELECT FROM held WHERE project_id = 0) AS everywhere
)
SELECT project.id, project.turing_project_id, reach.everywhere
FROM core.project
CROSS JOIN reach
WHERE project.id > 0
  AND project.turing_project_id IS NOT NULL
  AND (reach.everywhere OR project.id IN (SELECT project_id FROM held))
`;
