import { Inject, Injectable } from '@nestjs/common';
import {
  type Channel,
  CHANNELS,
  CHOSEN_KINDS,
  type Choices,
  type Deliveries,
  type How,
  type TestSent,
  type ToldKind,
} from '@portal/contracts/notifications';
import { DAILY_AT, defaultHow, QUIET_FROM, QUIET_TO } from '@portal/domain/telling-times';
import {
  insertTest,
  readChoices,
  readDeliveries,
  readProblems,
  storeChoice,
  zoneOf,
} from '@portal/persistence/telling/notification-choices';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Changes } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

@Injectable()
export class ChoicesService {
  constructor(
    private readonly changes: Changes,
    private readonly transactions: AuditedTransactions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(userId: number): Promise<Choices> {
    const [chosen, problems, zone] = await Promise.all([
      readChoices(this.changes, userId),
      readProblems(this.changes, userId),
      zoneOf(this.changes, userId),
    ]);
    const howOf = (kind: ToldKind, channel: Channel): How =>
      chosen.find((one) => one.kind === kind && one.channel === channel)?.how ??
      defaultHow(kind, channel);
    return {
      choices: CHOSEN_KINDS.flatMap((kind) =>
        CHANNELS.map((channel) => ({ kind, channel, how: howOf(kind, channel) })),
      ),
      channels: CHANNELS.map((channel) => ({
        channel,
        is_set_up: this.isSetUp(channel),
        problem: problems.get(channel) ?? null,
      })),
      ...{ time_zone: zone, quiet_from: QUIET_FROM, quiet_to: QUIET_TO, daily_at: DAILY_AT },
    };
  }

  async choose(
    userId: number,
    kind: ToldKind,
    channel: Channel,
    how: How,
    actor: Actor,
  ): Promise<Choices> {
    await this.transactions.run(actor, (tx) => storeChoice(tx, userId, kind, channel, how));
    return this.read(userId);
  }

  /** @throws {ProblemException} `conflict` if the portal has no such channel */
  async test(userId: number, channel: Channel, actor: Actor): Promise<TestSent> {
    if (!this.isSetUp(channel)) {
      throw new ProblemException('conflict', 'The portal is not set up to send by this channel');
    }
    const id = await this.transactions.run(actor, (tx) => insertTest(tx, userId, channel));
    return { id };
  }

  /** @throws {ProblemException} `not-found` */
  async deliveries(userId: number, id: string): Promise<Deliveries> {
    const items = await readDeliveries(this.changes, userId, id);
    if (items.length === 0) {
      throw new ProblemException('not-found', 'There is no such notification');
    }
    return { items: [...items] };
  }

  private isSetUp(channel: Channel): boolean {
    return (channel === 'slack' ? this.config.slack : this.config.mail) !== undefined;
  }
}
