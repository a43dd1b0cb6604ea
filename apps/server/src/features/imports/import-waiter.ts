import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ENDED_IMPORT_STATES, type ImportSummary } from '@portal/contracts/imports';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { ChangeFeed } from '../../live/feed/change-feed.js';

/** A lost announcement delays the response by at most this time. */
const BACKSTOP_MS = 3_000;

export function hasEnded({ status }: ImportSummary): boolean {
  return ENDED_IMPORT_STATES.some((state) => state === status);
}

/** Whether nothing happens with the import until a person decides, or any more. */
function stands(summary: ImportSummary): boolean {
  return summary.status === 'unconfirmed' || hasEnded(summary);
}

/** Waits for the end of imports, which the database announces through the change feed. */
@Injectable()
export class ImportWaiter implements OnModuleDestroy {
  private readonly wakeAll = new Set<() => void>();
  private isStopping = false;
  /** Tests set it. */
  backstopMs = BACKSTOP_MS;

  constructor(
    @Inject(ChangeFeed) private readonly feed: Pick<ChangeFeed, 'listen'>,
    @Inject(ImportQueries) private readonly imports: Pick<ImportQueries, 'find'>,
  ) {}

  /** Ends every wait, so that its upload is answered before the database is closed. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const wake of this.wakeAll) wake();
  }

  /**
   * Returns the import when it has ended or waits for a confirmation, `seconds` have passed, `signal` aborts or the server stops.
   * It is read at the start, when its end is announced, after a gap in the feed, and every 3 s.
   * @throws {Error} if the import does not exist
   */
  async waitForEnd(importId: string, seconds: number, signal: AbortSignal): Promise<ImportSummary> {
    const deadline = performance.now() + seconds * 1000;
    let news = new AbortController();
    const wake = (): void => news.abort();
    // Listen before the first read, so that an end is either read or announced afterwards.
    const stopListening = this.feed.listen({
      importChanged: (changedId, ended) => ended && changedId === importId && wake(),
      changesMissed: wake,
    });
    this.wakeAll.add(wake);
    signal.addEventListener('abort', wake);
    try {
      for (;;) {
        news = new AbortController();
        const summary = await this.read(importId);
        const left = deadline - performance.now();
        if (stands(summary) || left <= 0 || signal.aborted || this.isStopping) return summary;
        const { signal: announced } = news;
        await pause(Math.min(left, this.backstopMs), undefined, { signal: announced }).catch(
          ignore,
        );
      }
    } finally {
      stopListening();
      this.wakeAll.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }

  private async read(importId: string): Promise<ImportSummary> {
    const found = await this.imports.find(importId);
    if (!found) throw new Error(`Import ${importId} does not exist`);
    return found.summary;
  }
}

const ignore = (): void => undefined;
