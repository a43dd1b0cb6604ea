import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { tellCancelled } from '@portal/persistence/custom-stats/runs';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { ChangeFeed } from '../../live/feed/change-feed.js';

/** Runs with an id from the client, so that another request on any server can cancel them. */
@Injectable()
export class Cancellations implements OnModuleInit, OnModuleDestroy {
  private readonly underWay = new Map<string, AbortController>();
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly reads: Reads,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.stopListening = this.feed.listen({
      runCancelled: (name) =>
        this.underWay
          .get(name)
          ?.abort(new ProblemException('query-cancelled', 'The query was cancelled')),
    });
  }

  onModuleDestroy(): void {
    this.stopListening?.();
  }

  /**
   * Runs the work with a signal that is aborted by the given one or by a cancellation.
   * @param runId undefined for a run that cannot be cancelled by id
   */
  async during<T>(
    userId: number,
    runId: string | undefined,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (runId === undefined) return work(signal);
    const name = nameOf(userId, runId);
    if (this.underWay.has(name)) {
      throw new ProblemException('conflict', 'A run with this id is already in progress', [
        { pointer: 'run_id', detail: 'is the id of a run in progress' },
      ]);
    }
    const cancellation = new AbortController();
    this.underWay.set(name, cancellation);
    try {
      return await work(AbortSignal.any([signal, cancellation.signal]));
    } finally {
      this.underWay.delete(name);
    }
  }

  /** Cancels the caller's run with this id on any server; a finished run is ignored. */
  async cancel(userId: number, runId: string): Promise<void> {
    await tellCancelled(this.reads, nameOf(userId, runId));
  }
}

/** The name includes the user, so that nobody can cancel runs of others. */
function nameOf(userId: number, runId: string): string {
  return `${userId}:${runId.toLowerCase()}`;
}
