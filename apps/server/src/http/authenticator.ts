import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AccessTokens } from './access-token.js';
import { CallerDirectory } from './caller-directory.js';
import { CallerProof } from './caller-proof.js';
import type { CallerSession } from './caller-session.js';
import { ProblemException } from './problem.js';
import type { BegunRead } from './proven-read.js';

interface Credential extends Pick<CallerSession, 'userId' | 'via' | 'expiresAt' | 'sessionId'> {
  /** The snapshot that shows it to be good, where it was looked up. */
  readonly seenIn?: string;
}

const MAX_RECALLED = 5_000;
/** Not for long: each use of an API token is to be stamped, if only once a minute. */
const RECALLED_MS = 30_000;

/** Turns a bearer token, of a session or of the API, into the caller it stands for. */
@Injectable()
export class Authenticator {
  private readonly lastSeen = new LRUCache<string, CallerSession>({
    max: MAX_RECALLED,
    ttl: RECALLED_MS,
    // Or the clock would be set anew, by a timer, at each request.
    ttlResolution: 1000,
  });

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly directory: CallerDirectory,
  ) {}

  /**
   * The caller with their permissions of this moment, whatever the token says of them: as recalled,
   * where nothing has changed since, or looked up.
   * @param projectId the project the request is about, if any
   * @throws {ProblemException} `token-expired` or `unauthenticated`
   */
  async authenticate(token: string, projectId: number | null = null): Promise<CallerSession> {
    const recalled = this.recall(token);
    if (recalled) {
      const { seenIn } = recalled.proof;
      const projectRevision = await this.directory.findRevision(seenIn, projectId);
      if (projectRevision !== undefined) return { ...recalled, projectRevision };
    }
    try {
      const caller = await this.renew(await this.readCredential(token), projectId);
      this.lastSeen.set(token, caller);
      return caller;
    } catch (error) {
      this.lastSeen.delete(token);
      throw error;
    }
  }

  /**
   * The token's bearer as they were last authenticated here, while the token lasts. They may be
   * somebody else by now, or nobody: only for what a read proves with `proof`.
   * @param begun what is likely to be read for them
   */
  recall(token: string, begun: BegunRead | null = null): CallerSession | undefined {
    const caller = this.lastSeen.get(token);
    if (!caller || (caller.expiresAt && caller.expiresAt.getTime() <= Date.now())) return undefined;
    return { ...caller, proof: caller.proof.anew(begun) };
  }

  /**
   * The same caller with the permissions of now; for connections that outlive a request.
   * @throws {ProblemException} `unauthenticated` when the session was revoked or the person is gone
   */
  async renew(credential: Credential, projectId: number | null = null): Promise<CallerSession> {
    const { userId, sessionId } = credential;
    const person = await this.directory.findPerson(userId, sessionId, projectId);
    if (!person) throw new ProblemException('unauthenticated', 'The session has ended');
    return {
      userId: person.id,
      email: person.email,
      name: person.name,
      grants: person.grants,
      projectRevision: person.project_revision,
      via: credential.via,
      expiresAt: credential.expiresAt,
      sessionId,
      // The older of the two: what has changed between them is not to be missed.
      proof: new CallerProof(credential.seenIn ?? person.seen_in),
    };
  }

  /** Access tokens are the only ones with dots in them. */
  private readCredential(token: string): Promise<Credential> {
    return token.includes('.') ? this.readAccessToken(token) : this.readApiToken(token);
  }

  private async readAccessToken(token: string): Promise<Credential> {
    const claims = await this.accessTokens.verify(token);
    return {
      userId: Number(claims.sub),
      via: 'session',
      expiresAt: new Date(claims.exp * 1000),
      sessionId: claims.sid,
    };
  }

  private async readApiToken(token: string): Promise<Credential> {
    const found = await this.directory.findApiToken(token);
    if (!found) throw new ProblemException('unauthenticated', 'The token is not valid');
    return {
      userId: found.user_id,
      via: 'api-token',
      expiresAt: found.expires_at,
      sessionId: null,
      seenIn: found.seen_in,
    };
  }
}
