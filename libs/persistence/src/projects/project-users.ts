import type { ProjectUser } from '@portal/contracts/projects';
import type { Queryable } from '../queryable.js';
import type { UserInProject } from '../roles/assigned-roles.js';
import { sql } from '../sql.js';

export type UserWithRole = Omit<ProjectUser, 'version'>;

/** The users with a role in the project, by email. */
export function readProjectUsers(
  db: Queryable,
  projectId: number,
): Promise<readonly UserWithRole[]> {
  return db.query(sql`${select} WHERE assigned.project_id = $1 ORDER BY app_user.email`, [
    projectId,
  ]);
}

export async function readProjectUser(
  db: Queryable,
  { userId, projectId }: UserInProject,
): Promise<UserWithRole | undefined> {
  const [user] = await db.query<UserWithRole>(
    sql`${select} WHERE assigned.project_id = $1 AND assigned.user_id = $2`,
    [projectId, userId],
  );
  return user;
}

const select = sql`
SELECT app_user.id, app_user.email, app_user.name, role.name AS role
FROM core.user_role AS assigned
JOIN core.app_user ON app_user.id = assigned.user_id
JOIN core.role ON role.id = assigned.role_id`;
