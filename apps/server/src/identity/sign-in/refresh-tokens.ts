import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { REFRESH_TOKEN_DAYS } from '@portal/contracts/constants';
import type { Transaction } from '@portal/persistence/db';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../http/problems/problem.js';

/** A session: a family of refresh tokens; only the newest is valid. */
export interface Session {
  readonly userId: number;
  /** Id of the token family. */
  readonly id: string;
  /** The valid token; the database stores only its hash. */
  readonly refreshToken: string;
}

interface TokenRow {
  readonly user_id: number;
  readonly is_spent: boolean;
  readonly is_over: boolean;
  /** Whether the user may sign in. */
  readonly is_active: boolean;
}

/** Opens, extends and ends sessions. */
@Injectable()
export class RefreshTokens {
  constructor(private readonly sessions: Sessions) {}

  async open(userId: number): Promise<Session> {
    const id = randomUUID();
    return { userId, id, refreshToken: await issue(this.sessions, userId, id) };
  }

  /**
   * Replaces a token with a new one. If a used token is sent again, it may have been stolen, so the
   * whole family is revoked.
   * @throws {ProblemException} `invalid-refresh-token` or `refresh-token-reused`
   */
  async rotate(token: string): Promise<Session> {
    // Return the outcome instead of throwing: an exception would roll the revocation back.
    const outcome = await this.sessions.transaction((db) => rotateWithin(db, token));
    if (outcome === 'unknown') {
      throw new ProblemException('invalid-refresh-token', 'The refresh token is not valid');
    }
    if (outcome === 'deactivated') {
      throw new ProblemException('invalid-refresh-token', 'This account has been deactivated');
    }
    if (outcome === 'reused') {
      throw new ProblemException(
        'refresh-token-reused',
        'The refresh token was used before; the session has ended',
      );
    }
    return outcome;
  }

  /**
   * Ends the session of a token, used or not.
   * @returns whether the token is known; an unknown one ends nothing
   */
  close(token: string): Promise<boolean> {
    return this.sessions.transaction(async (db) => {
      const family = await lockFamily(db, token);
      if (family !== null) await revoke(db, family);
      return family !== null;
    });
  }
}

async function rotateWithin(
  db: Transaction,
  token: string,
): Promise<Session | 'unknown' | 'reused' | 'deactivated'> {
  const family = await lockFamily(db, token);
  if (family === null) return 'unknown';
  const found = await db.query<TokenRow>(
    sql`
      SELECT user_id, spent_at IS NOT NULL AS is_spent,
        revoked_at IS NOT NULL OR expires_at < now() AS is_over, is_active
      FROM core.refresh_token JOIN core.app_user ON app_user.id = user_id
      WHERE token_hash = $1`,
    [hashOf(token)],
  );
  const row = found[0];
  if (!row) return 'unknown';
  if (!row.is_active) return 'deactivated';
  if (row.is_over) return 'unknown';
  if (row.is_spent) {
    await revoke(db, family);
    return 'reused';
  }
  await db.query(sql`UPDATE core.refresh_token SET spent_at = now() WHERE token_hash = $1`, [
    hashOf(token),
  ]);
  const refreshToken = await issue(db, row.user_id, family);
  return { userId: row.user_id, id: family, refreshToken };
}

/**
 * Locks the family of a token until the end of the transaction, so that a concurrent rotation sees
 * the revocation and issues no new token. Null if the token is unknown.
 */
async function lockFamily(db: Transaction, token: string): Promise<string | null> {
  const found = await db.query<{ family_id: string }>(
    // The user is locked against a deactivation, which revokes the families of the user: it would
    // not see a successor that is not committed yet.
    sql`
      SELECT family_id FROM core.refresh_token JOIN core.app_user ON app_user.id = user_id
      WHERE token_hash = $1 FOR SHARE OF app_user`,
    [hashOf(token)],
  );
  const family = found[0]?.family_id;
  if (family === undefined) return null;
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [family]);
  return family;
}

async function issue(db: Queryable, userId: number, family: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    sql`
      INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
      VALUES ($1, $2, $3, now() + make_interval(days => $4))`,
    [userId, family, hashOf(token), REFRESH_TOKEN_DAYS],
  );
  return token;
}

async function revoke(db: Transaction, family: string): Promise<void> {
  await db.query(
    sql`
      UPDATE core.refresh_token SET revoked_at = now()
      WHERE family_id = $1 AND revoked_at IS NULL`,
    [family],
  );
}

/** A plain hash is enough: the token has 256 random bits. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
