import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import { queryableOf } from '@portal/persistence/pg-queryable';
import type { UploadStore } from '@portal/platform/upload-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { LOGGER, POOL, UPLOAD_STORE } from '../../platform.tokens.js';
import { Repetition } from './repetition.js';

const INTERVAL_MS = 60_000;

/** Removes the files of imports that ended a day ago, and all but the newest ten of each user. */
@Injectable()
export class FileRemover implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #repetition: Repetition | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(UPLOAD_STORE) private readonly store: UploadStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#repetition = new Repetition(
      INTERVAL_MS,
      () => this.#removeAll(),
      (error) => this.logger.warn({ err: error }, 'files of ended imports were not removed'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#repetition?.stop();
  }

  async #removeAll(): Promise<void> {
    while ((await this.#removeSome()) > 0);
  }

  /**
   * Returns the number of removed files. Until the commit no import can start with one of them. If a
   * file cannot be removed, all are kept and the next run removes them.
   */
  async #removeSome(): Promise<number> {
    const db = await this.pool.connect();
    try {
      await db.query('BEGIN');
      const keys = await new ImportRepository(queryableOf(db)).giveUpFiles();
      for (const key of keys) await this.store.remove(key);
      await db.query('COMMIT');
      return keys.length;
    } catch (error) {
      await db.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      db.release();
    }
  }
}
