import { Columns, isColumn, MOST_COLUMNS, type Relations, UNKNOWN } from './columns.js';
import { MOST_PROBLEMS } from './problem.js';
import type { Scope } from './scope.js';
import { type Body, locationOf } from './tree.js';

/** Far beyond what users write, and far below what costs the server or the database anything. */
const MOST_NODES = 20_000;
const MOST_LEVELS = 250;
const MOST_STEPS = 200_000;

/** Ends a look at a query that is not worth going on with. */
export class TooComplex extends Error {}

/** One look at one query: what it may use, and what was found wrong. Offsets count bytes. */
export class Inspection {
  readonly problems: { message: string; offset: number }[] = [];
  private readonly views: ReadonlyMap<string, Columns>;
  private nodes = 0;
  private steps = 0;
  private level = 0;
  private offset: number;

  /**
   * @param schema where the relations stand, the one name that may qualify them
   * @param parameters the offsets at which a `$1` is ours
   * @param select checks a SELECT within an expression or FROM and tells its columns
   */
  constructor(
    readonly relations: Relations,
    readonly schema: string,
    readonly parameters: ReadonlySet<number>,
    readonly select: (body: Body, outer: Scope, inspection: Inspection) => Columns,
    start: number,
  ) {
    this.offset = start;
    this.views = new Map(
      Object.entries(relations).map(([name, columns]) => [name, new Columns(columns, false)]),
    );
  }

  /** Does the work within a node: problems without a place of their own are reported there. */
  within<T>(body: Body, work: () => T): T {
    const before = this.offset;
    this.offset = locationOf(body) ?? before;
    this.nodes += 1;
    this.level += 1;
    if (this.nodes > MOST_NODES) this.giveUp('is too long');
    if (this.level > MOST_LEVELS) this.giveUp('is nested too deeply');
    const result = work();
    this.level -= 1;
    this.offset = before;
    return result;
  }

  /** Counts what a short text can make much of: columns that are copied, levels that are searched. */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS) this.giveUp('is too complex');
  }

  refuse(message: string, offset?: number): void {
    this.problems.push({ message, offset: offset ?? this.offset });
    if (this.problems.length >= MOST_PROBLEMS) throw new TooComplex();
  }

  /** These names in their order; unknown, and refused, when they are more than PostgreSQL takes. */
  columns(parts: readonly (readonly string[])[], isOpen: boolean): Columns {
    const count = parts.reduce((sum, { length }) => sum + length, 0);
    if (count > MOST_COLUMNS) return this.tooManyColumns();
    this.spend(count);
    return new Columns(parts.flat(), isOpen);
  }

  tooManyColumns(offset?: number): Columns {
    this.refuse(
      `A table or result has at most ${MOST_COLUMNS.toLocaleString('en')} columns`,
      offset,
    );
    return UNKNOWN;
  }

  columnsOfRelation(name: string): Columns | undefined {
    return this.views.get(name);
  }

  /** Whether any of the views has such a column. */
  isColumn(name: string): boolean {
    return isColumn(this.relations, name);
  }

  private giveUp(reason: string): never {
    this.problems.length = 0;
    this.problems.push({ message: `The query ${reason}`, offset: this.offset });
    throw new TooComplex();
  }
}
