import { META_LAST_BACKUP_AT } from '@portal/contracts/constants';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** The moment for which the last backup is certainly complete, as ISO 8601; null if none is noted. */
export async function readLastBackup(db: Queryable): Promise<string | null> {
  const [stored] = await db.query<{ at: string }>(
    sql`SELECT value AS at FROM core.meta WHERE key = $1`,
    [META_LAST_BACKUP_AT],
  );
  return stored?.at ?? null;
}
