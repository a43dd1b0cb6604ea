import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { claimChore, endChore } from '@portal/persistence/housekeeping';
import { queryableOf } from '@portal/persistence/pg-queryable';
import type { UploadStore } from '@portal/platform/upload-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { LOGGER, POOL, UPLOAD_STORE } from '../platform.tokens.js';
import { Repetition } from '../repetition.js';
import type { Chore } from './chore.js';
import { CHORES } from './chores.js';

const INTERVAL_MS = 60_000;

/** Does all regular work. Every worker looks for work once a minute; the database decides who does it. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #repetition: Repetition | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(UPLOAD_STORE) private readonly store: UploadStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#repetition = new Repetition(
      INTERVAL_MS,
      () => this.#runAll(),
      (error) => this.logger.warn({ err: error }, 'housekeeping failed'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#repetition?.stop();
  }

  async #runAll(): Promise<void> {
    for (const chore of CHORES) {
      await this.#run(chore).catch((error: unknown) =>
        this.logger.warn({ err: error, chore: chore.name }, 'housekeeping failed'),
      );
    }
  }

  /** One transaction: the chore is done if and only if `core.chore` says so. */
  async #run({ name, when, run }: Chore): Promise<void> {
    const client = await this.pool.connect();
    const db = queryableOf(client);
    try {
      await client.query('BEGIN');
      if (await claimChore(db, name, when)) {
        await run(db, this.store);
        await endChore(db, name);
      }
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}
