import { Injectable } from '@nestjs/common';
import type { Profile, ProfileUpdate } from '@portal/contracts/auth';
import type { Queryable } from '@portal/persistence/queryable';
import { lockUser } from '@portal/persistence/users/lock-user';
import { readProfile } from '@portal/persistence/users/profiles';
import { type ListMetadata, ListRegistry } from '../../../lists/declare/list-metadata.js';
import { updateRows } from '../../../lists/write/write-rows.js';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { changedValues } from '../../../db/changed-values.js';
import { Reads } from '../../../db/pools.js';
import { ProblemException } from '../../../problems/problem.js';
import { refuseStale, versioned } from '../../../http/output/etags.js';
import { USERS } from '../lists/users.list.js';

@Injectable()
export class ProfileService {
  private readonly table: ListMetadata;

  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
    tables: ListRegistry,
  ) {
    this.table = tables.open(USERS);
  }

  /** @throws {ProblemException} `not-found` for a deleted user */
  async read(userId: number): Promise<Profile> {
    return profileOf(this.reads.prepared, userId);
  }

  /**
   * Changes the given fields and returns the whole profile.
   * @param ifMatch the ETag of the expected version; without it the last write wins
   * @throws {ProblemException} `not-found`, and `conflict` if it has changed
   */
  async update(
    userId: number,
    update: ProfileUpdate,
    ifMatch: string | undefined,
    actor: Actor,
  ): Promise<Profile> {
    return this.transactions.run(actor, async (tx) => {
      await lockUser(tx, userId);
      const stored = await profileOf(tx, userId);
      refuseStale(stored, update, ifMatch);
      const changed = changedValues(update, stored);
      if (Object.keys(changed).length === 0) return stored;
      await updateRows(tx, this.table, [userId], changed);
      return profileOf(tx, userId);
    });
  }
}

/** @throws {ProblemException} `not-found` */
async function profileOf(db: Queryable, userId: number): Promise<Profile> {
  const found = await readProfile(db, userId);
  if (!found) throw new ProblemException('not-found', 'There is no such user');
  return versioned(found);
}
