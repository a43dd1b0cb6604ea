import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { REFRESH_TOKEN_DAYS } from '@portal/contracts/constants';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { briefTransaction } from '../../db/brief-transaction.js';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { CONFIG, LOGGER } from '../../platform/tokens.js';

/** A session: a family of refresh tokens; only the newest is valid. */
export interface Session {
  readonly userId: number;
  /** Id of the token family. */
  readonly id: string;
  /** The valid token; the database stores only its hash. */
  readonly refreshToken: string;
}

/** What the response needs, read in the transaction of the token: if that fails, the token was not used. */
export type Reading<T> = (tx: Transaction, session: SessionKey) => Promise<T>;

/** A session without its token. */
export type SessionKey = Omit<Session, 'refreshToken'>;

interface TokenRow {
  readonly is_spent: boolean;
  readonly may_repeat: boolean;
  readonly is_over: boolean;
  /** Whether the user may sign in. */
  readonly is_active: boolean;
}

type Outcome<T> =
  | { readonly session: Session; readonly found: T; readonly isRepeated: boolean }
  | 'unknown'
  | 'deactivated'
  | { readonly reused: SessionKey };

/** How long a used token counts once more, if nobody used its successor: the response may have been lost. */
const REPEAT_SECONDS = 60;
const MAX_USER_AGENT = 300;

/** Opens, extends and ends sessions. */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sessionDays' | 'jwtSecret'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param userAgent the header of the sign-in, by which users know their sessions */
  open<T>(
    userId: number,
    userAgent: string,
    read: Reading<T>,
  ): Promise<{ session: Session; found: T }> {
    const session = { userId, id: randomUUID(), refreshToken: newToken() };
    return briefTransaction(this.sessions, async (tx) => {
      await tx.query(
        sql`
          INSERT INTO core.refresh_token (user_id, family_id, token_hash, user_agent, expires_at)
          VALUES ($1, $2, $3, $4, now() + make_interval(days => least($5::integer, $6::integer)))`,
        [
          userId,
          session.id,
          hashOf(session.refreshToken),
          userAgent.slice(0, MAX_USER_AGENT),
          REFRESH_TOKEN_DAYS,
          this.config.sessionDays,
        ],
      );
      return { session, found: await read(tx, session) };
    });
  }

  /**
   * Replaces a token with a new one. A used token is answered once more with the same new one, as long as nobody
   * can have used that. Otherwise it may have been stolen, so the whole family is revoked.
   * @throws {ProblemException} `invalid-refresh-token` or `refresh-token-reused`
   */
  async rotate<T>(token: string, read: Reading<T>): Promise<{ session: Session; found: T }> {
    // Return the outcome instead of throwing: an exception would roll the revocation back.
    const outcome = await briefTransaction(this.sessions, (tx) =>
      this.rotateWithin(tx, token, read),
    );
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
    if (outcome.isRepeated) {
      const { userId, id: sessionId } = outcome.session;
      this.logger.info({ userId, sessionId }, 'a refresh token was used once more');
    }
    return outcome;
  }

  /**
   * Ends the session of a token, used or not.
   * @returns the session; null if the token is unknown, which ends nothing
   */
  close(token: string): Promise<SessionKey | null> {
    return briefTransaction(this.sessions, async (tx) => {
      const session = await lockSession(tx, token);
      if (session) await revoke(tx, session.id);
      return session;
    });
  }

  private async rotateWithin<T>(
    tx: Transaction,
    token: string,
    read: Reading<T>,
  ): Promise<Outcome<T>> {
    const session = await lockSession(tx, token);
    if (session === null) return 'unknown';
    const next = this.successorOf(token);
    const [row] = await tx.query<TokenRow>(findToken, [
      hashOf(token),
      hashOf(next),
      REPEAT_SECONDS,
    ]);
    if (!row) return 'unknown';
    if (!row.is_active) return 'deactivated';
    if (row.is_over) return 'unknown';
    const isRepeated = row.is_spent;
    if (isRepeated && !row.may_repeat) {
      await revoke(tx, session.id);
      return { reused: session };
    }
    if (isRepeated) await noteRepeated(tx, token);
    else await replace(tx, token, next, this.config.sessionDays);
    return {
      session: { ...session, refreshToken: next },
      found: await read(tx, session),
      isRepeated,
    };
  }

  /**
   * Not random, so that the response to a repeated use has the same token, which is stored only as a hash. Nobody
   * else can tell it from the used one.
   */
  private successorOf(token: string): string {
    return createHmac('sha256', this.config.jwtSecret)
      .update(`successor of the refresh token ${token}`)
      .digest('base64url');
  }
}

const findToken = sql`
SELECT token.spent_at IS NOT NULL AS is_spent, token.used_again_at IS NULL
    AND token.spent_at > now() - make_interval(secs => $3) AND EXISTS (
      SELECT FROM core.refresh_token AS next
      WHERE next.token_hash = $2 AND next.family_id = token.family_id
        AND next.spent_at IS NULL AND next.revoked_at IS NULL AND next.expires_at > now()) AS may_repeat,
  token.revoked_at IS NOT NULL OR token.expires_at < now() AS is_over, is_active
FROM core.refresh_token AS token JOIN core.app_user ON app_user.id = token.user_id
WHERE token.token_hash = $1`;

async function noteRepeated(tx: Transaction, token: string): Promise<void> {
  await tx.query(sql`UPDATE core.refresh_token SET used_again_at = now() WHERE token_hash = $1`, [
    hashOf(token),
  ]);
}

/** Stores the next token. None outlives the session, which ends a fixed time after its sign-in. */
async function replace(
  tx: Transaction,
  token: string,
  next: string,
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
    [hashOf(token), hashOf(next), REFRESH_TOKEN_DAYS, sessionDays],
  );
}

/**
 * Locks the family of a token until the end of the transaction, so that a concurrent rotation sees
 * the revocation and issues no new token. Null if the token is unknown.
 */
async function lockSession(db: Transaction, token: string): Promise<SessionKey | null> {
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
