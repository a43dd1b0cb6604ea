import {
  type IssueGroup,
  MAX_GROUPED_ROWS,
  MAX_ISSUE_GROUPS,
} from '@portal/contracts/import-detail';
import type { ImportError } from '@portal/contracts/imports';
import { storable } from './storable.js';

/** More values of one reason are one group without a value. */
const MAX_VALUES = 50;
const MAX_REASONS = 1000;

/** What is known of an error beside its row. */
export interface IssueFacts {
  /** Its line in the file, if that is not its row. */
  readonly line?: number | undefined;
  /** What stands in the file. */
  readonly value?: string | undefined;
}

interface Seen {
  count: number;
  readonly rows: IssueGroup['rows'];
}

type Kind = Pick<IssueGroup, 'field' | 'severity' | 'reason'>;

interface Reason extends Seen, Kind {
  readonly values: Map<string | null, Seen>;
}

/** Counts errors and warnings by field, reason and value, in bounded memory. */
export class IssueGroups {
  readonly #reasons = new Map<string, Reason>();

  add({ row, ...kind }: ImportError, { line, value }: IssueFacts): void {
    this.#add(kind, value === undefined ? null : storable(value), {
      count: 1,
      rows: row === 0 ? [] : [{ row, line: line ?? null }],
    });
  }

  /** Counts some without their rows. */
  more(kind: Kind, count: number): void {
    if (count > 0) this.#add(kind, null, { count, rows: [] });
  }

  /** Adds the groups of another reader of the same file. */
  join(groups: readonly IssueGroup[]): void {
    for (const { value, count, rows, ...kind } of groups) this.#add(kind, value, { count, rows });
  }

  /** The most frequent groups first. */
  get all(): IssueGroup[] {
    return [...this.#reasons.values()]
      .flatMap(({ values, ...reason }) =>
        values.size > MAX_VALUES
          ? [{ ...reason, value: null }]
          : [...values].map(([value, seen]) => ({ ...reason, ...seen, value })),
      )
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_ISSUE_GROUPS);
  }

  /** @returns puts back what is counted now */
  checkpoint(): () => void {
    const before = structuredClone([...this.#reasons]);
    return () => {
      this.#reasons.clear();
      for (const [key, reason] of before) this.#reasons.set(key, reason);
    };
  }

  #add({ field, severity, reason }: Kind, value: string | null, seen: Seen): void {
    const kind = { field: storable(field), severity, reason: storable(reason) };
    // Reasons that name numbers of their row are alike.
    const key = [severity, kind.field, kind.reason.replaceAll(/\d+/g, '#')].join('\n');
    const known = this.#reasons.get(key) ?? newReason(kind);
    if (known.count === 0) {
      if (this.#reasons.size >= MAX_REASONS) return;
      this.#reasons.set(key, known);
    }
    see(known, seen);
    const same: Seen = known.values.get(value) ?? { count: 0, rows: [] };
    see(same, seen);
    if (known.values.size <= MAX_VALUES) known.values.set(value, same);
  }
}

function newReason(kind: Kind): Reason {
  return { ...kind, count: 0, rows: [], values: new Map<string | null, Seen>() };
}

function see(seen: Seen, { count, rows }: Seen): void {
  seen.count += count;
  seen.rows.push(...rows.slice(0, MAX_GROUPED_ROWS - seen.rows.length));
}
