import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

/** A role of a user in a project; project 0 stands for all. */
export interface RoleOfUser {
  readonly userId: number;
  readonly projectId: number;
  readonly roleId: number;
}

/**
 * Makes changes that no user asks for through the API. The audit names `source` as their author, and
 * the last admin stays, as with changes through the API.
 * @param userId the user that the changes are about
 */
export async function recordAs(
  tx: Transaction,
  source: string,
  userId: number,
  work: () => Promise<unknown>,
): Promise<void> {
  await tx.query(sql`SELECT set_config('portal.actor', $1, true)`, [String(userId)]);
  await work();
  await tx.query(
    sql`
    UPDATE core.audit SET actor_id = NULL, actor_email = $1
    WHERE group_id = nullif(current_setting('portal.group', true), '')::bigint`,
    [source],
  );
}

/** Replaces the role that the user has in the project. */
export async function giveRole(
  tx: Transaction,
  { userId, projectId, roleId }: RoleOfUser,
): Promise<void> {
  await tx.query(
    sql`
    INSERT INTO core.user_role AS assigned (user_id, project_id, role_id) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, project_id) DO UPDATE SET role_id = excluded.role_id
    WHERE assigned.role_id <> excluded.role_id`,
    [userId, projectId, roleId],
  );
}
