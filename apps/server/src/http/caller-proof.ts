import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';

const HAS_CHANGED = 'caller has changed';

/** A caller of whom a read may show that they are still who they were. */
export interface ProvableCaller extends Caller {
  readonly proof: CallerProof;
}

/**
 * Whether no transaction has changed since who anybody is or what they hold. Transactions to come are
 * not asked for: a dump of another cluster may have brought some.
 * @param seenIn a snapshot, as SQL
 */
export function isUnchangedSince(seenIn: string): string {
  return sql`
    NOT EXISTS (
      SELECT FROM agg.access_change
      WHERE xid >= pg_snapshot_xmin(${seenIn})
        AND xid < pg_snapshot_xmax(pg_current_snapshot())
        AND NOT pg_visible_in_snapshot(xid, ${seenIn}))`;
}

/** True, or nothing, which takes the least time to send and to read. */
type Proving<T> = T & { [HAS_CHANGED]?: true | null | undefined };

/** What rows were found to prove, which may be given again. */
const proving = new WeakMap<readonly object[], boolean>();

/**
 * Whether a page proves its caller; undefined without any rows. They have a column more, which is
 * undefined by then: to delete it from each would cost more than to ask for it.
 */
function isProof<T>(rows: readonly Proving<T>[]): boolean | undefined {
  const [row] = rows;
  if (!row) return undefined;
  const known = proving.get(rows);
  if (known !== undefined) return known;
  const isGiven = row[HAS_CHANGED] === null;
  proving.set(rows, isGiven);
  for (const each of rows) each[HAS_CHANGED] = undefined;
  return isGiven;
}

/**
 * Whether a caller is still who they were when they were looked up, as told by a statement that
 * reads something else for them: the snapshot of its rows is the one that shows it.
 */
export class CallerProof {
  private given = false;
  private refuted = false;

  /** @param seenIn the snapshot in which the caller was looked up, as PostgreSQL writes it */
  constructor(readonly seenIn: string) {}

  /** False until a row has given it, and none refuted it; that there are no rows says nothing. */
  get isGiven(): boolean {
    return this.given && !this.refuted;
  }

  /** The same, to be given once more. */
  anew(): CallerProof {
    return new CallerProof(this.seenIn);
  }

  /**
   * Has what is read from `db` give the proof along with its rows.
   */
  through(db: Queryable): Queryable {
    return {
      query: async <T>(text: string, values: unknown[] = []): Promise<readonly T[]> => {
        const seenIn = `$${values.length + 1}::pg_snapshot`;
        const rows = await db.query<Proving<T>>(
          sql`
            SELECT page.*, nullif(NOT ${isUnchangedSince(seenIn)}, false) AS "${HAS_CHANGED}"
            FROM (${text}) AS page`,
          [...values, this.seenIn],
        );
        const isGiven = isProof(rows);
        if (isGiven === true) this.given = true;
        else if (isGiven === false) this.refuted = true;
        return rows;
      },
    };
  }
}
