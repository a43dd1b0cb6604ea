import type { ProjectAuth } from '@portal/contracts/auth';
import type { User } from '@portal/domain/users';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface KnownUser extends User {
  readonly email: string;
  readonly isActive: boolean;
}

export async function readUser(db: Queryable, userId: number): Promise<KnownUser | undefined> {
  return knownUser(await db.query<UserRow>(sql`${select} WHERE app_user.id = $1`, [userId]));
}

export async function readUserByEmail(
  db: Queryable,
  email: string,
): Promise<KnownUser | undefined> {
  return knownUser(await db.query<UserRow>(sql`${select} WHERE app_user.email = $1`, [email]));
}

interface UserRow {
  readonly id: number;
  readonly email: string;
  readonly is_active: boolean;
  readonly grants: ProjectAuth[];
}

function knownUser([row]: readonly UserRow[]): KnownUser | undefined {
  return row && { userId: row.id, email: row.email, isActive: row.is_active, grants: row.grants };
}

const select = sql`
SELECT app_user.id, app_user.email, app_user.is_active, (
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'project_id', held.project_id,
      'project_name', project.name,
      'permissions', held.permissions)), '[]')
  FROM core.user_grant AS held
  JOIN core.project ON project.id = held.project_id
  WHERE held.user_id = app_user.id) AS grants
FROM core.app_user`;
