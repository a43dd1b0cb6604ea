import { Injectable } from '@nestjs/common';
import type { Profile, ProfileUpdate } from '@portal/contracts/auth';
import { AppUser } from '@portal/persistence/entities/app-user';
import { DataSource, type Repository } from 'typeorm';
import type { Actor } from '../../../changes/actor.js';
import { AuditedTransactions } from '../../../changes/audited-transactions.js';
import { ProblemException } from '../../../problems/problem.js';

@Injectable()
export class ProfileService {
  private readonly users: Repository<AppUser>;

  constructor(
    dataSource: DataSource,
    private readonly transactions: AuditedTransactions,
  ) {
    this.users = dataSource.getRepository(AppUser);
  }

  /** @throws {ProblemException} `not-found` for a deleted user */
  async read(userId: number): Promise<Profile> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new ProblemException('not-found', 'There is no such user');
    return present(user);
  }

  /** Changes the given fields and returns the whole profile. */
  async update(userId: number, update: ProfileUpdate, actor: Actor): Promise<Profile> {
    const { slack_id: slackId, timezone, theme } = update;
    const given = {
      ...(slackId !== undefined && { slackId }),
      ...(timezone !== undefined && { timezone }),
      ...(theme !== undefined && { theme }),
    };
    if (Object.keys(given).length > 0) {
      await this.transactions.run(actor, (tx) => tx.update(AppUser, { id: userId }, given));
    }
    return this.read(userId);
  }
}

function present({ slackId, timezone, theme }: AppUser): Profile {
  return { slack_id: slackId, timezone, theme };
}
