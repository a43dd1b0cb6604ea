import { MAX_QUERY_LEVELS } from '@portal/contracts/constants';
import { Columns, isColumn, MOST_COLUMNS, type Relations, UNKNOWN } from './columns.js';
import type { Placeholder } from './placeholders.js';
import { MOST_PROBLEMS } from './problem.js';
import type { Scope } from './scope.js';
import { type Body, locationOf } from './tree.js';

/** Far more than real queries have, and far less than costs the server anything. */
const MOST_STEPS = 200_000;

/** Stops the check of a query that is too complex. */
export class TooComplex extends Error {}

/** The state of one check: what the query may use, and its problems. Offsets are in bytes. */
export class Inspection {
  readonly problems: { message: string; offset: number }[] = [];
  private readonly views: ReadonlyMap<string, Columns>;
  private steps = 0;
  private level = 0;
  private offset: number;

  /**
   * @param schema schema of the relations, the only allowed qualifier
   * @param parameters the placeholders by the offsets of our own parameters
   * @param select checks a SELECT inside an expression or FROM and returns its columns
   */
  constructor(
    readonly relations: Relations,
    readonly schema: string,
    readonly parameters: ReadonlyMap<number, Placeholder>,
    readonly select: (body: Body, outer: Scope, inspection: Inspection) => Columns,
    start: number,
  ) {
    this.offset = start;
    this.views = new Map(
      Object.entries(relations).map(([name, columns]) => [name, new Columns(columns, false)]),
    );
  }

  /** Runs `work` within a node: problems without a position are reported at the node. */
  within<T>(body: Body, work: () => T): T {
    const before = this.offset;
    this.offset = locationOf(body) ?? before;
    this.level += 1;
    if (this.level > MAX_QUERY_LEVELS) this.giveUp('is nested too deeply');
    const result = work();
    this.level -= 1;
    this.offset = before;
    return result;
  }

  /** Counts steps that a short text can multiply: copied columns, searched levels. */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS) this.giveUp('is too complex');
  }

  refuse(message: string, offset?: number): void {
    this.problems.push({ message, offset: offset ?? this.offset });
    if (this.problems.length >= MOST_PROBLEMS) throw new TooComplex();
  }

  /**
   * The columns of all parts, in order; refuses more than PostgreSQL allows and returns unknown
   * columns.
   */
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
