import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import { createPool } from '@portal/persistence/data-source';
import type { Queryable } from '@portal/persistence/queryable';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { ProblemException } from '../problems/problem.js';
import { QueueFullError, RunQueue } from '../sandbox/run-queue.js';
import { CONFIG, LOGGER } from '../platform.tokens.js';
import { isOutOfTime, TimedReads } from './timed-reads.js';

/** Maximum time of the database for a list that no index serves. */
const SCAN_MS = 2_000;
/** Running at a time on each server; a user has one of each. */
const SCANS = 2;
const EXPORTS = 2;
const MAX_WAIT_MS = 2_000;

/**
 * Planner settings for statements that may read a whole table. Compiling such a statement takes longer
 * than it saves. A cursor is read to its end.
 */
const SETTINGS = { random_page_cost: '1.1', jit: 'off', cursor_tuple_fraction: '1' };

/** Connections for scans and exports, so that other requests never wait for one. */
@Injectable()
export class ScanPool implements OnApplicationShutdown {
  readonly pool;
  private readonly scans = queueFor(SCANS);
  private readonly exports = queueFor(EXPORTS);

  constructor(@Inject(CONFIG) { databaseUrl }: Config, @Inject(LOGGER) logger: Logger) {
    this.pool = createPool({
      url: databaseUrl,
      applicationName: 'portal-server scans',
      poolSize: SCANS + EXPORTS,
      settings: SETTINGS,
    });
    this.pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
  }

  /**
   * Waits until the user may scan a list or export one.
   * @returns the function that ends it
   * @throws {ProblemException} `too-many-requests`
   */
  async enter(what: 'scans' | 'exports', userId: number, signal?: AbortSignal) {
    try {
      return await this[what].enter(userId, signal);
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
      return await this.within(SCAN_MS, read);
    } catch (error) {
      throw isOutOfTime(error) ? tooBroad(SCAN_MS / 1000) : error;
    } finally {
      leave();
    }
  }

  /** Statements that may take `ms` together; see `isOutOfTime`. */
  async within<T>(ms: number, read: (db: Queryable) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await read(new TimedReads(client, ms));
    } finally {
      client.release();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function queueFor(running: number): RunQueue {
  return new RunQueue({
    running,
    runningPerKey: 1,
    waiting: 64,
    waitingPerKey: 8,
    maxWaitMs: MAX_WAIT_MS,
  });
}
