import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** A user with the id of the Google account that signed in, null before the first time. */
export interface KnownAccount {
  readonly id: number;
  readonly email: string;
  readonly sub: string | null;
}

/** An account of the provider that stands in for Google on one machine begins so; Google's are numbers. */
export const STAND_IN = 'demo-';

/** Whether an account may have the user of this address, whose account is `linked`. */
export function mayLink(linked: string | null, sub: string): boolean {
  return linked === null || (linked.startsWith(STAND_IN) && !sub.startsWith(STAND_IN));
}

export interface SignedInUser {
  readonly id: number;
  readonly is_active: boolean;
}

/** The users with this Google account or this address. */
export function readKnownAccounts(
  tx: Transaction,
  sub: string,
  email: string,
): Promise<readonly KnownAccount[]> {
  return tx.query(
    sql`
      SELECT id, email, sub FROM core.app_user LEFT JOIN core.google_account ON user_id = id
      WHERE email = $2 OR id = (SELECT user_id FROM core.google_account WHERE sub = $1)`,
    [sub, email],
  );
}

/**
 * Creates the user with this address, or updates what Google says of the person. Without news no statement changes
 * users, as each of them is announced.
 */
export async function storeSignedIn(
  tx: Transaction,
  person: {
    readonly email: string;
    readonly name: string;
    readonly picture: string | null;
  },
): Promise<SignedInUser> {
  const values = [person.email, person.name, person.picture];
  const [known] = await tx.query<SignedInUser>(
    sql`
      SELECT id, is_active FROM core.app_user
      WHERE email = $1 AND $2::text IN ('', name) AND coalesce($3::text = picture, $3 IS NULL)
      FOR NO KEY UPDATE`,
    values,
  );
  if (known) return known;
  const [user] = await tx.query<SignedInUser>(
    sql`
      INSERT INTO core.app_user (email, name, picture) VALUES ($1, $2, $3)
      ON CONFLICT (email) DO UPDATE SET
        name = coalesce(nullif(excluded.name, ''), app_user.name),
        picture = coalesce(excluded.picture, app_user.picture),
        updated_at = now()
      RETURNING id, is_active`,
    values,
  );
  if (!user) throw new Error('the stored user was not returned');
  return user;
}

/**
 * A Google account takes the place of one of the provider that stands in for it, whose address nobody verified.
 * Of simultaneous first sign-ins with other accounts, the first has the user.
 * @returns false if the user has another account
 */
export async function linkGoogleAccount(
  tx: Transaction,
  userId: number,
  sub: string,
): Promise<boolean> {
  if (!sub.startsWith(STAND_IN)) {
    await tx.query(
      sql`DELETE FROM core.google_account WHERE user_id = $1 AND starts_with(sub, $2)`,
      [userId, STAND_IN],
    );
  }
  await tx.query(
    sql`INSERT INTO core.google_account (user_id, sub) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [userId, sub],
  );
  const [linked] = await tx.query<{ sub: string }>(
    sql`SELECT sub FROM core.google_account WHERE user_id = $1`,
    [userId],
  );
  return linked?.sub === sub;
}

export interface AccountDetails {
  readonly pod_name: string | null;
  readonly picture: string | null;
}

/** What a sign-in tells the client. For a user in several pods, the oldest membership counts. */
export async function readAccountDetails(
  db: Queryable,
  userId: number,
): Promise<AccountDetails | undefined> {
  const [details] = await db.query<AccountDetails>(
    sql`
      SELECT app_user.picture, (
        SELECT pod_name FROM core.pod_member
        WHERE user_email = app_user.email ORDER BY created_at, id LIMIT 1) AS pod_name
      FROM core.app_user WHERE id = $1`,
    [userId],
  );
  return details;
}
