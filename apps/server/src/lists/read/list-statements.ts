import { MAX_EXACT_TOTAL } from '@portal/contracts/lists';
import type { Caller } from '@portal/domain/caller';
import { seesAllItems } from '@portal/domain/item-rules';
import { boundsOf, conditionOf, orderBy, searchFilters, sortOf } from './list-request.js';
import type {
  Field,
  Filter,
  LargeTable,
  ListIndex,
  ListRequest,
  SortOrder,
} from '../declare/declared-list.js';
import { OWN, type ListMetadata } from '../declare/list-metadata.js';
import { rowOrderOf, rowsAfter, SORT_TEXT } from './list-cursor.js';
import { keyNames, keySelection, RowQuery, type Statement } from './row-sql.js';

/** The column with the number of rows, up to one more than the counting limit. */
export const COUNTED = 'capped_count';
/** The column with the total number of rows, if an index knows it. */
export const TOTAL = 'total_count';
/** A list counts one row more than the limit of exact totals. */
const MAX_COUNTED = MAX_EXACT_TOTAL + 1;

/**
 * The SQL statements of one list. It is a scan if the table is large and no index serves it: then its
 * statements read what the indexed filters leave, by any plan, and sort it. They need a time limit.
 */
export class ListStatements {
  readonly isScan: boolean;
  /** Whether it can pass very many rows, as every scan can. */
  readonly hasLimit: boolean;
  /** Whether the caller sees every row of the table, and the planner can tell how many match. */
  readonly isOfAll: boolean;
  private readonly index: ListIndex | undefined;
  private readonly order: SortOrder;

  constructor(
    private readonly table: ListMetadata,
    private readonly caller: Caller,
    private readonly request: ListRequest,
    what: 'page' | 'export' = 'page',
  ) {
    const { large } = table.declared;
    const filters = [...request.filters, ...searchFilters(table, request.search)];
    this.index = large?.index?.(table, caller, { ...request, filters });
    this.order = this.index ?? sortOf(table, request);
    const hasOrder = this.index?.hasOrder ?? large?.orders?.includes(this.order.sort.name) ?? false;
    this.isScan =
      what === 'export' || (large !== undefined && !(hasOrder && areIndexed(large, filters)));
    this.hasLimit = this.isScan || (this.index?.hasLimit ?? false);
    const isEstimated = this.index?.hasLimit !== true;
    this.isOfAll = isEstimated && seesAllItems(caller, table.declared.policy.rule);
  }

  /**
   * The rows of the page. Each has the total in TOTAL if it is known, or the limited count of
   * `first` in COUNTED if the page counts.
   *
   * Usually few rows match a scan, or very many. It reads the first MAX_COUNTED matches, in any order:
   * all of few, or a small part of the table. Only in the second case `sorted` reads all matches.
   */
  page(): Statement {
    if (this.isScan) return this.fewSorted();
    const { index } = this;
    if (index) return this.build((row) => index.page(row, TOTAL, SORT_TEXT));
    return this.select(
      (rows, sort, after) => `
        SELECT ${this.table.listSelection}, ${sort}::text AS "${SORT_TEXT}"
          ${this.request.after ? '' : `, (SELECT count(*) FROM (SELECT ${rows} LIMIT ${MAX_COUNTED}) AS matching) AS "${COUNTED}"`}
        ${rows} ${after()} ORDER BY ${this.by(sort, this.keySql)} ${boundsOf(this.request)}`,
    );
  }

  /** The rows of the page of a scan, if more rows match than the page counts. */
  sorted(): Statement {
    return this.select((rows, sort, after) => {
      // An index has no order by `coalesce`, so all matches are read and sorted.
      const by = this.mayWalk ? sort : `coalesce(${sort}, ${sort})`;
      const order = this.by(by, this.keySql);
      return this.pageOf(`${this.keys(sort)} ${rows} ${after()} ORDER BY ${order}`);
    });
  }

