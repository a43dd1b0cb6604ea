import type { UserDetails } from '@portal/contracts/users';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { inUserScope, type UserScope } from './user-scope.js';

/**
 * SQL of the `UserDetails` of a row of `core.app_user`, as JSON.
 * @param isPodSeen the condition on `project_id` and `user_email` of a pod of the user
 */
export const userDetails = (isPodSeen: string): string => sql`
  json_build_object('name', app_user.name, 'picture', app_user.picture,
    'timezone', app_user.timezone, 'pods', (
      SELECT coalesce(json_agg(pod_name ORDER BY pod_name), '[]')
      FROM core.pod_member
      JOIN core.pod ON pod.name = pod_name
      WHERE user_email = app_user.email AND ${isPodSeen}))`;

/**
 * The details of the users with these emails who have an account, by email. Their pods are those in
 * the project and the visibility of the scope.
 */
export async function readUserDetails(
  db: Queryable,
  emails: readonly string[],
  { projectId, visibility }: Omit<UserScope, 'users'>,
): Promise<ReadonlyMap<string, UserDetails>> {
  const { condition, values } = inUserScope({ projectId, users: null, visibility }, 2);
  const rows = await db.query<{ email: string; details: UserDetails }>(
    sql`
    SELECT email, ${userDetails(condition)} AS details
    FROM core.app_user
    WHERE email = ANY ($1::text[])`,
    [emails, ...values],
  );
  return new Map(rows.map(({ email, details }) => [email, details]));
}
