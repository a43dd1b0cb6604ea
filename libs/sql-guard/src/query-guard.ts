import type { Relations } from './columns.js';
import { GuardWorker } from './guard-worker.js';
import type { QueryCheck } from './query-check.js';

/** One goes on while a hostile text keeps the other busy. */
const THREADS = 2;

/**
 * Whether a custom statistic’s SQL reads the given views with harmless means and does nothing else:
 * the second wall before the role that runs it (docs/adr/0093). Texts are checked on threads with a
 * limit of time and memory each (docs/adr/0099), which start with the first of them.
 */
export class QueryGuard {
  private readonly workers: readonly [GuardWorker, ...GuardWorker[]];

  /**
   * @param relations the columns of each view by its name
   * @param schema where the views stand
   */
  constructor(relations: Relations, schema = 'reporting') {
    const settings = { relations, schema };
    this.workers = [
      new GuardWorker(settings),
      ...Array.from({ length: THREADS - 1 }, () => new GuardWorker(settings)),
    ];
  }

  /** Two at once; the others wait. Whatever is wrong with the text is told, not thrown. */
  check(text: string): Promise<QueryCheck> {
    const best = this.workers.reduce((one, other) => (other.load < one.load ? other : one));
    return best.check(text);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
