import type { Session } from '@portal/contracts/sessions';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { lockUser } from './lock-user.js';

export type SessionRow = Omit<Session, 'is_current'>;

/** Which sessions of a user end. */
export type Which = { readonly only: string } | { readonly except: string | null };

/** The sessions that have not ended, the last used first. */
export function readSessions(db: Queryable, userId: number): Promise<readonly SessionRow[]> {
  return db.query(
    sql`
      SELECT family_id AS id, opened_at, created_at AS last_used_at, expires_at, user_agent
      FROM core.refresh_token WHERE user_id = $1 AND ${IS_OPEN}
      ORDER BY created_at DESC, id DESC`,
    [userId],
  );
}

/** @returns how many have ended */
export async function endSessions(tx: Transaction, userId: number, which: Which): Promise<number> {
  const only = 'only' in which ? which.only : null;
  const except = 'except' in which ? which.except : null;
  // A refresh at the same time comes before or after, so that no successor is missed.
  await lockUser(tx, userId);
  const ended = await tx.query<{ id: string }>(record, [userId, only, except]);
  await tx.query(revoke, [userId, ended.map(({ id }) => id)]);
  return ended.length;
}

const IS_OPEN = sql`spent_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;

/** The trigger on rows would record the hash of each token of the session. */
const record = sql`
WITH ending AS MATERIALIZED (
  SELECT family_id, user_id, opened_at, user_agent FROM core.refresh_token
  WHERE user_id = $1 AND ${IS_OPEN}
    AND ($2::uuid IS NULL OR family_id = $2) AND family_id IS DISTINCT FROM $3::uuid)
SELECT family_id AS id,
  core.record_change('refresh_token', family_id::text, NULL,
    jsonb_build_object('user_id', user_id, 'opened_at', opened_at, 'user_agent', user_agent), NULL)
FROM ending`;

const revoke = sql`
UPDATE core.refresh_token SET revoked_at = now()
WHERE user_id = $1 AND family_id = ANY ($2::uuid[]) AND revoked_at IS NULL`;
