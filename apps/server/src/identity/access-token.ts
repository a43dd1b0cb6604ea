import { randomUUID, webcrypto } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type AccessTokenClaims, accessTokenClaimsSchema } from '@portal/contracts/auth';
import { ACCESS_TOKEN_SECONDS } from '@portal/contracts/constants';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { ProblemException } from '../problems/problem.js';

const ALGORITHM = 'HS256';
const ISSUER = 'portal';
const AUDIENCE = 'portal-api';
const MAX_CACHED_TOKENS = 5_000;

/** Signs and verifies the access tokens of sessions. */
@Injectable()
export class AccessTokens {
  /**
   * Imported once: jose would import raw bytes again for each token, which costs more than the
   * verification.
   */
  private readonly key: Promise<webcrypto.CryptoKey>;
  /** A verified token stays valid until it expires, so each token is verified once. */
  private readonly verified = new LRUCache<string, AccessTokenClaims>({ max: MAX_CACHED_TOKENS });

  constructor(@Inject(CONFIG) config: Pick<Config, 'jwtSecret'>) {
    this.key = webcrypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(config.jwtSecret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign', 'verify'],
    );
  }

  async sign(
    claims: Pick<AccessTokenClaims, 'sub' | 'sid' | 'projects_auth' | 'pod_name'>,
  ): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
      .setJti(randomUUID())
      .sign(await this.key);
  }

  /**
   * The claims of a valid, unexpired token of this portal. The algorithm is fixed; the token header
   * cannot choose it.
   * @throws {ProblemException} `token-expired` or `unauthenticated`
   */
  async verify(token: string): Promise<AccessTokenClaims> {
    const known = this.verified.get(token);
    if (known && known.exp * 1000 > Date.now()) return known;
    const claims = await this.check(token);
    this.verified.set(token, claims);
    return claims;
  }

  private async check(token: string): Promise<AccessTokenClaims> {
    try {
      if (!isCanonical(token)) throw new errors.JWSInvalid('not in canonical base64url');
      const { payload } = await jwtVerify(token, await this.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'jti'],
      });
      return accessTokenClaimsSchema.parse(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new ProblemException('token-expired', 'The access token has expired');
      }
      throw new ProblemException('unauthenticated', 'The access token is not valid');
    }
  }
}

/**
 * base64url can spell the same bytes in several ways: with padding, with blanks, or with other bits
 * after the last byte. Only the canonical spelling is accepted.
 */
function isCanonical(token: string): boolean {
  return token
    .split('.')
    .every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
