import type { StepBudget } from './step-budget.js';

/** What a query may read: the columns of each view by its name. */
export type Relations = Readonly<Record<string, readonly string[]>>;

/** PostgreSQL's MaxTupleAttributeNumber. */
export const MOST_COLUMNS = 1664;

/** What a view, a query or anything else in FROM has, in the order of `*`. */
export class Columns {
  private set: ReadonlySet<string> | undefined;

  /**
   * @param isOpen whether it may have any column of the views besides: of a query that is read
   *   before it has been looked at, nothing else is known
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

/** What makes lists of columns: it counts them, and refuses too many. */
interface ColumnMaker extends StepBudget {
  columns(parts: readonly (readonly string[])[], isOpen: boolean): Columns;
}

export const UNKNOWN = new Columns([], true);

/** Whether any of the views has such a column. */
export function isColumn(relations: Relations, name: string): boolean {
  return Object.values(relations).some((columns) => columns.includes(name));
}

/** `AS t(a, b)` calls the first columns anew. */
export function renamed(columns: Columns, names: readonly string[], maker: ColumnMaker): Columns {
  if (names.length === 0) return columns;
  return maker.columns([names, columns.names.slice(names.length)], columns.isOpen);
}

/** What `*` stands for where these stand side by side. */
export function together(parts: readonly Columns[], maker: ColumnMaker): Columns {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  return maker.columns(
    parts.map(({ names }) => names),
    parts.some(({ isOpen }) => isOpen),
  );
}

/**
 * Those of a JOIN.
 * @param by the columns that USING or NATURAL names: they come once, before the others
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

/** What NATURAL joins by; undefined where that cannot be told. */
export function common(left: Columns, right: Columns): readonly string[] | undefined {
  if (left.isOpen || right.isOpen) return undefined;
  return left.names.filter((name) => right.has(name));
}
