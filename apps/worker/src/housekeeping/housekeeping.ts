import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Db } from '@portal/persistence/db';
import { claimChore, endChore } from '@portal/persistence/housekeeping';
import type { UploadStore } from '@portal/platform/upload-store';
import type { Logger } from 'pino';
import { LOGGER, UPLOAD_STORE } from '../platform.tokens.js';
import { Repetition } from '../repetition.js';
import { type Chore, CHORES } from './chores.js';

const INTERVAL_MS = 60_000;

/** Does all regular work. Every worker looks for work once a minute; the database decides who does it. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #repetition: Repetition | undefined;

  constructor(
    private readonly db: Db,
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
  async #run(chore: Chore): Promise<void> {
    const { name, when } = chore;
    await this.db.transaction(async (tx) => {
      if (!(await claimChore(tx, name, when))) return;
      await chore.run(tx, this.store);
      await endChore(tx, name);
    });
  }
}
