import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { mergeSlots } from '@portal/persistence/aggregates/merge-slots';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { Db } from '@portal/persistence/db';
import type { Logger } from 'pino';
import { LOGGER } from '../platform.tokens.js';
import { Repetition } from '@portal/platform/repetition';

const INTERVAL_MS = 5_000;

/** Merges what large changes have added to `agg.user_slot`. Until then reads add up more rows, exactly. */
@Injectable()
export class SlotMerger implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #stopping = new AbortController();
  #repetition: Repetition | undefined;

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#repetition = new Repetition(
      INTERVAL_MS,
      async () => {
        const rows = await mergeSlots(this.db, this.#stopping.signal);
        if (rows > 0) this.logger.info({ rows }, 'time slots of large changes merged');
      },
      (error) => {
        if (isDatabaseAway(error)) return;
        this.logger.warn({ err: error }, 'time slots of large changes were not merged');
      },
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await this.#repetition?.stop();
  }
}
