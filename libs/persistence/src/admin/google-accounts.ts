import type { Transaction } from '../db.js';
import { sql } from '../sql.js';
import { recordAs } from './role-changes.js';

/** In the audit, instead of the email of a user. */
const SIGN_IN = 'sign-in';

/**
 * Records that a sign-in to the account of a user was refused, so that an administrator sees it; each once a day,
 * however often it is tried.
 * @param who what distinguished it, such as the other Google account
 */
export async function recordRefusedAccount(
  tx: Transaction,
  userId: number,
  who: string,
): Promise<void> {
  const noted = await tx.query(
    sql`
    UPDATE core.google_account SET refused = $2, refused_at = now()
    WHERE user_id = $1 AND (refused IS DISTINCT FROM $2 OR refused_at < now() - interval '1 day')
    RETURNING user_id`,
    [userId, who],
  );
  if (noted.length === 0) return;
  await recordAs(tx, SIGN_IN, userId, () =>
    tx.query(
      sql`
      SELECT core.record_change('google_account', $1::text, NULL,
        '{"refused": null}', jsonb_build_object('refused', $2::text))`,
      [userId, who],
    ),
  );
}

/**
 * Forgets the Google account of a user and ends the sessions: the next account with the address has the user.
 * @param source the author in the audit
 * @returns whether there was one
 */
export async function releaseAccount(
  tx: Transaction,
  source: string,
  userId: number,
): Promise<boolean> {
  const released = await tx.query<{ sub: string }>(
    sql`DELETE FROM core.google_account WHERE user_id = $1 RETURNING sub`,
    [userId],
  );
  const [account] = released;
  if (!account) return false;
  await tx.query(
    sql`UPDATE core.refresh_token SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL`,
    [userId],
  );
  await recordAs(tx, source, userId, () =>
    tx.query(
      sql`
      SELECT core.record_change('google_account', $1::text, NULL, jsonb_build_object('sub', $2::text), NULL)`,
      [userId, account.sub],
    ),
  );
  return true;
}
