import { Injectable } from '@nestjs/common';
import type { Profile, ProfileUpdate } from '@portal/contracts/auth';
import { AppUser } from '@portal/persistence/entities/app-user';
import { DataSource, type Repository } from 'typeorm';
import type { Actor } from '../../changes/actor.js';
import { AuditedTransactions } from '../../changes/audited-transactions.js';
import { ProblemException } from '../../problems/problem.js';

@Injectable()
export class ProfileService {
  private readonly people: Repository<AppUser>;

  constructor(
    dataSource: DataSource,
    private readonly transactions: AuditedTransactions,
  ) {
    this.people = dataSource.getRepository(AppUser);
  }

  /** @throws {ProblemException} `not-found` for a person who is gone */
  async read(userId: number): Promise<Profile> {
    const person = await this.people.findOneBy({ id: userId });
    if (!person) throw new ProblemException('not-found', 'There is no such person');
    return present(person);
  }

  /** Changes the fields that are given and answers with the whole. */
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
