import { Injectable } from '@nestjs/common';
import type { Anonymisation } from '@portal/contracts/anonymisation';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, holds } from '@portal/domain/caller';
import { countNamed, pseudonymOf } from '@portal/persistence/users/anonymisation';
import {
  anonymiseUser,
  lockPerson,
  readPerson,
  type StoredPerson,
} from '@portal/persistence/users/anonymised-users';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { meaningOf } from '@portal/persistence/database-errors';
import { Scans } from '../../../db/pools.js';
import { ProblemException } from '../../../problems/problem.js';
import { protectUser } from '../../../identity/granting/refuse-beyond.js';
import { UserDirectory } from '../../../identity/granting/user-directory.js';

/** Replaces the address and the name of a user who left, everywhere and for good. */
@Injectable()
export class AnonymisationService {
  constructor(
    private readonly users: UserDirectory,
    private readonly scans: Scans,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `not-found`, `forbidden`, `conflict` for an anonymised user */
  async preview(userId: number, caller: Caller): Promise<Anonymisation> {
    await this.admit(userId, caller);
    const person = await readPerson(this.scans, userId);
    refuseAnonymised(person);
    return { ...pseudonymOf(person), rows: await countNamed(this.scans, person) };
  }

  /**
   * One transaction. The audit has that it happened, and no former value.
   * @param email of the user
   * @throws {ProblemException} `not-found`, `forbidden`; `invalid-input` for another email; `conflict` for an
   *   anonymised user, the caller and the last admin; `busy`
   */
  async anonymise(
    userId: number,
    email: string,
    caller: Caller,
    actor: Actor,
  ): Promise<Anonymisation> {
    await this.admit(userId, caller);
    try {
      return await this.transactions.run(
        actor,
        async (tx) => {
          const person = await lockPerson(tx, userId);
          refuseAnonymised(person);
          if (person.email !== email) refuseEmail();
          await protectUser(tx, caller, { id: userId }, { is_active: false });
          const rows = await countNamed(tx, person);
          await anonymiseUser(tx, person, actor.userId);
          return { ...pseudonymOf(person), rows };
        },
        'what this user did',
      );
    } catch (error) {
      if (meaningOf(error) !== 'check') throw error;
      throw new ProblemException(
        'conflict',
        'A text that contains the address has no room for what replaces it; change it by hand first',
      );
    }
  }

  /** @throws {ProblemException} as when the user is deleted */
  private async admit(userId: number, caller: Caller): Promise<void> {
    await this.users.visibleTo(caller, userId);
    if (!holds(caller, 'user-manage', ALL_PROJECTS_ID)) {
      throw new ProblemException('forbidden', 'This needs user-manage in all projects');
    }
  }
}

function refuseAnonymised(person: StoredPerson | undefined): asserts person is StoredPerson {
  if (!person) throw new ProblemException('not-found', 'There is no such user');
  if (!person.isAnonymised) return;
  throw new ProblemException('conflict', 'The user is anonymised already');
}

function refuseEmail(): never {
  const item = { pointer: '/email', detail: 'is not the email of the user' };
  throw new ProblemException('invalid-input', 'The user has another email', [item]);
}
