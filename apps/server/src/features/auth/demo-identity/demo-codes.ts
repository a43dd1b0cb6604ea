import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** The data of a code; its redemption must match. */
export interface CodeGrant {
  readonly email: string;
  readonly redirectUri: string;
  /** S256 challenge, when the flow uses PKCE. */
  readonly challenge: string | undefined;
}

export interface CodeRedemption {
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
}

const LIFETIME_MS = 60_000;
/** Far more than manual sign-ins need; the oldest are evicted first. */
const MAX_ENTRIES = 10_000;

interface Entry<T> {
  readonly value: T;
  readonly until: number;
}

/** Codes and access tokens of the demo identity provider, in memory for one minute. */
@Injectable()
export class DemoCodes {
  private readonly codes = new Map<string, Entry<CodeGrant>>();
  private readonly accessTokens = new Map<string, Entry<string>>();

  issueCode(grant: CodeGrant): string {
    return keep(this.codes, grant);
  }

  /**
   * An access token for the user of the code; null if the code is wrong, used, expired or of
   * another request.
   */
  redeem({ code, redirectUri, verifier }: CodeRedemption): string | null {
    const grant = take(this.codes, code);
    if (!grant || grant.redirectUri !== redirectUri) return null;
    if (grant.challenge !== challengeOf(verifier)) return null;
    return keep(this.accessTokens, grant.email);
  }

  emailOf(accessToken: string): string | null {
    return take(this.accessTokens, accessToken) ?? null;
  }
}

function challengeOf(verifier: string | undefined): string | undefined {
  if (verifier === undefined) return undefined;
  return createHash('sha256').update(verifier).digest('base64url');
}

function keep<T>(store: Map<string, Entry<T>>, value: T): string {
  const [oldest] = store.keys();
  if (store.size >= MAX_ENTRIES && oldest !== undefined) store.delete(oldest);
  const key = randomBytes(24).toString('base64url');
  store.set(key, { value, until: Date.now() + LIFETIME_MS });
  return key;
}

function take<T>(store: Map<string, Entry<T>>, key: string): T | undefined {
  const entry = store.get(key);
  store.delete(key);
  return entry && entry.until > Date.now() ? entry.value : undefined;
}
