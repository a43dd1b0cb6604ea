import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { REPORTING_VIEWS } from '@portal/persistence/reporting/views';
import { GuardUnavailable } from '@portal/sql-guard/guard-worker';
import type { CheckResult } from '@portal/sql-guard/check-result';
import { GuardThreads } from '@portal/sql-guard/guard-threads';
import { ProblemException } from '../../problems/problem.js';
import { FairQueue, QueueFullError } from '../../fair-queue/fair-queue.js';
import { cancelled } from '../../sandbox/sandbox.js';

const QUEUE_LIMITS = {
  ...{ running: 2, runningPerKey: 1 },
  ...{ waiting: 256, waitingPerKey: 64, maxWaitMs: 5_000 },
};

const RELATIONS = Object.fromEntries(
  REPORTING_VIEWS.map(({ name, columns }) => [
    name,
    columns.map((column) => column.slice(column.indexOf('.') + 1)),
  ]),
);

/**
 * The guard with a fair queue: users take turns, so that the texts of one user do not delay others.
 */
@Injectable()
export class GuardQueue implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly guard = new GuardThreads(RELATIONS);
  private readonly queue = new FairQueue<null>(QUEUE_LIMITS);
  private readonly closing = new AbortController();

  /**
   * @param userId the caller
   * @throws {ProblemException} `too-many-requests`, `query-cancelled` or `unavailable`
   */
  async check(text: string, userId: number, signal: AbortSignal): Promise<CheckResult> {
    const leave = await this.enter(userId, AbortSignal.any([signal, this.closing.signal]));
    try {
      return await this.guard.check(text);
    } catch (error) {
      throw error instanceof GuardUnavailable ? notChecked() : error;
    } finally {
      leave();
    }
  }

  /** Runs before the server waits for running requests: some requests wait in the queue. */
  beforeApplicationShutdown(): void {
    this.closing.abort(new ProblemException('unavailable', 'The server is stopping'));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.guard.close();
  }

  private async enter(userId: number, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.queue.enter(userId, null, signal);
    } catch (error) {
      if (signal.aborted) throw cancelled(signal);
      if (!(error instanceof QueueFullError)) throw error;
      throw new ProblemException(
        'too-many-requests',
        'Too many queries are being checked; try again in a moment',
      );
    }
  }
}

function notChecked(): ProblemException {
  return new ProblemException(
    'unavailable',
    'The query could not be checked, as the server is too busy; try again in a moment',
  );
}