  /**
   * Whether the planner may read an index in the order of a scan, until the page is full. It expects the
   * matches of conditions on another table to be spread evenly, but those of a project or a batch are not.
   */
  private get mayWalk(): boolean {
    if (this.index) return this.index.mayWalk;
    const { declared, key, project } = this.table;
    if (declared.rows === undefined) return true;
    const { filters, search } = this.request;
    const isOfProjects = filters.every(({ field }) => field.name === project?.column);
    if (search !== undefined || !isOfProjects) return false;
    return this.order.sort === key || (this.isOfAll && filters.length === 0);
  }

  /** Selects the keys of at most `most` rows; by default one more than the counting limit. */
  first(most = MAX_COUNTED): Statement {
    const { index } = this;
    if (index && !this.isScan) return this.build((row) => index.first(row, most));
    return this.select((rows) => `SELECT ${keySelection(this.table.keys)} ${rows} LIMIT ${most}`);
  }

  /** Selects all rows, for the estimate of the planner. */
  all(): Statement {
    return this.select((rows) => `SELECT ${rows}`);
  }

  /** The rows of an export with these fields, in the order of the list. */
  whole(fields: Iterable<Field>): Statement {
    const selection = [...fields].map(({ name, sql }) => `${sql} AS ${name}`).join(', ');
    return this.select(
      (rows, sort) => `SELECT ${selection} ${rows} ORDER BY ${this.by(sort, this.keySql)}`,
    );
  }

  private fewSorted(): Statement {
    return this.select(
      (rows, sort, after) =>
        `WITH few AS MATERIALIZED (${this.keys(sort)} ${rows} ${after()} LIMIT ${MAX_COUNTED})
        ${this.pageOf(
          `SELECT * FROM few ORDER BY ${this.by('sort', keyNames(this.table.keys))}`,
          `, (SELECT count(*) FROM few) AS "${COUNTED}"`,
        )}`,
    );
  }

  private keys(sort: string): string {
    return `SELECT ${keySelection(this.table.keys)}, ${sort} AS sort`;
  }

  /** The rows of the page by their keys. */
  private pageOf(head: string, count = ''): string {
    const { listSelection, path, keys } = this.table;
    const found = keyNames(keys, 'head');
    return `
      SELECT ${listSelection}, head.sort::text AS "${SORT_TEXT}" ${count}
      FROM (${head} ${boundsOf(this.request)}) AS head
      JOIN ${path} AS ${OWN} ON (${this.keySql.join(', ')}) = (${found.join(', ')})
      ORDER BY ${this.by('head.sort', found)}`;
  }

  /** By one field, then by the key, so that the order is unique. */
  private by(sort: string, keys: readonly string[]): string {
    return orderBy([sort, ...keys], this.order.direction);
  }

  private get keySql(): readonly string[] {
    return this.table.keys.map(({ sql }) => sql);
  }

  /** `after` continues the WHERE of `rows`, for a page that begins after a row. */
  private select(text: (rows: string, sort: string, after: () => string) => string): Statement {
    return this.build((row) => {
      const where =
        this.isScan && this.index
          ? this.index.condition(row)
          : conditionOf(this.table, this.caller, this.request, row);
      const sort = row.column(this.order.sort.name);
      return text(`${row.from()} WHERE ${where}`, sort, () => this.after(row));
    });
  }

  private after(row: RowQuery): string {
    const { after } = this.request;
    if (!after) return '';
    const order = rowOrderOf(this.table.keys, this.order);
    return `AND (${rowsAfter(after, order, row).join(' OR ')})`;
  }

  private build(text: (row: RowQuery) => string): Statement {
    const row = new RowQuery(this.table);
    return { text: text(row), values: row.values };
  }
}

/** Whether indexes serve all of the filters. */
function areIndexed({ filters: indexed }: LargeTable, filters: readonly Filter[]): boolean {
  return filters.every(({ field, operator }) => {
    const operators = indexed[field.name] ?? [];
    return operators === 'all' || operators.includes(operator);
  });
}
