import { REFRESH_TOKEN_DAYS } from '@portal/contracts/constants';
import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

/** A session: a family of refresh tokens. */
export interface SessionKey {
  readonly userId: number;
  /** Id of the token family. */
  readonly id: string;
}

/** The hashes of a token and of the one that follows it; tokens are not stored. */
interface Hashes {
  readonly hash: Buffer;
  readonly next: Buffer;
}

interface TokenRow {
  readonly is_spent: boolean;
  readonly may_repeat: boolean;
  readonly is_over: boolean;
  /** Whether the user may sign in. */
  readonly is_active: boolean;
}

/** The first token of a session. */
export async function insertRefreshToken(
  tx: Transaction,
  { userId, id }: SessionKey,
  token: { readonly hash: Buffer; readonly userAgent: string; readonly sessionDays: number },
): Promise<void> {
  await tx.query(
    sql`
      INSERT INTO core.refresh_token (user_id, family_id, token_hash, user_agent, expires_at)
      VALUES ($1, $2, $3, $4, now() + make_interval(days => least($5::integer, $6::integer)))`,
    [userId, id, token.hash, token.userAgent, REFRESH_TOKEN_DAYS, token.sessionDays],
  );
}

/**
 * Locks the family of a token until the end of the transaction, so that a concurrent rotation sees
 * the revocation and issues no new token. Null if the token is unknown.
 */
export async function lockSession(tx: Transaction, hash: Buffer): Promise<SessionKey | null> {
  const [row] = await tx.query<{ family_id: string; user_id: number }>(
    // The user is locked against a deactivation, which revokes the families of the user: it would
    // not see a successor that is not committed yet.
    sql`
      SELECT family_id, user_id FROM core.refresh_token JOIN core.app_user ON app_user.id = user_id
      WHERE token_hash = $1 FOR SHARE OF app_user`,
    [hash],
  );
  if (!row) return null;
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [row.family_id]);
  return { userId: row.user_id, id: row.family_id };
}

/** @param repeatSeconds how long a used token may be used once more */
export async function findRefreshToken(
  tx: Transaction,
  { hash, next }: Hashes,
  repeatSeconds: number,
): Promise<TokenRow | undefined> {
  const [row] = await tx.query<TokenRow>(
    sql`
      SELECT token.spent_at IS NOT NULL AS is_spent, token.used_again_at IS NULL
          AND token.spent_at > now() - make_interval(secs => $3) AND EXISTS (
            SELECT FROM core.refresh_token AS next
            WHERE next.token_hash = $2 AND next.family_id = token.family_id
              AND next.spent_at IS NULL AND next.revoked_at IS NULL
              AND next.expires_at > now()) AS may_repeat,
        token.revoked_at IS NOT NULL OR token.expires_at < now() AS is_over, is_active
      FROM core.refresh_token AS token JOIN core.app_user ON app_user.id = token.user_id
      WHERE token.token_hash = $1`,
    [hash, next, repeatSeconds],
  );
  return row;
}

export async function noteRepeated(tx: Transaction, hash: Buffer): Promise<void> {
  await tx.query(sql`UPDATE core.refresh_token SET used_again_at = now() WHERE token_hash = $1`, [
    hash,
  ]);
}

/** Stores the next token. None outlives the session, which ends a fixed time after its sign-in. */
export async function replaceRefreshToken(
  tx: Transaction,
  { hash, next }: Hashes,
  sessionDays: number,
): Promise<void> {
  await tx.query(
    sql`
      WITH spent AS (
        UPDATE core.refresh_token SET spent_at = now() WHERE token_hash = $1
        RETURNING user_id, family_id, opened_at, user_agent)
      INSERT INTO core.refresh_token (
        user_id, family_id, opened_at, user_agent, token_hash, expires_at)
      SELECT user_id, family_id, opened_at, user_agent, $2,
        least(now() + make_interval(days => $3), opened_at + make_interval(days => $4))
      FROM spent`,
    [hash, next, REFRESH_TOKEN_DAYS, sessionDays],
  );
}

export async function revokeSession(tx: Transaction, family: string): Promise<void> {
  await tx.query(
    sql`
      UPDATE core.refresh_token SET revoked_at = now()
      WHERE family_id = $1 AND revoked_at IS NULL`,
    [family],
  );
}
