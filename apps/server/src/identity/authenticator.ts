import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AccessTokens } from './access-token.js';
import type { Seen } from '@portal/persistence/users/callers';
import { CallerDirectory, type User } from './caller-directory.js';
import type { CallerSession } from './caller-session.js';
import { ProblemException } from '../problems/problem.js';

interface Credential extends Pick<CallerSession, 'userId' | 'via' | 'expiresAt' | 'sessionId'> {
  /** Where the credential was found valid, if it was looked up. */
  readonly seen?: Seen;
}

/** A caller, and the database snapshot of its lookup. */
interface CachedCaller extends Seen {
  readonly caller: CallerSession;
}

const MAX_CACHED = 5_000;
/** Short, because a lookup also updates the last use of an API token, once a minute at most. */
const CACHED_MS = 30_000;

/**
 * Finds the caller of an access token or API token.
 *
 * A caller is cached for 30 s by the hash of the token. Each request asks the database one indexed
 * question: has any transaction changed access since the lookup (`agg.access_change`, written by
 * triggers on users, sessions, tokens, roles, memberships and projects)? If not, the cached caller
 * is exact; otherwise, and in another epoch, it is looked up again. So a change takes effect with the next request.
 */
@Injectable()
export class Authenticator {
  /** For how long the rights of a request count as those of now. Tests set it. */
  trustedMs = 1_000;
  private readonly cache = new LRUCache<string, CachedCaller>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    // Without this the cache would set a timer at each request.
    ttlResolution: 1000,
  });

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly directory: CallerDirectory,
  ) {}

  /**
   * The caller with their current permissions; the claims of the token may be older.
   * @param projectId the project of the request, if any
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

  /** Whether the portal itself signed the token: found out without the database. */
  async isGenuine(token: string): Promise<boolean> {
    if (!isAccessToken(token)) return false;
    try {
      await this.accessTokens.verify(token);
      return true;
    } catch (error) {
      return error instanceof ProblemException && error.code === 'token-expired';
    }
  }

  /**
   * The same callers with their current permissions, for connections that outlive a request. Null if
   * the session or the API token is revoked, or the user is deleted or inactive.
   */
  async renewAll(
    connections: readonly { readonly caller: CallerSession; readonly token: string }[],
  ): Promise<(CallerSession | null)[]> {
    const sessions = connections.filter(({ caller }) => caller.via === 'session');
    const users = await this.directory.findUsers(sessions.map(({ caller }) => caller));
    const found = new Map(sessions.map((connection, at) => [connection, users[at] ?? null]));
    return Promise.all(
      connections.map(async (connection) => {
        const user = found.get(connection);
        if (user === undefined) return this.authenticateOrNull(connection.token);
        return user && callerOf(user, connection.caller);
      }),
    );
  }

  private async authenticateOrNull(token: string): Promise<CallerSession | null> {
    try {
      return await this.authenticate(token);
    } catch (error) {
      if (error instanceof ProblemException) return null;
      throw error;
    }
  }

  /** Undefined if the caller is not cached, the credential has expired, or access has changed. */
  private async cached(key: string, projectId: number | null): Promise<CallerSession | undefined> {
    const found = this.cache.get(key);
    if (!found) return undefined;
    const { expiresAt } = found.caller;
    if (expiresAt && expiresAt.getTime() <= Date.now()) return undefined;
    const projectStamp = await this.directory.findStamp(found, projectId);
    return projectStamp === undefined ? undefined : { ...found.caller, projectStamp };
  }

  private async lookUp(credential: Credential, projectId: number | null): Promise<CachedCaller> {
    const { userId, sessionId } = credential;
    const user = await this.directory.findUser(userId, sessionId, projectId);
    if (!user) throw new ProblemException('unauthenticated', 'The session has ended');
    const caller = callerOf(user, credential);
    // The older of the two snapshots, so that no change between them is missed.
    return { caller, ...(credential.seen ?? user.seen) };
  }

  private readCredential(token: string): Promise<Credential> {
    return isAccessToken(token) ? this.readAccessToken(token) : this.readApiToken(token);
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
      expiresAt: found.expires_at === null ? null : new Date(found.expires_at),
      sessionId: null,
      seen: found.seen,
    };
  }
}

/** API tokens contain no dots. */
function isAccessToken(token: string): boolean {
  return token.includes('.');
}

function callerOf(user: User, { via, expiresAt, sessionId }: Credential): CallerSession {
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    grants: user.grants,
    projectStamp: user.projectStamp,
    via,
    expiresAt,
    sessionId,
  };
}
