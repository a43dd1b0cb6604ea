import type { Relations } from './columns.js';
import { GuardWorker } from './guard-worker.js';
import type { CheckResult } from './check-result.js';

/** The second thread continues while a hostile text blocks the first. */
const THREADS = 2;

/**
 * Checks that the SQL of a custom statistic only reads the given views, with functions on the allow
 * list. It is the second barrier, besides the role that runs the query (docs/adr/0093). Checks run
 * on threads with a limit on time and memory each; they start with the first check.
 */
export class GuardThreads {
  private readonly workers: readonly [GuardWorker, ...GuardWorker[]];

  /**
   * @param relations the columns of each view by its name
   * @param schema schema of the views
   */
  constructor(relations: Relations, schema = 'reporting') {
    const settings = { relations, schema };
    this.workers = [
      new GuardWorker(settings),
      ...Array.from({ length: THREADS - 1 }, () => new GuardWorker(settings)),
    ];
  }

  /**
   * Two checks run at the same time, the others wait. A problem of the text is a result, not an
   * exception.
   * @throws {GuardUnavailable} if a thread fails, whatever the text is
   */
  check(text: string): Promise<CheckResult> {
    const best = this.workers.reduce((one, other) => (other.load < one.load ? other : one));
    return best.check(text);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
