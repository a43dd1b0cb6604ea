import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { storeDemoSecret, takeDemoSecret } from '@portal/persistence/sign-in/demo';
import { z } from 'zod';
import { Sessions } from '../../../db/pools.js';

const personShape = { email: z.string(), name: z.string().optional() };

/** The data of a code; its redemption must match. */
const grantSchema = z.strictObject({
  ...personShape,
  redirectUri: z.string(),
  /** S256 challenge, when the flow uses PKCE. */
  challenge: z.string().optional(),
});
type CodeGrant = z.infer<typeof grantSchema>;

const personSchema = z.strictObject(personShape);
/** Who signs in; without a name, one is made from the address. */
export type Person = z.infer<typeof personSchema>;

interface CodeRedemption {
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
}

type Kind = 'code' | 'access-token';

const LIFETIME_SECONDS = 60;

/**
 * Codes and access tokens of the demo identity provider. The database stores each for one minute, so
 * that every server accepts it; using it deletes it.
 */
@Injectable()
export class DemoCodes {
  constructor(private readonly sessions: Sessions) {}

  issueCode(grant: CodeGrant): Promise<string> {
    return this.store('code', grant);
  }

  /**
   * An access token for the user of the code; null if the code is wrong, used, expired or of
   * another request.
   */
  async redeem({ code, redirectUri, verifier }: CodeRedemption): Promise<string | null> {
    const { data: grant } = grantSchema.safeParse(await this.take('code', code));
    if (!grant || grant.redirectUri !== redirectUri) return null;
    if (grant.challenge !== challengeOf(verifier)) return null;
    const { email, name } = grant;
    return this.store('access-token', { email, name });
  }

  async personOf(accessToken: string): Promise<Person | null> {
    const { data } = personSchema.safeParse(await this.take('access-token', accessToken));
    return data ?? null;
  }

  private async store(kind: Kind, content: object): Promise<string> {
    const secret = randomBytes(24).toString('base64url');
    await storeDemoSecret(this.sessions, { secret, kind, content, seconds: LIFETIME_SECONDS });
    return secret;
  }

  /** The content of a secret, once; undefined if it is unknown, used or expired. */
  private take(kind: Kind, secret: string): Promise<unknown> {
    return takeDemoSecret(this.sessions, kind, secret);
  }
}

function challengeOf(verifier: string | undefined): string | undefined {
  if (verifier === undefined) return undefined;
  return createHash('sha256').update(verifier).digest('base64url');
}
