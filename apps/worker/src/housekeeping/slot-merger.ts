import { Inject, Injectable } from '@nestjs/common';
import { mergeSlots } from '@portal/persistence/aggregates/merge-slots';
import { Db } from '@portal/persistence/db';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { RegularWork } from '../regular-work.js';

const INTERVAL_MS = 5_000;

/** Merges what large changes have added to `agg.user_slot`. Until then reads add up more rows, exactly. */
@Injectable()
export class SlotMerger extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'time slots of large changes were not merged';
  readonly #stopping = new AbortController();

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  protected override async run(): Promise<void> {
    const rows = await mergeSlots(this.db, this.#stopping.signal);
    if (rows > 0) this.logger.info({ rows }, 'time slots of large changes merged');
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await super.beforeApplicationShutdown();
  }
}
