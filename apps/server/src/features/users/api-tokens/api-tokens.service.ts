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
import type { Actor } from '../../../changes/actor.js';
import { ProblemException } from '../../../problems/problem.js';
import { UserDirectory } from '../../../users/user-directory.js';
import { presentApiToken } from './api-token.presenter.js';
import { type ApiTokenRow, ApiTokenStore } from './api-token-store.js';

@Injectable()
export class ApiTokensService {
  constructor(
    private readonly users: UserDirectory,
    private readonly store: ApiTokenStore,
  ) {}

  /** @throws {ProblemException} `not-found` or `forbidden` */
  async list(userId: number, caller: Caller): Promise<ApiTokens> {
    const [, tokens] = await Promise.all([
      this.users.managedBy(caller, userId),
      this.store.ofUser(userId),
    ]);
    return { items: tokens.map(presentApiToken) };
  }

  /**
   * A token acts with everything that its user holds, so one for somebody else is for those only
   * who hold all of that themselves.
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
        'A token acts as its user: to create one for somebody else you must manage all users ' +
          'and hold everything that this user holds',
      );
    }
    const { row, secret } = await this.store.insert(userId, token, actor);
    return { ...presentApiToken(row), token: secret };
  }

  /**
   * @throws {ProblemException} `not-found`; `forbidden` also to switch on what the owner switched
   *   off, for anybody but the owner and those who manage everybody
   */
  async update(
    tokenId: number,
    changes: ApiTokenUpdate,
    caller: Caller,
    actor: Actor,
  ): Promise<ApiToken> {
    await this.reach(tokenId, caller);
    requireSession(caller);
    const updated = await this.store.update(tokenId, changes, actor, (token) => {
      if (changes.is_active === true) refuseOverruling(caller, token);
    });
    if (!updated) throw unknownToken();
    return presentApiToken(updated);
  }

  /** @throws {ProblemException} `not-found` or `forbidden` */
  async remove(tokenId: number, caller: Caller, actor: Actor): Promise<void> {
    await this.reach(tokenId, caller);
    if (!(await this.store.remove(tokenId, actor))) throw unknownToken();
  }

  /** Whose token is out of sight has none, as far as the caller is told. */
  private async reach(tokenId: number, caller: Caller): Promise<ApiTokenRow> {
    const row = await this.store.find(tokenId);
    if (!row) throw unknownToken();
    try {
      await this.users.managedBy(caller, row.user_id);
    } catch (error) {
      const isHidden = error instanceof ProblemException && error.code === 'not-found';
      throw isHidden ? unknownToken() : error;
    }
    return row;
  }
}

/** Else a token that leaked could outlive its end by another one. */
function requireSession(caller: Caller): void {
  if (caller.via === 'session') return;
  throw new ProblemException('forbidden', 'API tokens are created and changed by signing in only');
}

/** A token without a known deactivator is taken for one that its owner switched off. */
function refuseOverruling(caller: Caller, token: ApiTokenRow): void {
  const { user_id: owner, is_active: isActive, deactivated_by: deactivator } = token;
  const isOffByOwner = !isActive && (deactivator ?? owner) === owner;
  if (!isOffByOwner || mayOverruleOwner(caller, owner)) return;
  throw new ProblemException('forbidden', 'The owner of this token switched it off', [
    {
      pointer: '/is_active',
      detail: 'only the owner, or somebody with user-manage in project 0, switches it on again',
    },
  ]);
}

function unknownToken(): ProblemException {
  return new ProblemException('not-found', 'There is no such API token');
}
