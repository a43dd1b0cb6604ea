import { Injectable } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import { isOutOfTime } from '@portal/persistence/timed-reads';
import { EXPORTS, SCANS, Scans } from '../../db/pools.js';
import { FairQueue, QueueFullError } from '../../fair-queue/fair-queue.js';
import { ProblemException } from '../../http/problems/problem.js';

/** Maximum time of the database for a list that no index serves. */
const SCAN_MS = 2_000;
const MAX_WAIT_MS = 2_000;

/** Lets a few users at a time scan lists and export them; a user has one of each. */
@Injectable()
export class ScanQueue {
  private readonly waiting = { scans: queueFor(SCANS), exports: queueFor(EXPORTS) };

  constructor(private readonly db: Scans) {}

  /**
   * Waits until the user may scan a list or export one.
   * @returns the function that ends it
   * @throws {ProblemException} `too-many-requests`
   */
  async enter(what: 'scans' | 'exports', userId: number, signal?: AbortSignal) {
    try {
      return await this.waiting[what].enter(userId, null, signal);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new ProblemException(
        'too-many-requests',
        what === 'scans'
          ? 'Too many large lists are read now; try again in a moment'
          : 'Too many exports are running; try again later',
      );
    }
  }

  /**
   * Reads a list that no index serves.
   * @param tooBroad the problem of a list that takes longer than `seconds`
   * @throws {ProblemException} `too-broad`, `too-many-requests`
   */
  async scan<T>(
    caller: Caller,
    read: (db: Queryable) => Promise<T>,
    tooBroad: (seconds: number) => ProblemException,
  ): Promise<T> {
    const leave = await this.enter('scans', caller.userId);
    try {
      return await this.db.within(SCAN_MS, read);
    } catch (error) {
      throw isOutOfTime(error) ? tooBroad(SCAN_MS / 1000) : error;
    } finally {
      leave();
    }
  }
}

function queueFor(running: number): FairQueue<null> {
  return new FairQueue({
    running,
    runningPerKey: 1,
    waiting: 64,
    waitingPerKey: 8,
    maxWaitMs: MAX_WAIT_MS,
  });
}
