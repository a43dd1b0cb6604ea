import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@portal/persistence/db';
import {
  claimMessages,
  type DueMessage,
  LEASE_SECONDS,
  markFailed,
  markSent,
  pauseChannel,
  tryAgain,
} from '@portal/persistence/telling/notification-deliveries';
import type { Config } from '@portal/platform/config';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { RegularWork } from '../regular-work.js';
import { ChannelBusy, type OutgoingChannel, Undeliverable } from './channel.js';
import { MailChannel } from './mail-channel.js';
import { messageOf } from './message-text.js';
import { SlackChannel } from './slack-channel.js';

/** What a pass has leased goes out within the lease, or with a later pass. */
const MOST_MS = (LEASE_SECONDS * 1000) / 2;
/** Slack takes one message a second for each conversation. */
const INTERVAL_MS = 1_000;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 15 * 60;
const LATER = 'It could not be sent, and is tried again';

/** Sends what is due by Slack and e-mail, at least once. The database knows what is due and who sends it. */
@Injectable()
export class Messenger extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'notifications were not sent';
  readonly #channels: readonly OutgoingChannel[];

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
    const { slack, mail } = config;
    this.#channels = [
      ...(slack ? [new SlackChannel(slack)] : []),
      ...(mail ? [new MailChannel(mail)] : []),
    ];
  }

  protected override run(): Promise<void> {
    return this.deliver();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    for (const channel of this.#channels) channel.close();
  }

  /** One message for each user and channel with something due. */
  async deliver(now = new Date()): Promise<void> {
    const names = this.#channels.map(({ channel }) => channel);
    const end = performance.now() + MOST_MS;
    const messages = await claimMessages(this.db, names, now);
    await Promise.all(
      this.#channels.map(async (channel) => {
        for (const message of messages) {
          if (message.channel !== channel.channel) continue;
          if (performance.now() > end || !(await this.#send(channel, message))) return;
        }
      }),
    );
  }

  /** @returns whether the channel takes more; the lease of the rest runs out, or it is paused */
  async #send(channel: OutgoingChannel, message: DueMessage): Promise<boolean> {
    try {
      await channel.send(messageOf(message, this.config.publicUrl));
    } catch (error) {
      return this.#failed(message, error);
    }
    await markSent(this.db, message);
    return true;
  }

  async #failed(message: DueMessage, error: unknown): Promise<boolean> {
    const { channel, attempt, id } = message;
    if (error instanceof Undeliverable) {
      await markFailed(this.db, message, error.message);
      return true;
    }
    if (error instanceof ChannelBusy) {
      await tryAgain(this.db, message, error.seconds, LATER);
      await pauseChannel(this.db, channel, error.seconds);
      return false;
    }
    this.logger.warn({ err: error, channel, message: id }, 'a notification is sent again later');
    const pause = Math.min(FIRST_PAUSE_S * 2 ** (attempt - 1), LONGEST_PAUSE_S);
    await tryAgain(this.db, message, pause, LATER);
    return true;
  }
}
