import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AccessTokens } from './access-token.js';
import { CallerDirectory } from './caller-directory.js';
import type { CallerSession } from './caller-session.js';
import { ProblemException } from '../problems/problem.js';

interface Credential extends Pick<CallerSession, 'userId' | 'via' | 'expiresAt' | 'sessionId'> {
  /** The snapshot that shows it to be good, where it was looked up. */
  readonly snapshot?: string;
}

/** A caller, and the snapshot of the database in which they were looked up. */
interface CachedCaller {
  readonly caller: CallerSession;
  readonly snapshot: string;
}

const MAX_CACHED = 5_000;
/** Not for long: the use of an API token is stamped when it is looked up, once a minute at most. */
const CACHED_MS = 30_000;

/**
 * Turns a bearer token, of a session or of the API, into the caller it stands for.
 *
 * A caller is cached for 30 s by the hash of the token. Each request asks the database one indexed
 * question: has any transaction changed access since the caller was looked up (`agg.access_change`,
 * written by triggers on users, sessions, tokens, roles, memberships and projects)? If none has, the
 * cached caller is exact; otherwise it is looked up again. So a change counts from the next request on.
 */
@Injectable()
export class Authenticator {
  private readonly cache = new LRUCache<string, CachedCaller>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    // Or the clock would be set anew, by a timer, at each request.
    ttlResolution: 1000,
  });

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly directory: CallerDirectory,
  ) {}

  /**
   * The caller with their permissions of this moment, whatever the token says of them.
   * @param projectId the project the request is about, if any
   * @throws {ProblemException} `token-expired` or `unauthenticated`
   */
  async authenticate(token: string, projectId: number | null = null): Promise<CallerSession> {
    const key = createHash('sha256').update(token).digest('base64');
    const cached = await this.cached(key, projectId);
    if (cached) return cached;
    try {
      const found = await this.lookUp(await this.readCredential(token), projectId);
      this.cache.set(key, found);
      return found.caller;
    } catch (error) {
      this.cache.delete(key);
      throw error;
    }
  }

  /**
   * The same caller with the permissions of now; for connections that outlive a request.
   * @throws {ProblemException} `unauthenticated` when the session was revoked or the user is gone
   */
  async renew(credential: Credential): Promise<CallerSession> {
    return (await this.lookUp(credential, null)).caller;
  }

  /** Undefined when the caller is not cached, has run out, or access has changed since. */
  private async cached(key: string, projectId: number | null): Promise<CallerSession | undefined> {
    const found = this.cache.get(key);
    if (!found) return undefined;
    const { expiresAt } = found.caller;
    if (expiresAt && expiresAt.getTime() <= Date.now()) return undefined;
    const projectRevision = await this.directory.findRevision(found.snapshot, projectId);
    return projectRevision === undefined ? undefined : { ...found.caller, projectRevision };
  }

  private async lookUp(credential: Credential, projectId: number | null): Promise<CachedCaller> {
    const { userId, sessionId } = credential;
    const user = await this.directory.findUser(userId, sessionId, projectId);
    if (!user) throw new ProblemException('unauthenticated', 'The session has ended');
    const caller = {
      userId: user.id,
      email: user.email,
      name: user.name,
      grants: user.grants,
      projectRevision: user.project_revision,
      via: credential.via,
      expiresAt: credential.expiresAt,
      sessionId,
    };
    // The older snapshot of the two, so that no change between them is missed.
    return { caller, snapshot: credential.snapshot ?? user.snapshot };
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
      snapshot: found.snapshot,
    };
  }
}
