import type { StepBudget } from './step-budget.js';

/** The views that a query can read: the columns of each view by its name. */
export type Relations = Readonly<Record<string, readonly string[]>>;

/** PostgreSQL's MaxTupleAttributeNumber. */
export const MOST_COLUMNS = 1664;

/** The columns of a view, a query or another item of FROM, in the order of `*`. */
export class Columns {
  private set: ReadonlySet<string> | undefined;

  /**
   * @param isOpen whether it can also have any column of the views: a query that is used before it
   * has been checked has unknown columns
   */
  constructor(
    readonly names: readonly string[],
    readonly isOpen: boolean,
  ) {}

  has(name: string): boolean {
    this.set ??= new Set(this.names);
    return this.set.has(name);
  }
}

/** Creates lists of columns; counts them and refuses too many. */
interface ColumnMaker extends StepBudget {
  columns(parts: readonly (readonly string[])[], isOpen: boolean): Columns;
}

export const UNKNOWN = new Columns([], true);

/** Whether any of the views has such a column. */
export function isColumn(relations: Relations, name: string): boolean {
  return Object.values(relations).some((columns) => columns.includes(name));
}

/** `AS t(a, b)` renames the first columns. */
export function renamed(columns: Columns, names: readonly string[], maker: ColumnMaker): Columns {
  if (names.length === 0) return columns;
  return maker.columns([names, columns.names.slice(names.length)], columns.isOpen);
}

/** The columns of `*` over these items. */
export function together(parts: readonly Columns[], maker: ColumnMaker): Columns {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  return maker.columns(
    parts.map(({ names }) => names),
    parts.some(({ isOpen }) => isOpen),
  );
}

/**
 * The columns of a JOIN.
 * @param by the columns of USING or NATURAL: they appear once, before the others
 */
export function joined(
  left: Columns,
  right: Columns,
  by: readonly string[],
  maker: ColumnMaker,
): Columns {
  if (by.length === 0) return together([left, right], maker);
  maker.spend(left.names.length + right.names.length);
  const once = new Set(by);
  const rest = ({ names }: Columns): string[] => names.filter((name) => !once.has(name));
  return maker.columns([by, rest(left), rest(right)], left.isOpen || right.isOpen);
}

/** The columns of a NATURAL JOIN; undefined if they cannot be determined. */
export function common(left: Columns, right: Columns): readonly string[] | undefined {
  if (left.isOpen || right.isOpen) return undefined;
  return left.names.filter((name) => right.has(name));
}
