import { Injectable } from '@nestjs/common';
import type { Profile, ProfileUpdate } from '@portal/contracts/auth';
import { AppUser } from '@portal/persistence/entities/app-user';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import type { Actor } from '../../../changes/actor.js';
import { AuditedTransactions } from '../../../changes/audited-transactions.js';
import { isChange } from '../../../changes/changed-values.js';
import { ProblemException } from '../../../problems/problem.js';
import { refuseStale, versioned } from '../../../transport/etags.js';

@Injectable()
export class ProfileService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `not-found` for a deleted user */
  async read(userId: number): Promise<Profile> {
    return profileOf(this.reads, userId);
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
    const { slack_id: slackId, timezone, theme } = update;
    const given = {
      ...(slackId !== undefined && { slackId }),
      ...(timezone !== undefined && { timezone }),
      ...(theme !== undefined && { theme }),
    };
    return this.transactions.run(actor, async (tx) => {
      await tx.query(sql`SELECT FROM core.app_user WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
      const stored = await profileOf(tx, userId);
      refuseStale(stored, update, ifMatch);
      if (!isChange(update, stored)) return stored;
      await tx.update(AppUser, { id: userId }, given);
      return profileOf(tx, userId);
    });
  }
}

/** @throws {ProblemException} `not-found` */
async function profileOf(db: Queryable, userId: number): Promise<Profile> {
  const [found] = await db.query<Omit<Profile, 'version'>>(
    sql`SELECT slack_id, timezone, theme FROM core.app_user WHERE id = $1`,
    [userId],
  );
  if (!found) throw new ProblemException('not-found', 'There is no such user');
  return versioned(found);
}
