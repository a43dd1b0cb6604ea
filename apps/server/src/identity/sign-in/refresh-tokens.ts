import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@portal/persistence/db';
import { releaseAll } from '@portal/persistence/reviews/review-claims';
import {
  findRefreshToken,
  insertRefreshToken,
  lockSession,
  noteRepeated,
  replaceRefreshToken,
  revokeSession,
  type SessionKey,
} from '@portal/persistence/sign-in/refresh-tokens';
import type { Config } from '@portal/platform/config';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { briefTransaction } from '../../db/brief-transaction.js';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

/** A session: a family of refresh tokens; only the newest is valid. */
export interface Session extends SessionKey {
  /** The valid token; the database stores only its hash. */
  readonly refreshToken: string;
}

/** What the response needs, read in the transaction of the token: if that fails, the token was not used. */
export type Reading<T> = (tx: Transaction, session: SessionKey) => Promise<T>;

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
      await insertRefreshToken(tx, session, {
        hash: hashOf(session.refreshToken),
        userAgent: userAgent.slice(0, MAX_USER_AGENT),
        sessionDays: this.config.sessionDays,
      });
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
   * Ends the session of a token, used or not. Its user gives back what they have claimed.
   * @returns the session; null if the token is unknown, which ends nothing
   */
  close(token: string): Promise<SessionKey | null> {
    return briefTransaction(this.sessions, async (tx) => {
      const session = await lockSession(tx, hashOf(token));
      if (session) {
        await revokeSession(tx, session.id);
        await releaseAll(tx, session.userId);
      }
      return session;
    });
  }

  private async rotateWithin<T>(
    tx: Transaction,
    token: string,
    read: Reading<T>,
  ): Promise<Outcome<T>> {
    const session = await lockSession(tx, hashOf(token));
    if (session === null) return 'unknown';
    const next = this.successorOf(token);
    const hashes = { hash: hashOf(token), next: hashOf(next) };
    const row = await findRefreshToken(tx, hashes, REPEAT_SECONDS);
    if (!row) return 'unknown';
    if (!row.is_active) return 'deactivated';
    if (row.is_over) return 'unknown';
    const isRepeated = row.is_spent;
    if (isRepeated && !row.may_repeat) {
      await revokeSession(tx, session.id);
      return { reused: session };
    }
    if (isRepeated) await noteRepeated(tx, hashes.hash);
    else await replaceRefreshToken(tx, hashes, this.config.sessionDays);
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

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough: the token has 256 random bits. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
