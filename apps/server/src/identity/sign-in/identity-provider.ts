import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { emailSchema } from '@portal/contracts/scalars';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ProblemException } from '../../problems/problem.js';
import { type CodeGrant, GoogleCodeExchange } from './google-code-exchange.js';
import { IdentityEndpoints } from './identity-endpoints.js';

/** A user as verified by the identity provider. */
export interface VerifiedIdentity {
  /** Google's id of the account: its address may change, and be given to somebody else. */
  readonly sub: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly picture: string | null;
}

const TIMEOUT_MS = 10_000;

/** Google sends a boolean; some older responses have the string. */
const verifiedSchema = z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false);

/** The used part of passport's profile. */
const profileSchema = z.object({
  id: z.string().min(1).max(255),
  displayName: z.string().trim().max(200).catch(''),
  emails: z.tuple([z.object({ value: emailSchema, verified: verifiedSchema })]),
  photos: z
    .tuple([z.object({ value: z.url({ protocol: /^https$/ }).max(2048) })])
    .optional()
    .catch(undefined),
});

/** OAuth errors for a code that is wrong, used, expired, or of another client or redirect URL. */
const CODE_REFUSALS = ['invalid_grant', 'invalid_request', 'redirect_uri_mismatch'];

/** Exchanges authorization codes for identities. */
@Injectable()
export class IdentityProvider {
  constructor(
    private readonly endpoints: IdentityEndpoints,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @throws {ProblemException} `invalid-code`, `email-not-verified` or
   * `identity-provider-unavailable`
   */
  async exchange(grant: CodeGrant): Promise<VerifiedIdentity> {
    const profile = await this.askProvider(grant);
    const parsed = profileSchema.safeParse(profile);
    if (!parsed.success) {
      throw new ProblemException('email-not-verified', 'The account has no id or no email');
    }
    const { id, displayName, emails, photos } = parsed.data;
    const [{ value: email, verified }] = emails;
    if (!verified) {
      throw new ProblemException(
        'email-not-verified',
        'The email of the account has not been verified',
      );
    }
    return { sub: id, email, name: displayName, picture: photos?.[0].value ?? null };
  }

  private async askProvider(grant: CodeGrant): Promise<unknown> {
    const { clientId, clientSecret, tokenUrl, userInfoUrl } = this.endpoints.forServer();
    const exchange = new GoogleCodeExchange(
      {
        clientID: clientId,
        clientSecret,
        tokenURL: tokenUrl,
        userProfileURL: userInfoUrl,
        callbackURL: grant.redirect_uri,
      },
      grant,
    );
    try {
      return await withTimeout(exchange.run());
    } catch (error) {
      throw this.problemOf(error);
    }
  }

  private problemOf(error: unknown): ProblemException {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code === 'string' && CODE_REFUSALS.includes(code)) {
      return new ProblemException('invalid-code', 'The sign-in code was not accepted');
    }
    this.logger.error({ err: error }, 'the identity provider failed');
    return new ProblemException(
      'identity-provider-unavailable',
      'The identity provider could not be reached',
    );
  }
}

/** The library has no timeout. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = delay(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no response within ${TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
