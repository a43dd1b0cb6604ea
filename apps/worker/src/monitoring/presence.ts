import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { VERSION } from '@portal/contracts/version';
import { Db } from '@portal/persistence/db';
import { forgetWorker, seeWorker } from '@portal/persistence/figures/workers';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { RegularWork } from '../regular-work.js';

const INTERVAL_MS = 5_000;

/**
 * Tells the database every few seconds that this worker runs, so that servers know whether anybody
 * imports. A worker whose event loop hangs tells nothing, and neither does one without the database.
 */
@Injectable()
export class Presence extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'the database was not told that the worker runs';
  readonly #id = randomUUID();

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  protected override run(): Promise<void> {
    return seeWorker(this.db, { id: this.#id, host: hostname(), version: VERSION });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    // Without the database the row is soon too old to count.
    await forgetWorker(this.db, this.#id).catch(() => undefined);
  }
}
