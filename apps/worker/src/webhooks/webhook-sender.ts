import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@portal/persistence/db';
import {
  claimTries,
  disableWebhook,
  markFailed,
  markSent,
  pauseWebhook,
  tellOfChanges,
  type TryResult,
  type WebhookTry,
} from '@portal/persistence/webhooks/webhook-tries';
import type { Config } from '@portal/platform/config';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import { RegularWork } from '../regular-work.js';
import type { Logger } from 'pino';
import { messageOf } from './message.js';
import { NoAnswer, post } from './post.js';
import { pauseAfter, secondsOf } from './retries.js';

const INTERVAL_MS = 1_000;
/** Tries of one worker at a time. */
const MOST = 50;

/** Sends events to webhooks, at least once. A look does not wait for the tries before, so that a slow receiver delays no other. */
@Injectable()
export class WebhookSender extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'webhooks were not called';
  /** Of a whole try. */
  protected readonly timeoutMs: number = 15_000;
  readonly #inFlight = new Map<Promise<void>, number>();
  #claiming: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
  }

  protected override run(): Promise<void> {
    return this.look();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    await super.beforeApplicationShutdown();
    await this.settled();
  }

  /** Begins the tries that are due, and waits for none. */
  async look(): Promise<void> {
    await tellOfChanges(this.db);
    await this.#begin();
  }

  /** Waits until no try is in flight. */
  async settled(): Promise<void> {
    await this.#claiming;
    while (this.#inFlight.size > 0) {
      await Promise.all(this.#inFlight.keys());
      await this.#claiming;
    }
  }

  /** One claim after the other, so that each knows what the one before has begun. */
  #begin(): Promise<void> {
    const claimed = this.#claiming.then(async () => {
      const free = MOST - this.#inFlight.size;
      if (free === 0) return;
      for (const one of await claimTries(this.db, this.#busy(), free)) this.#start(one);
    });
    this.#claiming = claimed.catch(() => undefined);
    return claimed;
  }

  #busy(): Record<string, number> {
    const busy: Record<string, number> = {};
    for (const id of this.#inFlight.values()) busy[id] = (busy[id] ?? 0) + 1;
    return busy;
  }

  #start(one: WebhookTry): void {
    const ended = this.#try(one)
      .catch((error: unknown) => {
        this.#warn(error, one);
        return false;
      })
      .then((isSent) => {
        this.#inFlight.delete(ended);
        // What waits behind it need not wait for the next look.
        if (isSent && !this.#isStopping) {
          this.#begin().catch((error: unknown) => this.#warn(error, one));
        }
      });
    this.#inFlight.set(ended, one.webhook_id);
  }

  /** What is not stored is tried again when its lease is over. */
  #warn(error: unknown, { webhook_id: webhook, event_id: event }: WebhookTry): void {
    this.logger.warn(
      { err: error, webhook, event },
      'the end of a try of a webhook was not stored',
    );
  }

  /** @returns whether it succeeded */
  async #try(one: WebhookTry): Promise<boolean> {
    const at = new Date();
    const begun = performance.now();
    const options = { isPublic: this.config.production, timeoutMs: this.timeoutMs };
    const answer = await post(messageOf(one, at), options).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    const took = { at, took_ms: Math.round(performance.now() - begun) };
    if (answer instanceof NoAnswer) {
      await this.#failed(one, { ...took, status: null, answer: null, problem: answer.message }, 0);
      return false;
    }
    const { status, text, retryAfter } = answer;
    const isSent = status >= 200 && status < 300;
    const problem = isSent ? null : `It answered ${status}`;
    const result: TryResult = { ...took, status, answer: text, problem };
    if (isSent) await markSent(this.db, one, result);
    else await this.#failed(one, result, secondsOf(retryAfter, new Date()));
    return isSent;
  }

  async #failed(one: WebhookTry, result: TryResult, asked: number): Promise<void> {
    const isGone = result.status === 410;
    const pause = isGone ? null : pauseAfter(one.tries, asked, Math.random());
    await markFailed(this.db, one, result, pause);
    if (isGone) await disableWebhook(this.db, one.webhook_id, 'It answered 410, which means gone');
    else if (asked > 0) await pauseWebhook(this.db, one.webhook_id, asked);
  }
}
