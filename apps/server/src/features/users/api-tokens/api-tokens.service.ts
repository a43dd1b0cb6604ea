import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  ApiToken,
  ApiTokens,
  ApiTokenUpdate,
  CreatedApiToken,
  NewApiToken,
} from '@portal/contracts/api-tokens';
import type { Caller } from '@portal/domain/caller';
import { mayActAs, mayOverruleOwner } from '@portal/domain/users';
import {
  type ApiTokenRow,
  deleteApiToken,
  insertApiToken,
  lockApiToken,
  readApiToken,
  readApiTokens,
  updateApiToken,
} from '@portal/persistence/users/api-tokens';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { Reads } from '../../../db/pools.js';
import { ProblemException } from '../../../problems/problem.js';
import { refuseStale, versionOf } from '../../../http/output/etags.js';
import { refuseBeyond } from '../../../identity/granting/refuse-beyond.js';
import { UserDirectory } from '../../../identity/granting/user-directory.js';

@Injectable()
export class ApiTokensService {
  constructor(
    private readonly users: UserDirectory,
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `not-found` or `forbidden` */
  async list(userId: number, caller: Caller): Promise<ApiTokens> {
    const [, tokens] = await Promise.all([
      this.users.managedBy(caller, userId),
      readApiTokens(this.reads.prepared, userId),
    ]);
    return { items: tokens.map(presentApiToken) };
  }

  /**
   * A token has all permissions of its user, so only a caller with all of them can create one for
   * another user.
   * @throws {ProblemException} `not-found` or `forbidden`
   */
  async create(
    userId: number,
    token: NewApiToken,
    caller: Caller,
    actor: Actor,
  ): Promise<CreatedApiToken> {
    const user = await this.users.managedBy(caller, userId);
    requireSession(caller);
    if (caller.userId !== userId && !mayActAs(caller, user)) {
      throw new ProblemException(
        'forbidden',
        'A token acts as its user: to create one for another user you must manage all users ' +
          'and have every permission of this user',
      );
    }
    const secret = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(secret).digest();
    const row = await this.transactions.run(actor, (tx) => insertApiToken(tx, userId, token, hash));
    return { ...presentApiToken(row), token: secret };
  }

  /**
   * @param ifMatch the ETag of the expected version; without it the last write wins
   * @throws {ProblemException} `not-found`; `conflict` if it has changed; `forbidden` also to switch
   *   on a token that its owner switched off, except for the owner and users who manage all users
   */
  async update(
    tokenId: number,
    changes: ApiTokenUpdate,
    ifMatch: string | undefined,
    caller: Caller,
    actor: Actor,
  ): Promise<ApiToken> {
    await this.reach(tokenId, caller);
    requireSession(caller);
    const updated = await this.transactions.run(actor, async (tx) => {
      const token = await lockApiToken(tx, tokenId);
      if (!token) return undefined;
      refuseStale(presentApiToken(token), changes, ifMatch);
      if (changes.is_active === true) refuseOverruling(caller, token);
      return updateApiToken(tx, tokenId, changes, actor.userId);
    });
    if (!updated) throw unknownToken();
    return presentApiToken(updated);
  }

  /** @throws {ProblemException} `not-found` or `forbidden` */
  async remove(tokenId: number, caller: Caller, actor: Actor): Promise<void> {
    await this.reach(tokenId, caller);
    const isDeleted = await this.transactions.run(actor, (tx) => deleteApiToken(tx, tokenId));
    if (!isDeleted) throw unknownToken();
  }

  /**
   * A token has the permissions of its user, so changing it gives or takes them. A token of a hidden
   * user is reported as unknown.
   */
  private async reach(tokenId: number, caller: Caller): Promise<ApiTokenRow> {
    const row = await readApiToken(this.reads.prepared, tokenId);
    if (!row) throw unknownToken();
    try {
      const user = await this.users.managedBy(caller, row.user_id);
      if (caller.userId !== user.userId) refuseBeyond(caller, user.grants);
    } catch (error) {
      const isHidden = error instanceof ProblemException && error.code === 'not-found';
      throw isHidden ? unknownToken() : error;
    }
    return row;
  }
}

/** Otherwise a leaked token could create another one that outlives it. */
function requireSession(caller: Caller): void {
  if (caller.via === 'session') return;
  throw new ProblemException(
    'forbidden',
    'Sign in to create or change API tokens; an API token cannot do that',
  );
}

/** A token without a recorded deactivator counts as switched off by its owner. */
function refuseOverruling(caller: Caller, token: ApiTokenRow): void {
  const { user_id: owner, is_active: isActive, deactivated_by: deactivator } = token;
  const isOffByOwner = !isActive && (deactivator ?? owner) === owner;
  if (!isOffByOwner || mayOverruleOwner(caller, owner)) return;
  throw new ProblemException('forbidden', 'The owner of this token switched it off', [
    {
      pointer: '/is_active',
      detail: 'only the owner, or a user with user-manage in project 0, can switch it on again',
    },
  ]);
}

function unknownToken(): ProblemException {
  return new ProblemException('not-found', 'There is no such API token');
}

function presentApiToken(row: ApiTokenRow): ApiToken {
  const { id, name, is_active, created_at, last_used_at, expires_at } = row;
  const version = versionOf({ id, name, is_active, expires_at });
  return { id, name, is_active, created_at, last_used_at, expires_at, version };
}
