import type { System } from '@portal/contracts/system';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

const NAMED = 5;

/** The active people who have signed in, or been invited, and have neither a role nor a pod: newest first. */
export async function readPeopleWithoutRole(db: Queryable): Promise<NonNullable<System['people']>> {
  const rows = await db.query<{ email: string; name: string; total: number }>(sql`
    SELECT email, name, count(*) OVER () AS total
    FROM core.app_user
    WHERE is_active
      AND NOT EXISTS (SELECT FROM core.user_role WHERE user_id = app_user.id)
      AND NOT EXISTS (SELECT FROM core.pod_member WHERE user_email = app_user.email)
    ORDER BY created_at DESC, id DESC
    LIMIT ${NAMED}`);
  return {
    without_role: rows[0]?.total ?? 0,
    newest: rows.map(({ email, name }) => ({ email, name })),
  };
}
