import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { REFRESH_TOKEN_DAYS } from '@portal/contracts/constants';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../http/problems/problem.js';
import { CONFIG, LOGGER } from '../../platform.tokens.js';

/** A session: a family of refresh tokens; only the newest is valid. */
export interface Session {
  readonly userId: number;
  /** Id of the token family. */
  readonly id: string;
  /** The valid token; the database stores only its hash. */
  readonly refreshToken: string;
}

interface TokenRow {
  readonly is_spent: boolean;
  readonly is_over: boolean;
  /** Whether the user may sign in. */
  readonly is_active: boolean;
}

type Outcome =
  | Session
  | 'unknown'
  | 'deactivated'
  | { readonly reused: Omit<Session, 'refreshToken'> };

const MAX_USER_AGENT = 300;

/** Opens, extends and ends sessions. */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sessionDays'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param userAgent the header of the sign-in, by which users know their sessions */
  async open(userId: number, userAgent: string): Promise<Session> {
    const id = randomUUID();
    const refreshToken = newToken();
    await this.sessions.query(
      sql`
        INSERT INTO core.refresh_token (user_id, family_id, token_hash, user_agent, expires_at)
        VALUES ($1, $2, $3, $4, now() + make_interval(days => least($5::integer, $6::integer)))`,
      [
        userId,
        id,
        hashOf(refreshToken),
        userAgent.slice(0, MAX_USER_AGENT),
        REFRESH_TOKEN_DAYS,
        this.config.sessionDays,
      ],
    );
    return { userId, id, refreshToken };
  }

  /**
   * Replaces a token with a new one. If a used token is sent again, it may have been stolen, so the
   * whole family is revoked.
   * @throws {ProblemException} `invalid-refresh-token` or `refresh-token-reused`
   */
  async rotate(token: string): Promise<Session> {
    // Return the outcome instead of throwing: an exception would roll the revocation back.
    const { sessionDays } = this.config;
    const outcome = await this.sessions.transaction((db) => rotateWithin(db, token, sessionDays));
    if (outcome === 'unknown') {
      throw new ProblemException('invalid-refresh-token', 'The refresh token is not valid');
    }
    if (outcome === 'deactivated') {
      throw new ProblemException('invalid-refresh-token', 'This account has been deactivated');
    }
    if ('reused' in outcome) {
      const { userId, id: sessionId } = outcome.reused;
      this.logger.warn({ userId, sessionId }, 'a refresh token was used twice');
      throw new ProblemException(
        'refresh-token-reused',
        'The refresh token was used before; the session has ended',
      );
    }
    return outcome;
  }

  /**
   * Ends the session of a token, used or not.
   * @returns the session; null if the token is unknown, which ends nothing
   */
  close(token: string): Promise<Omit<Session, 'refreshToken'> | null> {
    return this.sessions.transaction(async (db) => {
      const session = await lockSession(db, token);
      if (session) await revoke(db, session.id);
      return session;
    });
  }
}

async function rotateWithin(db: Transaction, token: string, sessionDays: number): Promise<Outcome> {
  const session = await lockSession(db, token);
  if (session === null) return 'unknown';
  const found = await db.query<TokenRow>(
    sql`
      SELECT spent_at IS NOT NULL AS is_spent,
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
    await revoke(db, session.id);
    return { reused: session };
  }
  return { ...session, refreshToken: await replace(db, token, sessionDays) };
}

/** The next token of a session. None outlives the session, which ends a fixed time after its sign-in. */
async function replace(db: Transaction, token: string, sessionDays: number): Promise<string> {
  const next = newToken();
  await db.query(
    sql`
      WITH spent AS (
        UPDATE core.refresh_token SET spent_at = now() WHERE token_hash = $1
        RETURNING user_id, family_id, opened_at, user_agent)
      INSERT INTO core.refresh_token (
        user_id, family_id, opened_at, user_agent, token_hash, expires_at)
      SELECT user_id, family_id, opened_at, user_agent, $2,
        least(now() + make_interval(days => $3), opened_at + make_interval(days => $4))
      FROM spent`,
    [hashOf(token), hashOf(next), REFRESH_TOKEN_DAYS, sessionDays],
  );
  return next;
}

/**
 * Locks the family of a token until the end of the transaction, so that a concurrent rotation sees
 * the revocation and issues no new token. Null if the token is unknown.
 */
async function lockSession(
  db: Transaction,
  token: string,
): Promise<Omit<Session, 'refreshToken'> | null> {
  const found = await db.query<{ family_id: string; user_id: number }>(
    // The user is locked against a deactivation, which revokes the families of the user: it would
    // not see a successor that is not committed yet.
    sql`
      SELECT family_id, user_id FROM core.refresh_token JOIN core.app_user ON app_user.id = user_id
      WHERE token_hash = $1 FOR SHARE OF app_user`,
    [hashOf(token)],
  );
  const row = found[0];
  if (!row) return null;
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [row.family_id]);
  return { userId: row.user_id, id: row.family_id };
}

async function revoke(db: Transaction, family: string): Promise<void> {
  await db.query(
    sql`
      UPDATE core.refresh_token SET revoked_at = now()
      WHERE family_id = $1 AND revoked_at IS NULL`,
    [family],
  );
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough: the token has 256 random bits. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
