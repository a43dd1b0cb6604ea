import { MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { IndexedList } from './indexed-list.js';
import { boundsOf, conditionOf, type ListRequest, orderOf } from './list-request.js';
import { RowQuery, type Statement } from './row-sql.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** The column of a page with the number of rows on all pages, up to one more than are counted. */
export const COUNTED = 'capped_count';

/** What is asked of the database for one list. */
export interface ListStatements {
  /**
   * The rows of the page; each tells by TOTAL how many there are, where that is known, or by COUNTED
   * how many `first` finds, where they are counted along.
   */
  page(): Statement;
  /** One row more than are counted. */
  first(): Statement;
  /** Every row, for the planner to guess how many they are. */
  all(): Statement;
  /** By how many rows at most the order can be told; any number, unless said. */
  readonly maxSortable?: number;
}

export function listStatements(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
): ListStatements {
  const { large } = table.resource;
  const plain = plainStatements(table, caller, request);
  if (!large) return plain;
  const list = new IndexedList(table, large, caller, request);
  return {
    page: () => list.page(),
    first: () => list.first(),
    all: () => plain.all(),
    ...(list.isOrdered ? {} : { maxSortable: MAX_EXACT_TOTAL }),
  };
}

/** Leaves it to the planner how. */
export function plainStatements(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
): ListStatements {
  const select = (text: (rows: string, order: string) => string): Statement => {
    const row = new RowQuery(table);
    const where = conditionOf(table, caller, request, row);
    const order = orderOf(table, request, row);
    return { text: text(`${row.from()} WHERE ${where}`, order), values: row.values };
  };
  const first = (rows: string): string => `SELECT ${rows} LIMIT ${MAX_EXACT_TOTAL + 1}`;
  return {
    page: () =>
      select(
        (rows, order) => `
          SELECT ${table.listSelection},
            (SELECT count(*) FROM (${first(rows)}) AS matching) AS "${COUNTED}"
          ${rows} ORDER BY ${order} ${boundsOf(request)}`,
      ),
    first: () => select(first),
    all: () => select((rows) => `SELECT ${rows}`),
  };
}
