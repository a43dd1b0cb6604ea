import { Inject, Injectable } from '@nestjs/common';
import type { Removed } from '@portal/contracts/housekeeping';
import { Db, type Transaction } from '@portal/persistence/db';
import {
  claimHousekeeping,
  endNight,
  prepareHousekeeping,
  readHousekeeping,
  storeHousekeeping,
} from '@portal/persistence/housekeeping';
import type { Config } from '@portal/platform/config';
import { CONFIG, LOGGER, UPLOAD_STORE } from '@portal/platform/tokens';
import type { UploadStore } from '@portal/platform/upload-store';
import type { Logger } from 'pino';
import { RegularWork } from '../regular-work.js';
import { type Pruning, PRUNINGS } from './prunings.js';

const INTERVAL_MS = 60_000;

/**
 * Removes what nobody needs any more: one job, of which most is done once a night. Every worker looks
 * for work once a minute; the database decides who does it.
 */
@Injectable()
export class Housekeeping extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'housekeeping failed';

  constructor(
    private readonly db: Db,
    @Inject(UPLOAD_STORE) private readonly store: UploadStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(logger);
  }

  /**
   * The transaction of the claim stays open until all is done, and so keeps other workers away. It gets its id with
   * the result, at the end.
   */
  protected override async run(): Promise<void> {
    await prepareHousekeeping(this.db);
    await this.db.transaction(async (claim) => {
      const due = await claimHousekeeping(claim);
      if (due === undefined) return;
      const removed: Removed[] = [];
      const failed: string[] = [];
      for (const pruning of PRUNINGS) {
        if (pruning.when === 'night' && due === 'minute') continue;
        try {
          for await (const batch of this.#batches(pruning)) removed.push(batch);
        } catch (error) {
          failed.push(pruning.name);
          this.logger.warn({ err: error, pruning: pruning.name }, 'housekeeping failed');
        }
      }
      await this.#record(claim, due, total(removed), failed);
    });
  }

  /** What each batch has removed; a later one that fails leaves those before. */
  async *#batches(pruning: Pruning): AsyncGenerator<Removed> {
    const { store, config } = this;
    for (let goesOn = true; goesOn;) {
      const batch = await pruning.prune(this.db, { store, config });
      yield batch.removed;
      ({ goesOn } = batch);
    }
  }

  /** A night with a failure goes on a minute later, and its result has all that was removed. */
  async #record(
    claim: Transaction,
    due: 'minute' | 'night',
    removed: Removed,
    failed: string[],
  ): Promise<void> {
    const last = await readHousekeeping(claim);
    const since = total([last.since, removed]);
    if (due === 'night' && failed.length === 0) {
      await endNight(claim);
      const ended_at = new Date().toISOString();
      await storeHousekeeping(claim, { ended_at, removed: since, since: {}, failed });
      this.logger.info({ removed: since }, 'the nightly jobs have ended');
    } else if (failed.join() !== last.failed.join() || hasRemoved(removed)) {
      await storeHousekeeping(claim, { ...last, since, failed });
    }
  }
}

/** Adds up what was removed, by kind. */
function total(parts: readonly Removed[]): Removed {
  const sums: Removed = {};
  for (const [kind, { count, bytes }] of parts.flatMap((part) => Object.entries(part))) {
    const sum = sums[kind];
    sums[kind] = {
      count: count + (sum?.count ?? 0),
      bytes: bytes === null ? null : bytes + (sum?.bytes ?? 0),
    };
  }
  return sums;
}

function hasRemoved(removed: Removed): boolean {
  return Object.values(removed).some(({ count }) => count > 0);
}
