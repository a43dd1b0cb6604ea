import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

/** Nobody else changes the user, or the roles and sessions, until the end of the transaction. */
export async function lockUser(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`SELECT FROM core.app_user WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
}
