import { Injectable } from '@nestjs/common';
import type { Profile, ProfileUpdate } from '@portal/contracts/auth';
import { AppUser } from '@portal/persistence/entities/app-user';
import { DataSource } from 'typeorm';
import type { Actor } from '../../../changes/actor.js';
import { AuditedTransactions } from '../../../changes/audited-transactions.js';
import { isChange } from '../../../changes/changed-values.js';
import { ProblemException } from '../../../problems/problem.js';
import { refuseStale, versioned } from '../../../transport/etags.js';

@Injectable()
export class ProfileService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `not-found` for a deleted user */
  async read(userId: number): Promise<Profile> {
    return present(await this.dataSource.manager.findOneBy(AppUser, { id: userId }));
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
      const lock = { mode: 'for_no_key_update' } as const;
      const stored = present(await tx.findOne(AppUser, { where: { id: userId }, lock }));
      refuseStale(stored, update, ifMatch);
      if (!isChange(update, stored)) return stored;
      await tx.update(AppUser, { id: userId }, given);
      return present(await tx.findOneBy(AppUser, { id: userId }));
    });
  }
}

/** @throws {ProblemException} `not-found` */
function present(user: AppUser | null): Profile {
  if (!user) throw new ProblemException('not-found', 'There is no such user');
  const { slackId, timezone, theme } = user;
  return versioned({ slack_id: slackId, timezone, theme });
}
