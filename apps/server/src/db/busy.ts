import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { ProblemException } from '../http/problems/problem.js';

/** How long a change waits for a lock, such as that of a task which an import changes. */
export const LOCK_WAIT_SECONDS = 5;
const ASK_MS = 1_000;

/** @param what is locked, such as `this task` */
export function busy(what: string, isByImport: boolean): ProblemException {
  const reason = isByImport ? `An import is changing ${what}` : `Another change has locked ${what}`;
  return new ProblemException('busy', `${reason}. Nothing was saved; try again in a moment`);
}

/**
 * Asks while a transaction runs whether it waits for an import: after the wait the database no longer
 * knows for whom it was.
 */
export class LockWait {
  isForImport = false;
  private readonly timer: NodeJS.Timeout;

  /** @param pid the backend of the transaction */
  constructor(
    private readonly reads: Queryable,
    private readonly pid: number,
  ) {
    // An answer that fails to come leaves the last one.
    this.timer = setInterval(() => void this.ask().catch(() => undefined), ASK_MS).unref();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    const rows = await this.reads.query(blockers, [
      this.pid,
      WORKER_APPLICATIONS['worker-imports'],
    ]);
    const [{ is_import }] = blockersSchema.parse(rows);
    if (is_import !== null) this.isForImport = is_import;
  }
}

const blockersSchema = z.tuple([z.object({ is_import: z.boolean().nullable() })]);

/** Null if the backend waits for no other. It may wait for one that waits for an import. */
const blockers = sql`
WITH RECURSIVE blocker (pid) AS (
  SELECT unnest(pg_blocking_pids($1))
  UNION
  SELECT unnest(pg_blocking_pids(pid)) FROM blocker
)
SELECT bool_or(application_name = $2) AS is_import FROM blocker JOIN pg_stat_activity USING (pid)`;
