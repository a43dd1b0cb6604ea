import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { giveRole } from '../roles/assigned-roles.js';
import { recordAs } from './role-changes.js';

/** In the audit, instead of the email of a user. */
const SOURCE = 'PORTAL_ADMIN_EMAILS';
const FIRST_SIGN_IN = 'first local sign-in';

/** Whether an active user has full access to all projects. */
export async function hasAdmin(db: Queryable): Promise<boolean> {
  const [found] = await db.query<{ present: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM core.app_user WHERE is_active AND core.is_global_admin(id)) AS present`);
  return found?.present === true;
}

/**
 * Gives the user full access to all projects by the role `admin`, or another such role if that is
 * gone. A user who has it keeps the role.
 */
export async function makeAdmin(
  tx: Transaction,
  userId: number,
  source: string = SOURCE,
): Promise<void> {
  const [role] = await tx.query<{ id: number }>(
    sql`
    SELECT id FROM core.role
    WHERE core.gives_full_access(id) AND NOT core.is_global_admin($1)
    ORDER BY name <> 'admin', id LIMIT 1`,
    [userId],
  );
  if (!role) return;
  await recordAs(tx, source, userId, () =>
    giveRole(tx, { userId, projectId: ALL_PROJECTS_ID, roleId: role.id }),
  );
}

/** Makes the user admin if nobody is. Of simultaneous sign-ins the first has the role. */
export async function makeFirstAdmin(tx: Transaction, userId: number): Promise<void> {
  if (await hasAdmin(tx)) return;
  await tx.query(sql`LOCK TABLE core.user_role IN SHARE ROW EXCLUSIVE MODE`);
  if (!(await hasAdmin(tx))) await makeAdmin(tx, userId, FIRST_SIGN_IN);
}
