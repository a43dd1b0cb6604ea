import type { ProjectAuth } from '@portal/contracts/auth';
import { uploadProjects } from '@portal/domain/uploads';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues, inProjects } from './row-sql.js';

/** The projects into which a user may upload tasks at the time of the read. */
export interface UploadScope {
  /** Project ids by `turing_project_id`. */
  readonly projects: ReadonlyMap<number, number>;
  /** The ids of these projects, and of those without a `turing_project_id`. */
  readonly projectIds: ReadonlySet<number>;
  /** The ids of these projects; null if they are all projects. */
  readonly allowedProjects: readonly number[] | null;
}

/** The projects of `uploadProjects` (libs/domain/src/uploads.ts); none for a deactivated user. */
export async function readUploadScope(db: Queryable, userId: number): Promise<UploadScope> {
  const [user] = await db.query<{ grants: ProjectAuth[] }>(
    sql`SELECT grants FROM core.user_access($1, NULL, NULL)`,
    [userId],
  );
  const allowed = uploadProjects(user ?? { grants: [] });
  const bound = new BoundValues();
  const found = await db.query<{ id: number; turing_project_id: number | null }>(
    sql`
    SELECT id, turing_project_id FROM core.project
    WHERE id > 0 AND ${inProjects(allowed, 'id', bound)}`,
    bound.values,
  );
  return {
    projects: new Map(
      found.flatMap(({ id, turing_project_id: number }) =>
        number === null ? [] : [[number, id] as const],
      ),
    ),
    projectIds: new Set(found.map(({ id }) => id)),
    allowedProjects: allowed === 'all' ? null : found.map((row) => row.id),
  };
}
