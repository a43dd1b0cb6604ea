import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import { DataSource } from 'typeorm';
import { ProblemException } from '../../problems/problem.js';
import { LiveService } from '../../live/live.service.js';

/** Runs that their callers gave a name, to cancel them by from another request on any server. */
@Injectable()
export class Cancellations implements OnModuleInit, OnModuleDestroy {
  private readonly underWay = new Map<string, AbortController>();
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LiveService,
  ) {}

  onModuleInit(): void {
    this.stopListening = this.live.listen({
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
   * Does the work with a signal that is aborted with the one given, or when the run is cancelled.
   * @param runId none: the run has no name
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
      throw new ProblemException('conflict', 'A run of this name is under way', [
        { pointer: 'run_id', detail: 'is the name of a run under way' },
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

  /** Cancels the caller's run of that name on whichever server; one that has ended stays as it is. */
  async cancel(userId: number, runId: string): Promise<void> {
    await this.dataSource.query(sql`SELECT pg_notify('portal_run_cancelled', $1)`, [
      nameOf(userId, runId),
    ]);
  }
}

/** Nobody reaches the run of somebody else by its name. */
function nameOf(userId: number, runId: string): string {
  return `${userId}:${runId.toLowerCase()}`;
}
