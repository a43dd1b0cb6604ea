import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

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
