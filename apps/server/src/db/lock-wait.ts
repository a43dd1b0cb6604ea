import { isBlockedByImport } from '@portal/persistence/lock-waits';
import type { Queryable } from '@portal/persistence/queryable';
import { ProblemException } from '../problems/problem.js';

/** How long a change waits for a lock, such as that of a task which an import changes. */
export const LOCK_WAIT_SECONDS = 5;
/** Each wait that ends in a refusal is asked about several times. */
const ASK_EVERY_MS = 1_000;

/** @param what is locked, such as `this task` */
export function busy(what: string, isByImport: boolean): ProblemException {
  const reason = isByImport ? `An import is changing ${what}` : `Another change has locked ${what}`;
  return new ProblemException('busy', `${reason}. Nothing was saved; try again in a moment`);
}

/**
 * Asks while a transaction runs whether it waits for an import: after the wait the database no longer
 * knows what it waited for. A transaction that is shorter asks nothing.
 */
export class LockWait {
  /** As far as it is known. */
  isForImport = false;
  private isAsking = false;
  private readonly timer: NodeJS.Timeout;

  /** @param pid the backend of the transaction */
  constructor(
    private readonly reads: Queryable,
    private readonly pid: number,
  ) {
    this.timer = setInterval(() => void this.ask(), ASK_EVERY_MS).unref();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      this.isForImport = (await isBlockedByImport(this.reads, this.pid)) ?? this.isForImport;
    } catch {
      // The last answer stays.
    } finally {
      this.isAsking = false;
    }
  }
}
