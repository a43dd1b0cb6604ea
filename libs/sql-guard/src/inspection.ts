import type { Columns, Relations, Scope } from './scope.js';
import { type Body, locationOf } from './tree.js';

/** Far beyond what people write, and far below what costs the server or the database anything. */
const MOST_NODES = 20_000;
const MOST_LEVELS = 250;
const MOST_PROBLEMS = 20;

/** Ends a look at a query that is not worth going on with. */
export class TooComplex extends Error {}

/** One look at one query: what it may use, and what was found wrong. Offsets count bytes. */
export class Inspection {
  readonly problems: { message: string; offset: number }[] = [];
  private nodes = 0;
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

  refuse(message: string, offset?: number): void {
    this.problems.push({ message, offset: offset ?? this.offset });
    if (this.problems.length >= MOST_PROBLEMS) throw new TooComplex();
  }

  columnsOfRelation(name: string): readonly string[] | undefined {
    return Object.hasOwn(this.relations, name) ? this.relations[name] : undefined;
  }

  /** Whether any of the views has such a column. */
  isColumn(name: string): boolean {
    return Object.values(this.relations).some((columns) => columns.includes(name));
  }

  private giveUp(reason: string): never {
    this.problems.length = 0;
    this.problems.push({ message: `The query ${reason}`, offset: this.offset });
    throw new TooComplex();
  }
}
