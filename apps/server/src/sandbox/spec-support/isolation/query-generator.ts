import type { Catalog, ViewColumn } from './catalog.js';
import { type Expression, expressionsOf } from './expressions.js';
import { SHAPES } from './shapes.js';

/** One generated query. */
export interface GeneratedQuery {
  /** Description for failure reports. */
  readonly of: string;
  readonly sql: string;
  /** Whether the result may depend on the order in which rows are read. */
  readonly dependsOnOrder: boolean;
}

/**
 * Generates a query for every expression over every column. The shapes rotate: each expression and
 * each column is used in each shape.
 */
export class QueryGenerator {
  private readonly expressions: readonly Expression[];

  /** @param foreignValue a value that another project has in the column, as a literal */
  constructor(
    private readonly columns: Catalog['columns'],
    catalog: Catalog,
    private readonly foreignValue: (column: ViewColumn) => string,
  ) {
    this.expressions = expressionsOf(catalog);
  }

  get count(): number {
    return this.expressions.length * this.columns.length;
  }

  /** `count` queries, evenly spread over all of them, starting at `seed`. */
  *sample(count: number, seed: number): Generator<GeneratedQuery> {
    const step = Math.max(1, this.count / count);
    for (let index = 0; index < count; index += 1) {
      yield this.at((seed + Math.floor(index * step)) % this.count);
    }
  }

  private at(index: number): GeneratedQuery {
    const expression = this.expressions[index % this.expressions.length];
    const column = this.columns[Math.floor(index / this.expressions.length)];
    if (expression === undefined || column === undefined) throw new Error(`no query ${index}`);
    const shapes = SHAPES[expression.kind];
    // 37 is prime to the number of shapes.
    const shape =
      shapes[(index * 37 + Math.floor(index / this.expressions.length)) % shapes.length];
    const { view, name } = column;
    const isText = index % 3 === 0;
    return {
      dependsOnOrder: shape?.dependsOnOrder ?? false,
      of: `${expression.of} over ${view}.${name} in ${shape?.name}`,
      sql:
        shape?.sql({
          view,
          column: name,
          expression: expression.sql(`t.${name}::text`),
          foreign: `t.${name}${isText ? '::text' : ''} = ${this.foreignValue(column)}`,
        }) ?? '',
    };
  }
}
