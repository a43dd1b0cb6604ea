import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { ask, type BegunRead, type ProvenRead } from './proven-read.js';

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

/** An answer, and what it was made of. */
interface Vouched {
  readonly read: ProvenRead;
  readonly rows: readonly object[];
  readonly answer: unknown;
}

/**
 * Whether a caller is still who they were when they were looked up, as told by a statement that
 * reads something else for them: the snapshot of its rows is the one that shows it.
 */
export class CallerProof {
  private given = false;
  private refuted = false;
  private readonly made: Omit<Vouched, 'answer'>[] = [];
  private vouchedFor: Vouched | undefined;

  /**
   * @param seenIn the snapshot in which the caller was looked up, as PostgreSQL writes it
   * @param begun what is likely to be read
   */
  constructor(
    readonly seenIn: string,
    private readonly begun: BegunRead | null = null,
  ) {}

  /** False until a row has given it, and none refuted it; that there are no rows says nothing. */
  get isGiven(): boolean {
    return this.given && !this.refuted;
  }

  get vouched(): Vouched | undefined {
    return this.vouchedFor;
  }

  /** The same, to be given once more. */
  anew(begun: BegunRead | null): CallerProof {
    return new CallerProof(this.seenIn, begun);
  }

  /**
   * Says that `answer` was made of what was read through this proof, for this caller and request, and
   * of nothing else that may change, such as the time or another read: that the same rows make the
   * same answer. Gives the answer.
   */
  vouchFor<T>(answer: T): T {
    const [only, ...others] = this.made;
    if (only && others.length === 0) this.vouchedFor = { ...only, answer };
    return answer;
  }

  /** Has what is read from `db` give the proof along with its rows. */
  through(db: Queryable): Queryable {
    return {
      query: async <T>(text: string, values: unknown[] = []): Promise<readonly T[]> => {
        const seenIn = `$${values.length + 1}::pg_snapshot`;
        const read: ProvenRead = {
          db,
          text: sql`
            SELECT page.*, nullif(NOT ${isUnchangedSince(seenIn)}, false) AS "${HAS_CHANGED}"
            FROM (${text}) AS page`,
          values: [...values, this.seenIn],
        };
        const rows = await this.rowsOf<Proving<T>>(read);
        this.made.push({ read, rows });
        const isGiven = isProof(rows);
        if (isGiven === true) this.given = true;
        else if (isGiven === false) this.refuted = true;
        return rows;
      },
    };
  }

  private rowsOf<Row>(read: ProvenRead): Promise<readonly Row[]> {
    return this.begun?.isOf(read) === true ? this.begun.found<Row>() : ask<Row>(read);
  }
}
