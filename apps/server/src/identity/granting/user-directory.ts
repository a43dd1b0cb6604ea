import { Injectable } from '@nestjs/common';
import type { AccessDecision } from '@portal/domain/access';
import type { Caller } from '@portal/domain/caller';
import { decideAboutAccount, maySeeUser, type User } from '@portal/domain/users';
import { type KnownUser, readUser, readUserByEmail } from '@portal/persistence/users/known-users';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

/** Finds users by the access of the caller. */
@Injectable()
export class UserDirectory {
  constructor(private readonly reads: Reads) {}

  /** @throws {ProblemException} `not-found` for an unknown user or one hidden from the caller */
  visibleTo(caller: Caller, userId: number): Promise<KnownUser> {
    const decide = (user: User) => (maySeeUser(caller, user) ? 'granted' : 'hidden');
    return this.reach(userId, decide);
  }

  /**
   * A user whose account the caller may change.
   * @throws {ProblemException} `not-found` or `forbidden`
   */
  managedBy(caller: Caller, userId: number): Promise<KnownUser> {
    return this.reach(userId, (user) => decideAboutAccount(caller, user));
  }

  /** The user with this email. No permission is checked, so show nothing but the email. */
  byEmail(email: string): Promise<KnownUser | undefined> {
    return readUserByEmail(this.reads.prepared, email);
  }

  private async reach(userId: number, decide: (user: User) => AccessDecision): Promise<KnownUser> {
    const user = await readUser(this.reads.prepared, userId);
    const decision = user ? decide(user) : 'hidden';
    if (decision === 'forbidden') {
      throw new ProblemException('forbidden', 'You do not manage this user');
    }
    if (!user || decision === 'hidden') {
      throw new ProblemException('not-found', 'There is no such user');
    }
    return user;
  }
}
