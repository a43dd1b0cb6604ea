import type { Profile } from '@portal/contracts/auth';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export async function readProfile(
  db: Queryable,
  userId: number,
): Promise<Omit<Profile, 'version'> | undefined> {
  const [found] = await db.query<Omit<Profile, 'version'>>(
    sql`SELECT slack_id, timezone, theme FROM core.app_user WHERE id = $1`,
    [userId],
  );
  return found;
}
