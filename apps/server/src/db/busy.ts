import { WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import { IMPORT_LOCK } from '@portal/persistence/locks';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { ProblemException } from '../problems/problem.js';

/** How long a change waits for a lock, such as that of a task which an import changes. */
export const LOCK_WAIT_SECONDS = 5;
/** A wait for an import is noted from here on. So it is asked for as often. */
export const NOTED_WAIT_MS = 100;

/** @param what is locked, such as `this task` */
export function busy(what: string, isByImport: boolean): ProblemException {
  const reason = isByImport ? `An import is changing ${what}` : `Another change has locked ${what}`;
  return new ProblemException('busy', `${reason}. Nothing was saved; try again in a moment`);
}

/**
 * Asks while a transaction runs whether it waits for an import: after the wait the database no longer
 * knows for whom it was. A transaction that is shorter asks nothing.
 */
export class LockWait {
  /** Whether it waits for an import, as far as it is known. */
  isForImport = false;
  private importId: string | null = null;
  /** Of the waits for imports that are over. */
  private ms = 0;
  /** When the present one began. */
  private since: number | null = null;
  private statements = 0;
  private asking: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  /** @param pid the backend of the transaction */
  constructor(
    private readonly reads: Queryable,
    private readonly pid: number,
  ) {
    this.timer = setInterval(() => {
      // An answer that fails to come leaves the last one.
      this.asking ??= this.ask()
        .catch(() => undefined)
        .finally(() => (this.asking = undefined));
    }, NOTED_WAIT_MS).unref();
  }

  /** How long it has waited for imports, and for which one if that is known. */
  get forImports(): { readonly ms: number; readonly importId: string | null } {
    return { ms: this.ms, importId: this.importId };
  }

  /** A statement of the transaction has ended, and with it its wait. */
  statementEnded(): void {
    this.statements += 1;
    this.waitEnded();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    const { statements } = this;
    const asked = performance.now();
    const rows = await this.reads.query(blockers, [
      this.pid,
      WORKER_APPLICATIONS['worker-imports'],
    ]);
    const [{ is_import, import_id, waited_ms }] = blockersSchema.parse(rows);
    if (is_import !== null) this.isForImport = is_import;
    if (is_import !== true) return this.waitEnded();
    // The statement that waited has ended meanwhile.
    if (statements !== this.statements) return;
    this.importId = import_id ?? this.importId;
    // An answer may be late, so that its time would make the wait too short.
    this.since ??= asked - waited_ms;
  }

  private waitEnded(): void {
    if (this.since !== null) this.ms += performance.now() - this.since;
    this.since = null;
  }
}

const blockersSchema = z.tuple([
  z.object({
    is_import: z.boolean().nullable(),
    import_id: z.uuid().nullable(),
    waited_ms: z.number(),
  }),
]);

/**
 * Null if the backend waits for no other. It may wait for one that waits for an import. The connection of an
 * import holds a lock with the hash of its id.
 */
const blockers = sql`
WITH RECURSIVE blocker (pid) AS (
  SELECT unnest(pg_blocking_pids($1))
  UNION
  SELECT unnest(pg_blocking_pids(pid)) FROM blocker
)
SELECT bool_or(application_name = $2) AS is_import,
  (SELECT task_import.id
    FROM blocker JOIN pg_locks AS held USING (pid)
    JOIN core.task_import ON hashtext(task_import.id::text)::oid = held.objid
    WHERE held.locktype = 'advisory' AND held.classid = ${IMPORT_LOCK} AND task_import.state = 'running'
    LIMIT 1) AS import_id,
  coalesce((
    SELECT extract(epoch FROM clock_timestamp() - waitstart) * 1000
    FROM pg_locks WHERE pid = $1 AND NOT granted), 0)::float8 AS waited_ms
FROM blocker JOIN pg_stat_activity USING (pid)`;
