import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { VERSION } from '@portal/contracts/version';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { Db } from '@portal/persistence/db';
import { forgetWorker, seeWorker } from '@portal/persistence/figures/workers';
import type { Logger } from 'pino';
import { LOGGER } from '../platform.tokens.js';
import { Repetition } from '@portal/platform/repetition';

const INTERVAL_MS = 5_000;

/**
 * Tells the database every few seconds that this worker runs, so that servers know whether anybody
 * imports. A worker whose event loop hangs tells nothing, and neither does one without the database.
 */
@Injectable()
export class Presence implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #id = randomUUID();
  #repetition: Repetition | undefined;

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const worker = { id: this.#id, host: hostname(), version: VERSION };
    this.#repetition = new Repetition(
      INTERVAL_MS,
      () => seeWorker(this.db, worker),
      (error) => {
        if (isDatabaseAway(error)) return;
        this.logger.warn({ err: error }, 'the database was not told that the worker runs');
      },
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#repetition?.stop();
    // Without the database the row is soon too old to count.
    await forgetWorker(this.db, this.#id).catch(() => undefined);
  }
}
