import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Stamp } from '@portal/contracts/stamp';
import type { Queryable } from '@portal/persistence/queryable';
import {
  type ApiTokenUse,
  noteApiTokenUse,
  readAccessChange,
  readAccessOfMany,
  readAccess,
  readApiTokenUse,
  readRevisionSince,
  type Seen,
  type UserAccess,
} from '@portal/persistence/users/callers';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { Reads, Sessions } from '../db/pools.js';

export interface User extends Pick<UserAccess, 'id' | 'email' | 'name' | 'grants'> {
  /** Of the project that was asked for. */
  readonly projectStamp: Stamp | null;
  /** When the user was read. */
  readonly seen: Seen;
}

/** Reads users, credentials and current permissions. */
@Injectable()
export class CallerDirectory {
  constructor(
    private readonly reads: Reads,
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Null if there is no such active user or the session is revoked.
   * @param projectId also read the stamp of this project; `projectStamp` is null if it does not
   *   exist
   * @param db a transaction that has made the session
   */
  async findUser(
    userId: number,
    sessionId: string | null,
    projectId: number | null,
    db: Queryable = this.reads.prepared,
  ): Promise<User | null> {
    const found = await readAccess(db, userId, sessionId, projectId);
    return found ? userOf(found) : null;
  }

  /** `findUser` for many sessions, in one statement and in their order. */
  async findUsers(
    sessions: readonly { readonly userId: number; readonly sessionId: string | null }[],
  ): Promise<(User | null)[]> {
    const found = await readAccessOfMany(this.reads.prepared, sessions);
    return found.map((user) => (user.id === null ? null : userOf(user)));
  }

  /**
   * Whether access of no user has changed since an earlier read, and when this read was.
   * @param since null if there is no earlier read
   */
  async findChange(since: Seen | null): Promise<{ isUnchanged: boolean; seen: Seen }> {
    const { is_unchanged, seen } = await readAccessChange(this.reads.prepared, since);
    return { isUnchanged: is_unchanged && seen.epoch === since?.epoch, seen };
  }

  /**
   * The stamp of the project, null without one; undefined if access has changed since an earlier
   * read.
   * @param since when the caller was found
   */
  async findStamp(since: Seen, projectId: number | null): Promise<Stamp | null | undefined> {
    const found = await readRevisionSince(this.reads.prepared, since, projectId);
    const isUnchanged = found.is_unchanged && found.epoch === since.epoch;
    return isUnchanged ? stampOf(found.epoch, found.project_revision) : undefined;
  }

  /**
   * Null if the token is unknown, inactive or expired. Stores its last use, once a minute at most; the
   * caller does not wait for that.
   */
  async findApiToken(token: string): Promise<ApiTokenUse | null> {
    const hash = createHash('sha256').update(token).digest();
    const found = await readApiTokenUse(this.reads.prepared, hash);
    if (found?.is_use_due) {
      noteApiTokenUse(this.sessions, found.id).catch((error: unknown) =>
        this.logger.warn({ err: error }, 'the last use of a token could not be stored'),
      );
    }
    return found ?? null;
  }
}

function userOf({ id, email, name, grants, project_revision, epoch, seen_in }: UserAccess): User {
  const seen = { epoch, snapshot: seen_in };
  return { id, email, name, grants, projectStamp: stampOf(epoch, project_revision), seen };
}

function stampOf(epochNow: string, revision: number | null): Stamp | null {
  return revision === null ? null : { epoch: epochNow, revision };
}
